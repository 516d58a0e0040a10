/** The journal as the control API takes and shows it, in schemas: the types of what is asked for and shown are theirs. */
import { z } from 'zod';
import { ERROR_CODES, RETURN_CODES, type ErrorCode, type ReturnCode } from '../../src/spec/codes.ts';
import { endpointSchema, wholeNumberShape, type Frozen } from '../shapes.ts';
import { KNOWN_BY, MAX_CLIENTS } from './clients.ts';
import { DUTY_IDS, type DutyId } from '../../src/judge/rules/duties.ts';

const returnCode = z.enum(Object.keys(RETURN_CODES) as [ReturnCode, ...ReturnCode[]]);
const errorCode = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]);
const duty = z.enum(DUTY_IDS as [DutyId, ...DutyId[]]);
/** What is shown of a duty. */
const DUTY = {
  duty,
  section: z.string(),
  text: z.string(),
  guess: z.literal(true).optional().describe('It is guessed: perhaps nothing is wrong.'),
};

const MATCH = {
  endpoint: endpointSchema.optional(),
  method: z.string().optional(),
  target: z.string().optional().describe('The path, or the path with its query.'),
  key: z.string().optional().describe('The name of the secret key.'),
  token: z.string().optional().describe('The name of the auth token.'),
  game: z.string().optional(),
  subject: z.string().optional().describe('The id of the player, character or group.'),
  returnCode: returnCode.optional(),
  errorCode: errorCode.optional(),
  fault: z.string().optional().describe('The id of the fault that was made.'),
  duty: duty.optional().describe('A duty that the caller broke.'),
} as const;

const matchSchema = z.strictObject({
  ...MATCH,
  after: z.int().min(0).optional().describe('Only entries behind the one with this id.'),
});

/** Which requests are meant: all that is named must fit. */
export type EntryMatch = Frozen<z.infer<typeof matchSchema>>;

const MAX_ENTRIES = 1000;
export const USUAL_ENTRIES = 100;

export const matchQuery = z.strictObject({
  ...MATCH,
  after: wholeNumberShape(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries behind the one with this id.'),
});

export const journalQuery = matchQuery.extend({
  limit: wholeNumberShape(1, MAX_ENTRIES)
    .optional()
    .describe(`How many of the last ones: at most ${MAX_ENTRIES}, ${USUAL_ENTRIES} unless given.`),
  details: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: with request, reply, decision path and near misses.'),
});

export const summaryShape = z.strictObject({
  id: z.int(),
  at: z.string(),
  method: z.string(),
  target: z.string(),
  // What was not sent, or is not known, is null.
  endpoint: endpointSchema.nullable(),
  // The names of the secret key and of the auth token.
  key: z.string().nullable(),
  token: z.string().nullable(),
  game: z.string().nullable(),
  // The id of the player, character or group.
  subject: z.string().nullable(),
  // Null: the connection was ended without one.
  status: z.int().nullable(),
  returnCode: returnCode.nullable(),
  errorCode: errorCode.nullable(),
  // The id of the fault that was made.
  fault: z.string().nullable(),
  duties: z.array(z.strictObject(DUTY)),
  why: z.string().describe('How the answer came about.'),
  reason: z.string().describe('The last step of the path: what decided.'),
});

/** What a list shows of a request. */
export type EntrySummary = Frozen<z.infer<typeof summaryShape>>;

const headers = z.array(z.tuple([z.string(), z.string()]));

export const detailShape = summaryShape.extend({
  request: z.strictObject({
    headers,
    body: z.string().describe('Of long bodies the beginning.'),
    bytes: z.int().describe('How long the whole is.'),
  }),
  reply: z.strictObject({
    headers,
    body: z.string(),
    bytes: z.int(),
    delayMs: z.int(),
    breakage: z.string().nullable(),
  }),
  path: z.array(
    z.strictObject({ check: z.string(), outcome: z.enum(['ok', 'refused', 'not found']), text: z.string() }),
  ),
  nearMisses: z.array(z.string()).describe('What would have come close, by the world as it is now.'),
});

export type EntryDetails = Frozen<z.infer<typeof detailShape>>;

export const journalShape = z.strictObject({
  items: z.array(z.union([detailShape, summaryShape])).describe('The oldest first.'),
  fitting: z.int().describe('How many of the kept entries fit.'),
  total: z.int().describe('How many requests there were in all; also the id of the last.'),
  dropped: z.int().describe('How many of them were overwritten by later ones.'),
});

const MAX_WAIT_MS = 60_000;

export const waitSchema = z.strictObject({
  match: matchSchema.optional(),
  count: z.int().min(1).max(MAX_ENTRIES).optional().describe('How many entries must fit; 1 unless given.'),
  timeoutMs: z.int().min(0).max(MAX_WAIT_MS).optional().describe('10000 unless given.'),
});

export const waitShape = z.strictObject({
  found: z.boolean(),
  items: z.array(summaryShape),
  unseen: z.int().describe('Entries that were overwritten before they were looked at.'),
});

export const clientsShape = z.strictObject({
  items: z
    .array(
      z.strictObject({
        by: z.enum(KNOWN_BY).describe('What the client is known by.'),
        name: z.string().describe('In words: its User-Agent, or the name of its key.'),
        requests: z.int(),
        broken: z.array(
          z.strictObject({
            ...DUTY,
            count: z.int(),
            first: z.int().describe('The id of the first entry of the journal that broke it.'),
            last: z.int(),
          }),
        ),
      }),
    )
    .describe(`Those first that broke the most. All that came after the first ${MAX_CLIENTS} are one.`),
});

export type ClientList = Frozen<z.infer<typeof clientsShape>>;
