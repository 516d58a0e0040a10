/** The events as a schema, for records that come back from a file. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { FINDING_KINDS, LEAK_KINDS, type FindingKind } from '../../judge/compare/finding.ts';
import {
  CONFIRMATIONS,
  FUZZ_ENDS,
  type CaseFinished,
  type RunEvent,
  type RunFinished,
  type RunStarted,
} from '../../engine/events.ts';
import { VERDICTS } from '../../engine/verdict.ts';

const KINDS = Object.keys(FINDING_KINDS) as readonly FindingKind[];

const texts = z.array(z.string());
const count = z.int().nonnegative();
/** Milliseconds that a date can hold, also when others are added. */
const LATEST = 8e15;
const ms = z.number().min(0).max(1e12);
/** More parts than a suite may have cases. */
const MAX_SHARDS = 20_000;

const message = z.object({
  start: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  bytes: count,
});

const exchange = z.object({
  step: z.string(),
  request: message,
  reply: message.exactOptional(),
  noReply: z.string().exactOptional(),
  ms,
  at: z.number().min(0).max(LATEST).exactOptional(),
  curl: z.string(),
});

const finding = z.object({
  kind: z.enum(KINDS),
  clause: z.string(),
  level: z.enum(['must', 'should']),
  at: z.string(),
  expected: z.string(),
  actual: z.string(),
  leak: z.enum(LEAK_KINDS).exactOptional(),
  exchange: count.exactOptional(),
  share: z.number().exactOptional(),
});

const identity = z.object({
  id: z.string(),
  title: z.string(),
  clauses: texts,
  endpoint: z.enum(ENDPOINT_IDS),
  endpoints: z.array(z.enum(ENDPOINT_IDS)).exactOptional(),
  file: z.string(),
  line: count,
  chapter: z.string(),
  index: count,
});

const declare = z.object({ list: z.string(), line: z.string(), what: z.string() });

const cells = z.object({
  whole: z.boolean(),
  mustCells: count,
  verified: count,
  failed: count,
  notVerified: count,
});

const plan = z.object({
  suite: z.string(),
  document: z.string(),
  whole: z.boolean(),
  only: texts,
  skip: texts,
  repeat: count.exactOptional(),
  world: z.string().exactOptional(),
  shard: z
    .object({ index: count, of: count.max(MAX_SHARDS), cases: count, cells: texts.exactOptional() })
    .exactOptional(),
});

const endpoints = z.array(z.enum(ENDPOINT_IDS));
const statistics = { caseId: z.string(), exchange, replies: count, endpoints };
const throughout = z.object({
  cases: count,
  replies: count,
  seen: z.array(z.object({ word: z.string(), found: finding, cases: count, ...statistics })),
  forms: z.array(z.object({ field: z.string(), form: z.string(), ...statistics })),
});

const runStarted = z.object({
  kind: z.literal('run-started'),
  version: z.string(),
  target: z.string(),
  worldFile: z.string().exactOptional(),
  at: z.string().refine((text) => !(Date.parse(text) > LATEST)),
  planned: count,
  plan: plan.exactOptional(),
  warnings: texts,
  orientation: z.object({ requests: count, summary: texts, learned: texts }).exactOptional(),
}) satisfies z.ZodType<RunStarted>;

const caseFinished = z.object({
  kind: z.literal('case-finished'),
  case: identity,
  verdict: z.enum(VERDICTS),
  ms,
  confirmation: z.enum(CONFIRMATIONS).exactOptional(),
  place: count.exactOptional(),
  flaky: z.array(z.enum(VERDICTS)).exactOptional(),
  known: z.string().exactOptional(),
  findings: z.array(finding),
  limited: z.literal(true).exactOptional(),
  reason: z.string(),
  declare: z.array(declare).exactOptional(),
  notes: texts.exactOptional(),
  exchanges: z.array(exchange),
  others: z.array(exchange).exactOptional(),
  latency: z.partialRecord(z.enum(ENDPOINT_IDS), z.array(z.number())).exactOptional(),
  decided: texts,
}) satisfies z.ZodType<CaseFinished>;

const answers = z.object({
  requests: count,
  tallies: z.array(
    z.object({
      word: z.string(),
      kinds: z.array(z.tuple([z.string(), count])),
      endpoints,
      examples: z.array(exchange),
      incidents: count,
      longest: count,
      slowestMs: ms,
    }),
  ),
});

const learnedPace = z.object({
  perSecond: z.number().exactOptional(),
  atOnce: count.exactOptional(),
  resent: count,
});

const behaviours = z.object({
  count,
  capped: z.boolean().exactOptional(),
  sinceLast: count,
  random: count,
  once: count,
  ended: z.enum(FUZZ_ENDS).exactOptional(),
});

const runFinished = z.object({
  kind: z.literal('run-finished'),
  totals: z.object({ pass: count, fail: count, warn: count, skip: count, error: count }),
  ms,
  requests: count,
  partial: z.string(),
  stoppedAnswering: z.boolean().exactOptional(),
  answers: answers.exactOptional(),
  pace: learnedPace.exactOptional(),
  behaviours: behaviours.exactOptional(),
  cells: cells.exactOptional(),
  throughout: throughout.exactOptional(),
  gate: z.object({ green: z.boolean(), lines: texts }).exactOptional(),
}) satisfies z.ZodType<RunFinished>;

/** Members that it does not know do no harm: a record of a later version can still be read. */
export const runEventSchema = z.discriminatedUnion('kind', [
  runStarted,
  caseFinished,
  runFinished,
]) satisfies z.ZodType<RunEvent>;
