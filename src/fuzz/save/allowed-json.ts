/** Allowed as JSON: what is unknown has no JSON value of its own. */
import { z } from 'zod';
import { MEMBER_TYPES, RETURN_CODES } from '../../contract/codes.ts';
import { ENDPOINT_IDS, RESOURCES } from '../../contract/endpoints.ts';
import { QUESTION_IDS } from '../../dialect/questions.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { UNKNOWN } from '../../world/world.ts';
import { keysOf } from '../generate/keys-of.ts';

const UNKNOWN_TEXT = 'unknown';

const tag = z.strictObject({ key: z.string(), value: z.string() });
const failing = z.strictObject({
  member: z.string(),
  element: z.int().nonnegative().exactOptional(),
  type: z.enum([...keysOf(MEMBER_TYPES), 'any']),
});
const expected = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tags'),
    tags: z.union([z.literal(UNKNOWN_TEXT), z.array(tag)]),
    match: z.enum(['exactly', 'some of']),
  }),
  z.strictObject({ kind: z.literal('not-found'), resource: z.enum(RESOURCES) }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.enum(keysOf(RETURN_CODES)).exclude(['Ok']),
    member: failing.exactOptional(),
    unlisted: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('http'), statuses: z.union([z.literal('any'), z.array(z.int())]) }),
  z.strictObject({ kind: z.literal('anything') }),
]);

/** The schema of a written Allowed. */
export const allowedSchema = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS),
  strictness: z.enum(['endpoint', 'elsewhere', 'alive']),
  clause: z.string(),
  outcomes: z.array(
    z.strictObject({
      expected,
      when: z.array(
        z.strictObject({
          question: z.enum(QUESTION_IDS as [(typeof QUESTION_IDS)[number]]),
          option: z.string(),
        }),
      ),
      optional: z.literal(true).exactOptional(),
      clause: z.string(),
    }),
  ),
});

export type WrittenAllowed = z.infer<typeof allowedSchema>;

export function writeAllowed({ endpoint, strictness, clause, outcomes }: Allowed): WrittenAllowed {
  return {
    endpoint,
    strictness,
    clause,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      when: outcome.when.map(({ question, option }) => ({ question, option })),
      expected: writtenExpected(outcome.expected),
    })),
  };
}

type Expected = Allowed['outcomes'][number]['expected'];
type WrittenExpected = WrittenAllowed['outcomes'][number]['expected'];

function writtenExpected(each: Expected): WrittenExpected {
  if (each.kind === 'tags')
    return {
      ...each,
      tags: each.tags === UNKNOWN ? UNKNOWN_TEXT : each.tags.map(({ key, value }) => ({ key, value })),
    };
  if (each.kind === 'http')
    return { kind: 'http', statuses: each.statuses === 'any' ? 'any' : [...each.statuses] };
  return each;
}

export function readAllowed({ outcomes, ...rest }: WrittenAllowed): Allowed {
  return {
    ...rest,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      expected:
        outcome.expected.kind === 'tags'
          ? {
              ...outcome.expected,
              tags: outcome.expected.tags === UNKNOWN_TEXT ? UNKNOWN : outcome.expected.tags,
            }
          : outcome.expected,
    })),
  };
}
