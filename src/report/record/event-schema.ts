/**
 * The events of a run as a schema: their types are inferred from it (`events.ts`), and records that come back from a file are checked
 * by it. Members that it does not know do no harm: a record of a later version can still be read, and one of an earlier version
 * lacks some.
 */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { FINDING_KINDS, LEAK_KINDS, type FindingKind } from '../../judge/finding.ts';
import { VERDICTS } from './verdict.ts';

const KINDS_OF_FINDINGS = Object.keys(FINDING_KINDS) as readonly FindingKind[];

const texts = z.array(z.string());
const count = z.int().nonnegative();
/** Milliseconds that a date can hold, also when others are added. */
const LATEST = 8e15;
const ms = z.number().min(0).max(1e12);

/** A request or a reply as it is shown: secrets masked, the body as text and cut to a bound. */
const message = z.object({
  /** `POST /api/… HTTP/1.1` or `HTTP/1.1 200`. */
  start: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  /** Bytes of the whole body; more than the shown text's where it was cut. */
  bytes: count,
});

const exchange = z.object({
  /** What was sent in words where a case has several requests: `within 3 of 5`; empty where it has one. */
  step: z.string(),
  request: message,
  /** Undefined: there was none, and `noReply` says why. */
  reply: message.exactOptional(),
  noReply: z.string().exactOptional(),
  ms,
  /** When it was sent, in milliseconds since 1970. */
  at: z.number().min(0).max(LATEST).exactOptional(),
  /** A shell line that sends the request again. */
  curl: z.string(),
});

/** A finding of the judge, with the exchange that shows it. */
const finding = z.object({
  kind: z.enum(KINDS_OF_FINDINGS),
  clause: z.string(),
  level: z.enum(['must', 'should']),
  at: z.string(),
  expected: z.string(),
  actual: z.string(),
  leak: z.enum(LEAK_KINDS).exactOptional(),
  /** Index into the case's exchanges; undefined where none was kept. */
  exchange: count.exactOptional(),
  /** Of a finding about all requests: the part of them that shows it, from 0 to 1. */
  share: z.number().exactOptional(),
});

const endpoint = z.enum(ENDPOINT_IDS);
const endpoints = z.array(endpoint);

const identity = z.object({
  /** `id/one-short@gamePlayer.client`. */
  id: z.string(),
  title: z.string(),
  clauses: texts,
  endpoint,
  /** Every endpoint that the case sends to; left out in older records, where `endpoint` is the only one known. */
  endpoints: endpoints.exactOptional(),
  /** The suite file, relative where it can be, and the line of the case in it. */
  file: z.string(),
  line: count,
  chapter: z.string(),
  /** The place in the order of the files; reports that keep file order sort by it. */
  index: count,
});

const runStarted = z.object({
  kind: z.literal('run-started'),
  /** The version of tagproof. */
  version: z.string(),
  /** The target's URL, without credentials, or `the embedded simulator`. */
  target: z.string(),
  /** The file that declares the target's world; left out where there is none. */
  worldFile: z.string().exactOptional(),
  /** What follows `tagproof run` in a line that sends its cases again: `my-target.yaml --suite own.yaml`; left out where nothing has to. */
  runWords: z.string().exactOptional(),
  /**
   * Only in the record that each run keeps in its folder: what named its target, its world and its suites. Such a record is written as
   * it happens: of two events of one case the later counts, and a killed run leaves no end.
   */
  kept: z
    .object({
      target: z.string().exactOptional(),
      world: z.string().exactOptional(),
      suite: texts.exactOptional(),
    })
    .exactOptional(),
  /** ISO 8601. */
  at: z.string().refine((text) => !(Date.parse(text) > LATEST)),
  /** How many cases are to come. */
  planned: count,
  /** The options of `run` by their names, but for what names the target, the suites and the reports; left out in older records, and where no suite is run. */
  options: z.record(z.string(), z.unknown()).exactOptional(),
  warnings: texts,
  /** Of recordings: what was read of them, in a few lines, in place of the number of cases. */
  read: texts.exactOptional(),
  /** The same as figures. */
  recorded: z
    .object({
      exchanges: count,
      judged: count,
      elsewhere: count,
      preflights: count,
      /** Refused for load, by a gateway or by a fault that was set. */
      conditions: count,
      withoutReply: count,
      withoutBody: count,
      cut: count,
      unreadable: count,
      tooLong: count,
      /** Operations that no judged exchange calls, and codes that no reply has. */
      neverCalled: texts,
      neverSeen: texts,
    })
    .exactOptional(),
  /** What the first requests showed about the target, where there were any: in a few lines, then each fact with its evidence. */
  orientation: z.object({ requests: count, summary: texts, learned: texts }).exactOptional(),
});

/** What repeats of a failing case showed, sent alone on a fresh connection. A failure stays one even if they pass. */
const confirmation = z.enum(['always', 'sometimes', 'in-company', 'not-tried']);

