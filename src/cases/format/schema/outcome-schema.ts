/** What a case expects of a reply. */
import { z } from 'zod';
import { MEMBER_TYPES } from '../../../spec/codes.ts';
import { namesOf, oneOrMany, refusalCode } from './schema-parts.ts';

const memberSchema = z.strictObject({
  code: z.string().describe('the member, perhaps with an index: tagKeys[1]'),
  type: z.enum([...namesOf(MEMBER_TYPES), 'any']),
  optional: z.literal(true).describe('it may be listed, too, but need not be a failing member').optional(),
});

const statusSchema = z.int().min(201, 'must be an HTTP status other than 200').max(599);

const outcome = z.strictObject({
  when: z.string().describe('the option of the decided question under which this is right').optional(),
  reply: z
    .enum(['tags', 'not-found', 'refused', 'invalid', 'http', 'document', 'anything'])
    .describe('document: whatever the document allows for the request; anything: any envelope'),
  only: z.array(z.string()).describe('only the tags with these keys').optional(),
  some: z.literal(true).describe('any of the tags').optional(),
  of: z.literal('sender').describe('the tags of the player whose token is sent').optional(),
  tags: z
    .array(z.strictObject({ key: z.string(), value: z.string() }))
    .describe('these tags in any order, whatever the subject has; literal: no references')
    .optional(),
  code: oneOrMany(z.union([refusalCode, z.literal('any')]))
    .describe('the name of a returnCode other than Ok, a list of names, or any')
    .optional(),
  members: z
    .union([z.enum(['shape', 'none']), z.array(memberSchema).min(1)])
    .describe(
      'the failing members; shape: there is no member to name, so any list is right; none: none is listed',
    )
    .optional(),
  status: z.union([z.array(statusSchema).min(1), z.literal('any')]).optional(),
});

export const outcomes = oneOrMany(outcome);

export type WrittenOutcome = z.infer<typeof outcome>;
export type WrittenOutcomes = WrittenOutcome | WrittenOutcome[];
