/** The format of a suite file, as a schema: what the reader checks and what editors complete. */
import { z } from 'zod';
import { ENDPOINT_IDS, RESOURCES, VARIANTS } from '../../contract/endpoints.ts';
import { MEMBER_TYPES, RETURN_CODES } from '../../contract/codes.ts';
import { QUESTION_IDS } from '../../dialect/questions.ts';
import { NEAR_MISS_KINDS } from '../../http/alterations/near-misses.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { ABSENT_SHAPES, ELSEWHERE } from '../fixtures/absent-shapes.ts';
import { BODY_ALTERATIONS } from './body-alterations.ts';
import { MEMBER_ALTERATIONS } from './member-alterations.ts';
import { PATH_ALTERATIONS } from './path-alterations.ts';
import { SPELLINGS } from '../fixtures/spelling-role.ts';
import { TAG_SHAPES } from '../fixtures/tag-shapes.ts';
import { NEAR_DUPLICATES } from '../fixtures/near-duplicates.ts';

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];

const refusalCode = z.enum(namesOf(RETURN_CODES)).exclude(['Ok']);
const stringAlteration = z.enum(namesOf(STRING_ALTERATIONS));
const memberAlteration = z.enum(MEMBER_ALTERATIONS);
const oneOrMany = <T extends z.ZodType>(one: T) => z.union([one, z.array(one).min(1)]);

const secretSpelling = z
  .enum(namesOf(SPELLINGS))
  .describe('how its value is spelled; exact-case: its case counts; exact-end: its last character counts');

const key = z
  .strictObject({
    role: z.literal('other').describe('the role of the other variants'),
    rules: z
      .enum([
        'none',
        'with-own',
        'without-own',
        'own-only',
        'own-and-other',
        'all-but-own',
        'without-other',
        'other-only',
      ])
      .describe('own: the rule of the endpoint; other: otherSelfEnable of its resource'),
    game: z.enum(['bound', 'unbound']).describe('whether the key carries a game'),
    limit: z.enum(['rate', 'sessions']).describe('a key that declares this limit'),
    spelling: secretSpelling,
    nth: z.int().min(1).describe('the second, third ... plainest key that fits'),
    name: z.string().min(1).describe('the key of this name (world.secretKeys)'),
  })
  .partial();

const token = z
  .strictObject({
    of: z.enum(['own', 'another', 'dashboard']).describe('whose token, seen from the subject'),
    state: z.enum(['expired', 'other-game']),
    spelling: secretSpelling,
    nth: z.int().min(1),
    name: z.string().min(1).describe('the token of this name (world.authTokens)'),
  })
  .partial();

const subject = z
  .strictObject({
    absent: z
      .enum([...namesOf(ABSENT_SHAPES), ...namesOf(ELSEWHERE)])
      .describe('a subject that does not exist: the shape of its id, or where else something has it'),
    tags: z.enum(namesOf(TAG_SHAPES)),
    nearDuplicate: z
      .enum(namesOf(NEAR_DUPLICATES))
      .describe('a subject that is easily mistaken for another one'),
    nth: z.int().min(1),
    game: z.string().describe('of this game (world.games)'),
    id: z.string().describe('exactly this one, whether the world has it or not'),
    same: z
      .literal('id')
      .describe("with the id of the first step's subject: as another kind, or where that one does not exist"),
  })
  .partial();

const given = z
  .strictObject({
    key,
    token,
    subject,
    game: z.enum(['two', 'one']).describe('two: there are at least two games'),
    provoke: refusalCode.describe('the target declares how this code is provoked'),
    extension: z
      .enum(['number', 'array', 'hashtable'])
      .describe('the target declares a request member of this type'),
    world: z.literal('complete').describe('what the world does not list does not exist'),
    limit: z.literal('requestBytes').describe('the world declares how large a request may be'),
  })
  .partial();

const literal: z.ZodType<unknown> = z
  .unknown()
  .describe('any value; a text that begins with $ is a reference');
const header = z.string().describe('a header of the document or any other');