const caseFinishedSchema = z.object({
  kind: z.literal('case-finished'),
  case: identity,
  verdict: z.enum(VERDICTS),
  ms,
  /** Of a case that failed: whether it does so again; left out where the run does not look. */
  confirmation: confirmation.exactOptional(),
  /** Of a case that ran several times: the verdict of each run, where they differ; `verdict` is the gravest. */
  flaky: z.array(z.enum(VERDICTS)).exactOptional(),
  /** What became of the failure that `fuzz` found, and saved as this case. */
  again: z.enum(['fixed', 'still fails', 'fails in another way']).exactOptional(),
  /** The baseline that lists everything for which the case fails or warns, so that it does not fail the run. */
  known: z.string().exactOptional(),
  /** Worst first: the first names the cause. */
  findings: z.array(finding),
  /** The case whose finding explains this failure: `throughout/changed-state`. */
  follows: z.string().exactOptional(),
  /** It was skipped or ended in an error because the target limits how much is sent. */
  limited: z.literal(true).exactOptional(),
  /** Why it was skipped and what to declare, or why there was no reply to judge; empty otherwise. */
  reason: z.string(),
  /** Of a case that was not sent: what to declare so that it can be, in words; left out where nothing helps. */
  need: z.string().exactOptional(),
  /** Of the same: it asks for a key, a token or a subject by its name. */
  named: z.literal(true).exactOptional(),
  /** Of a case that was not sent: what it lacks that a world need not have, in words; left out where it lacks nothing of that. */
  undeclared: texts.exactOptional(),
  /** Notes for the reader, a line each: how often it was seen, how to send it again. */
  notes: texts.exactOptional(),
  /** Kept only where the case did not pass; at most a few. */
  exchanges: z.array(exchange),
  /** The exchanges that `exchanges` leaves out; only where the run was to keep all of them. */
  others: z.array(exchange).exactOptional(),
  /** Questions that the case decided: `tagKeys.effect@group: filter`. */
  decided: texts,
});

const answers = z.object({
  /** How many requests were sent for a first time. */
  requests: count,
  /** How often requests met something else than their answer, by the word for it. */
  tallies: z.array(
    z.object({
      /** `hung-up`, `late`, `gateway`, `limited` or `raced`. */
      word: z.string(),
      /** `timed out`, `HTTP 503`, each with its count. */
      kinds: z.array(z.tuple([z.string(), count])),
      endpoints,
      /** The first ones. */
      examples: z.array(exchange),
      /** In how many stretches answers were missing: within one, hardly any other request was answered. 0 for other words. */
      incidents: count,
      /** How long the slowest late reply took. */
      slowestMs: ms,
    }),
  ),
});

/** What a run learned about the target's limits. */
const learnedPace = z.object({
  /** The pace in requests per second at the end; left out where nothing was slowed down. */
  perSecond: z.number().exactOptional(),
  /** How many requests were sent again. */
  resent: count,
  /** Sending more slowly did not help. */
  inVain: z.literal(true).exactOptional(),
});

/** How many must cells (a must of the document on one endpoint) were verified. */
const cells = z.object({
  /** The whole suite ran, so that every must cell counts; else those of the selected cases. */
  whole: z.boolean(),
  mustCells: count,
  /** By a case that passed, and broken in no other. */
  verified: count,
  failed: count,
  notVerified: count,
  /** Cells that do not count, as all of their cases need what a world need not have; left out where all count. */
  uncounted: z.object({ cells: count, needs: texts }).exactOptional(),
});

const runFinishedSchema = z.object({
  kind: z.literal('run-finished'),
  totals: z.object({ pass: count, fail: count, warn: count, skip: count, error: count }),
  ms,
  /** How many requests were sent; 0 in the record of a run that was killed. */
  requests: count,
  /** How many went at once at the end, where it were more than at first. */
  atOnce: count.exactOptional(),
  /**
   * Why not every planned case ran (interrupted, --max-time, failFast, the target stopped answering); empty: all ran.
   * After an outage it has a line for each request that was under way.
   */
  partial: z.string(),
  /** The target gave no further replies, so that the run ended. */
  stoppedAnswering: z.boolean().exactOptional(),
  /** Left out where every request was answered at once, and in older records. */
  answers: answers.exactOptional(),
  /** Left out where the target set no limit. */
  pace: learnedPace.exactOptional(),
  /** Left out in a run that is not planned by clauses, such as fuzzing. */
  cells: cells.exactOptional(),
  /**
   * Whether the gates of the command are green, with a line or more for each objection and for whatever else is worth knowing; left
   * out where no gate applies.
   */
  gate: z.object({ green: z.boolean(), lines: texts }).exactOptional(),
});

export const runEventSchema = z.discriminatedUnion('kind', [
  runStarted,
  caseFinishedSchema,
  runFinishedSchema,
]);
