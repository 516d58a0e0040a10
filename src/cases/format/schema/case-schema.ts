/** The format of a suite file, as a schema: what the reader checks and what editors complete. */
import { z } from 'zod';
import { ENDPOINT_IDS, RESOURCES, VARIANTS } from '../../../spec/endpoints.ts';
import { QUESTION_IDS } from '../../../spec/dialect/questions.ts';
import { FINDING_KINDS } from '../../../judge/finding.ts';
import { didYouMean } from '../../../base/text/nearest.ts';
import { CLAUSE_IDS, clauseOf } from '../../../spec/clauses.ts';
import { textThat } from '../../../world/world-file/checked-texts.ts';
import { NEAR_MISS_KINDS } from '../../../http/alterations/near-misses.ts';
import { givenSchema } from './given-schema.ts';
import { outcomes } from './outcome-schema.ts';
import { namesOf, oneOrMany } from './schema-parts.ts';
import { sendSchema } from './send-schema.ts';

const each = z
  .strictObject({
    header: z.string().describe('the header that is altered').optional(),
    member: z.string().describe('the member that is altered, or an element of it: tagKeys[0]').optional(),
    near: oneOrMany(z.enum(namesOf(NEAR_MISS_KINDS))).describe(
      'which near misses: plain (in ASCII), part (the plain ones that are a part of the value), foreign (beyond ASCII), control (control characters, and what only a member can show)',
    ),
    length: z
      .enum(['same', 'longer', 'shorter', 'same-graphemes'])
      .describe(
        'only near misses of this length, against the value itself; same-graphemes: longer, but not to the eye, as with an accent of its own',
      )
      .optional(),
  })
  .describe('a request for each near miss of a value: a text that a careless comparison takes for it');

const clauseIds = z
  .array(
    textThat((id) => {
      const clause = clauseOf(id);
      const other = 'name a clause that "tagproof list --cells" lists';
      if (clause === undefined)
        return [`can't be ${JSON.stringify(id)}`, didYouMean(id, CLAUSE_IDS) ?? other];
      return clause.level === 'unobservable' ? [`can't be observed: ${clause.because}`, other] : undefined;
    }),
  )
  .min(1);

const step = z.strictObject({
  name: z.string().optional(),
  clauses: clauseIds
    .describe("in place of the case's: the first is the one that a wrong reply to this step breaks")
    .optional(),
  variant: z.enum(VARIANTS).optional(),
  resource: z.enum(RESOURCES).optional(),
  given: givenSchema.optional(),
  send: sendSchema.optional(),
  times: z
    .union([z.int().min(1).max(100_000), z.string()])
    .describe('a number, or: 3 x $key.limits.requestsPerSecond')
    .optional(),
  together: z.boolean().describe('all at once').optional(),
  idle: z
    .literal(true)
    .describe(
      'first let the key rest for a window of its rate, and until the sessions of other tokens are over',
    )
    .optional(),
  vary: z
    .enum(['token', 'id', 'subject', 'altered-id', 'key'])
    .describe(
      'each request with a token that the case has not used yet, or with another id that nothing has; or one request about each declared subject, for each of some ids one small change away from declared ones, or with each declared key that fits',
    )
    .optional(),
  each: each.optional(),
  until: z
    .int()
    .min(1)
    .describe(
      'while the target is too busy, repeat each request, more and more slowly; the step has this many milliseconds for it',
    )
    .optional(),
  expect: z.union([outcomes, z.strictObject({ some: outcomes, rest: outcomes })]).optional(),
});

const selector = oneOrMany(
  z.union([z.literal('all'), z.enum(ENDPOINT_IDS), z.enum(VARIANTS), z.enum(RESOURCES)]),
);

/** One thing that is wrong or out of the ordinary, to be put together with another one. */
const pairPart = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case')
    .describe('a part of the ids of all its pairs'),
  of: oneOrMany(z.string()).describe('the parts of a request that it is about: two of one part make no pair'),
  description: z.string().min(1).describe('the same in plain English'),
  for: selector.describe("the only endpoints of the case's where it can be").optional(),
  given: givenSchema.optional(),
  send: sendSchema.optional(),
});

/** How `fuzz` found a case that it saved. */
const found = z
  .strictObject({
    seed: z.int(),
    trial: z.int().describe('its number in that run'),
    clause: z.string(),
    kind: z.enum(namesOf(FINDING_KINDS)),
    expected: z.string(),
    actual: z.string(),
  })
  .describe('what fuzz found: a run says whether it is fixed, still fails, or fails in another way');

const oneCase = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)+$/,
      'must be words in lower case: group/what-is-checked',
    ),
  title: z.string().min(1),
  clauses: clauseIds.describe('the first is the one that a wrong outcome breaks'),
  for: z.union([
    selector,
    z.strictObject({ resource: oneOrMany(z.union([z.literal('all'), z.enum(RESOURCES)])) }),
  ]),
  given: givenSchema.optional(),
  send: sendSchema.optional(),
  steps: z.array(step).min(1).optional(),
  pairs: z
    .array(pairPart)
    .min(2)
    .describe('makes a case of every two of these together; its id ends with their names')
    .optional(),
  together: z.boolean().describe('the requests of all steps at once').optional(),
  connection: z.literal('one').describe('all requests over one connection').optional(),
  alone: z.boolean().describe('no other case runs meanwhile').optional(),
  decides: z.enum(QUESTION_IDS as [(typeof QUESTION_IDS)[number]]).optional(),
  because: z.string().describe('why the expectation is wider than what the rules derive').optional(),
  found: found.optional(),
  expect: z.union([
    outcomes,
    z.strictObject({ every: outcomes, same: z.enum(['tags', 'answer', 'refusal', 'wording']).optional() }),
  ]),
});

/** What it leaves out is as in the case that has it. */
const furtherCase = oneCase.omit({ pairs: true }).extend({
  clauses: oneCase.shape.clauses.exactOptional(),
  for: oneCase.shape.for.exactOptional(),
  expect: oneCase.shape.expect.exactOptional(),
});

const writtenCase = oneCase.extend({
  also: z
    .array(furtherCase)
    .min(1)
    .describe('further cases: each has what it says itself in place of what this one says')
    .optional(),
});

export const suiteSchema = z.strictObject({
  chapter: z.string().describe('the chapter of the document'),
  about: z.string().optional(),
  cases: z.array(writtenCase).min(1),
});

/** The same for what is left of a file that is wrong: what each case needs is empty where it is wrong. */
export const restOfSuiteSchema = suiteSchema.extend({
  chapter: suiteSchema.shape.chapter.catch(''),
  cases: z.array(
    writtenCase.extend({
      id: oneCase.shape.id.catch(''),
      title: oneCase.shape.title.catch(''),
      clauses: oneCase.shape.clauses.catch([]),
      for: oneCase.shape.for.catch([]),
      expect: oneCase.shape.expect.catch([]),
    }),
  ),
});

export type WrittenCase = z.infer<typeof writtenCase>;
export type FurtherCase = z.infer<typeof furtherCase>;
export type WrittenStep = z.infer<typeof step>;
export type Each = z.infer<typeof each>;
export type PairPart = z.infer<typeof pairPart>;
export type Selector = WrittenCase['for'];