/** One record and no union of two: the reader says more of what is wrong with it. */
const headerLine = z.strictObject({
  name: z.string(),
  value: z.string().optional().describe('a text, literal: no reference'),
  secret: z
    .string()
    .min(1)
    .optional()
    .describe('instead of a value: the key or token of this name (world.secretKeys, world.authTokens)'),
  alter: stringAlteration.optional().describe('the secret altered in a named way'),
});

const headers = z
  .strictObject({
    set: z.record(header, z.string()),
    alter: z.record(header, stringAlteration),
    without: z.array(header),
    repeat: z
      .record(
        header,
        z.union([z.literal('same'), stringAlteration, z.strictObject({ secret: z.string().min(1) })]),
      )
      .describe('a second line: with the same value, a altered one, or the key or token of a name'),
    lines: z
      .array(headerLine)
      .describe(
        'all header lines in their order and spelling, literal, in place of all but User-Agent; Host, Connection and Content-Length are added where they are missing',
      ),
  })
  .partial();

const misplacedValue = z.enum(['$key', '$token', '$game', '$subject.id']);

/** Places that the document does not name for these values. */
const misplaced = z
  .strictObject({
    query: z.record(z.string(), misplacedValue).describe('parameters of the query'),
    body: z.record(z.string(), misplacedValue).describe('further members of the body'),
    cookie: z.record(z.string(), misplacedValue).describe('cookies'),
  })
  .partial()
  .describe('the secret key, the token, the game or the id where the document does not put it');

/** What is sent other than the valid request. */
export const sendSchema = z
  .strictObject({
    set: z.record(z.string(), literal).describe('members with these values'),
    alter: z.record(z.string(), memberAlteration).describe('members altered in a named way'),
    without: z.array(z.string()).describe('members that are left out'),
    body: z.enum(namesOf(BODY_ALTERATIONS)).describe('the whole body altered in a named way'),
    text: z.string().describe('the raw text of the body, literal: no reference'),
    base64: z.base64('must be base64').describe('the raw bytes of the body'),
    pad: z
      .union([z.enum(['half', 'double']), z.int().min(1).max(16_777_216)])
      .describe('JSON white space up to half or double the declared size, or to so many bytes'),
    headers,
    method: z.string(),
    path: z.enum(namesOf(PATH_ALTERATIONS)),
    target: z
      .string()
      .regex(/^\//, 'must begin with a slash')
      .describe('path and query below the base URL, literal: no reference'),
    wire: z.enum(namesOf(WIRE_ALTERATIONS)).describe('how the request is put on the wire'),
    misplaced,
  })
  .partial();

const member = z.strictObject({
  code: z.string().describe('the member, perhaps with an index: tagKeys[1]'),
  type: z.enum([...namesOf(MEMBER_TYPES), 'any']),
  optional: z.literal(true).optional().describe('it may be listed, too, but need not be a failing member'),
});

const outcome = z.strictObject({
  when: z.string().optional().describe('the option of the decided question under which this is right'),
  reply: z
    .enum(['tags', 'not-found', 'refused', 'invalid', 'http', 'document', 'anything'])
    .describe('document: whatever the document allows for the request; anything: any envelope'),
  only: z.array(z.string()).optional().describe('only the tags with these keys'),
  some: z.literal(true).optional().describe('any of the tags'),
  of: z.literal('sender').optional().describe('the tags of the player whose token is sent'),
  tags: z
    .array(z.strictObject({ key: z.string(), value: z.string() }))
    .optional()
    .describe('these tags in any order, whatever the subject has; literal: no references'),
  code: oneOrMany(z.union([refusalCode, z.literal('any')])).optional(),
  members: z
    .union([z.enum(['shape', 'none']), z.array(member).min(1)])
    .optional()
    .describe(
      'the failing members; shape: there is none to name, so any list is right; none: none is listed',
    ),
  status: z.union([z.array(z.int()).min(1), z.literal('any')]).optional(),
});

const outcomes = oneOrMany(outcome);

const each = z
  .strictObject({
    header: z.string().optional().describe('the header that is altered'),
    member: z.string().optional().describe('the member that is altered, or an element of it: tagKeys[0]'),
    near: oneOrMany(z.enum(namesOf(NEAR_MISS_KINDS))).describe(
      'which near misses: plain (in ASCII), foreign (beyond ASCII), control (control characters)',
    ),
    length: z
      .enum(['same', 'longer', 'shorter', 'melting'])
      .optional()
      .describe(
        'only those of this length, against the value itself; melting: longer, but not to the eye, as with an accent of its own',
      ),
  })
  .describe('a request for each near miss of a value: a text that a careless comparison takes for it');

const step = z.strictObject({
  name: z.string().optional(),
  clauses: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("in place of the case's: the first is the one that a wrong reply to this step breaks"),
  variant: z.enum(VARIANTS).optional(),
  resource: z.enum(RESOURCES).optional(),
  given: given.optional(),
  send: sendSchema.optional(),
  times: z
    .union([z.int().min(1), z.string()])
    .optional()
    .describe('a number, or: 3 x $key.limits.requestsPerSecond'),
  together: z.boolean().optional().describe('all at once'),
  idle: z.literal(true).optional().describe('first let the key rest for a window of its rate'),
  vary: z
    .enum(['token', 'id', 'subject', 'altered-id'])
    .optional()
    .describe(
      'each request with a token that the case has not used yet, or with another id that nothing has; or one request about each declared subject, or for each of some ids one small change away from declared ones',
    ),
  each: each.optional(),
  until: z
    .int()
    .optional()
    .describe(
      'while the target is too busy, repeat, more and more slowly, for at most this many milliseconds',
    ),
  expect: z.union([outcomes, z.strictObject({ some: outcomes, rest: outcomes })]).optional(),
});

const selector = oneOrMany(
  z.union([z.literal('all'), z.enum(ENDPOINT_IDS), z.enum(VARIANTS), z.enum(RESOURCES)]),
);

/** One thing that is wrong or out of the ordinary, to be put together with another one. */
const part = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case')
    .describe('a part of the ids of all its pairs'),
  of: oneOrMany(z.string()).describe('the parts of a request that it is about: two of one part make no pair'),
  description: z.string().min(1).describe('the same in plain English'),
  for: selector.optional().describe("the only endpoints of the case's where it can be"),
  given: given.optional(),
  send: sendSchema.optional(),
});

const writtenCase = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)+$/,
      'must be words in lower case: group/what-is-checked',
    ),
  title: z.string().min(1),
  clauses: z.array(z.string()).min(1).describe('the first is the one that a wrong outcome breaks'),
  for: z.union([
    selector,
    z.strictObject({ resource: oneOrMany(z.union([z.literal('all'), z.enum(RESOURCES)])) }),
  ]),
  given: given.optional(),
  send: sendSchema.optional(),
  steps: z.array(step).min(1).optional(),
  pairs: z
    .array(part)
    .min(2)
    .optional()
    .describe('makes a case of every two of these together; its id ends with their names'),
  together: z.boolean().optional().describe('the requests of all steps at once'),
  connection: z.literal('one').optional().describe('all requests over one connection'),
  alone: z.boolean().optional().describe('nothing else runs meanwhile'),
  decides: z.enum(QUESTION_IDS as [(typeof QUESTION_IDS)[number]]).optional(),
  because: z.string().optional().describe('why the expectation is wider than what the rules derive'),
  expect: z.union([
    outcomes,
    z.strictObject({ every: outcomes, same: z.enum(['tags', 'answer', 'refusal', 'wording']).optional() }),
  ]),
});

export const suiteSchema = z.strictObject({
  chapter: z.string().describe('the chapter of the document'),
  about: z.string().optional(),
  cases: z.array(writtenCase).min(1),
  found: z
    .unknown()
    .optional()
    .describe('how fuzzing found the case (`tagproof fuzz` writes it): no part of the case'),
});

export type SuiteFile = z.infer<typeof suiteSchema>;

export type WrittenCase = z.infer<typeof writtenCase>;
export type Given = z.infer<typeof given>;
export type Send = z.infer<typeof sendSchema>;
export type WrittenLine = z.infer<typeof headerLine>;
export type WrittenStep = z.infer<typeof step>;
export type Each = z.infer<typeof each>;
export type PairPart = z.infer<typeof part>;
export type WrittenOutcome = z.infer<typeof outcome>;
export type WrittenOutcomes = WrittenOutcome | WrittenOutcome[];
export type Selector = WrittenCase['for'];
