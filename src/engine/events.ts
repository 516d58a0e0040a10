/** The typed events of a run. Every report is a fold over them; they hold no secret and can be written and read as JSON. */
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { Finding } from '../judge/compare/finding.ts';
import type { Declare } from '../world/declared-world.ts';
import type { Totals, Verdict } from './verdict.ts';

export type { Declare };

/** A request or a reply as it is shown: secrets masked, the body as text and cut to a bound. */
export interface RedactedMessage {
  /** `POST /api/… HTTP/1.1` or `HTTP/1.1 200`. */
  readonly start: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Bytes of the whole body; more than the shown text's where it was cut. */
  readonly bytes: number;
}

export interface RedactedExchange {
  /** What was sent in words where a case has several requests: `within 3 of 5`; empty where it has one. */
  readonly step: string;
  readonly request: RedactedMessage;
  /** Undefined: there was none, and `noReply` says why. */
  readonly reply?: RedactedMessage;
  readonly noReply?: string;
  /** Milliseconds. */
  readonly ms: number;
  /** When it was sent, in milliseconds since 1970; left out in older records. */
  readonly at?: number;
  /** A shell line that sends the request again. */
  readonly curl: string;
}

/** A finding, with the exchange that shows it. */
export interface RedactedFinding extends Finding {
  /** Of a finding about all requests: the part of them that shows it, from 0 to 1. */
  readonly share?: number;
  /** Index into the case's exchanges; undefined where none was kept. */
  readonly exchange?: number;
}

export interface CaseIdentity {
  /** `id/one-short@gamePlayer.client`. */
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly ClauseId[];
  readonly endpoint: EndpointId;
  /** Every endpoint that the case sends to; left out in older records, where `endpoint` is the only one known. */
  readonly endpoints?: readonly EndpointId[];
  /** The suite file, relative where it can be, and the line of the case in it. */
  readonly file: string;
  readonly line: number;
  readonly chapter: string;
  /** The place in the order of the files; reports that keep file order sort by it. */
  readonly index: number;
}

export interface OrientationSummary {
  readonly requests: number;
  /** What was learned, in a few lines. */
  readonly summary: readonly string[];
  /** Each fact with its evidence. */
  readonly learned: readonly string[];
}

/** What a run set out to do, so that its record can be compared with others. */
export interface PlanFacts {
  /** SHA-256 of all cases of the suite as they are written, in hexadecimal. */
  readonly suite: string;
  /** SHA-256 of the document as data: its clauses, questions, endpoints and codes. */
  readonly document: string;
  /** Every case of tagproof is selected, and no other. */
  readonly whole: boolean;
  /** The globs of --only and --skip. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** How many times each case runs; left out: once. */
  readonly repeat?: number;
  /** SHA-256 of the file that declares the target's world; left out where there is none. */
  readonly world?: string;
  /** Of a run that is only a part of one. */
  readonly shard?: ShardFacts;
}

/** Which part of a plan a run is, and what it takes to put the parts together. */
export interface ShardFacts {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
  /** How many cases the whole plan has. */
  readonly cases: number;
  /** The must cells of all selected cases; left out where the whole suite is selected. */
  readonly cells?: readonly string[];
}

/** How often a finding of `throughout/` was seen, and the first reply that shows it. */
export interface OccurrenceTally {
  readonly word: string;
  readonly found: Finding;
  /** The first case. */
  readonly caseId: string;
  readonly exchange: RedactedExchange;
  readonly cases: number;
  readonly replies: number;
  readonly endpoints: readonly EndpointId[];
}

/** How often a code field came in one form, and the first reply with it. */
export interface FormTally {
  readonly field: string;
  readonly form: string;
  readonly caseId: string;
  readonly exchange: RedactedExchange;
  readonly replies: number;
  readonly endpoints: readonly EndpointId[];
}

/** How often requests met something else than their answer, by the word for it, and the first ones that did. */
export interface UnansweredTally {
  /** `hung-up`, `late`, `gateway` or `limited`. */
  readonly word: string;
  /** `timed out`, `HTTP 503`, each with its count. */
  readonly kinds: readonly (readonly [kind: string, count: number])[];
  readonly endpoints: readonly EndpointId[];
  readonly examples: readonly RedactedExchange[];
  /** In how many stretches they came: within one, hardly any other request was answered. */
  readonly incidents: number;
  /** How many requests in a row got no answer. */
  readonly longest: number;
  /** How long the slowest late reply took, in milliseconds. */
  readonly slowestMs: number;
}

export interface AnswersTally {
  /** How many requests were sent for a first time. */
  readonly requests: number;
  readonly tallies: readonly UnansweredTally[];
}

/** What the replies of a shard have in common: the parts add up to what one run says. */
export interface ThroughoutTallies {
  readonly cases: number;
  readonly replies: number;
  readonly seen: readonly OccurrenceTally[];
  /** In the order in which they were first seen. */
  readonly forms: readonly FormTally[];
}

export interface RunStarted {
  readonly kind: 'run-started';
  /** The version of tagproof. */
  readonly version: string;
  /** The target's URL, without credentials, or `the embedded simulator`. */
  readonly target: string;
  /** The file that declares the target's world, to which lines can be added; left out where there is none. */
  readonly worldFile?: string;
  /** ISO 8601. */
  readonly at: string;
  /** How many cases are to come. */
  readonly planned: number;
  /** Left out in older records, and where no suite is run. */
  readonly plan?: PlanFacts;
  readonly warnings: readonly string[];
  /** What the first requests showed about the target, where there were any. */
  readonly orientation?: OrientationSummary;
}

/** Milliseconds from sending to the end of the reply, for each reply of an endpoint in the order of sending. */
export type Latency = Readonly<Partial<Record<EndpointId, readonly number[]>>>;

/** What repeats of a failing case showed, sent alone on a fresh connection. A failure stays one even if they pass. */
export const CONFIRMATIONS = ['always', 'sometimes', 'in-company', 'not-tried'] as const;

export type Confirmation = (typeof CONFIRMATIONS)[number];

export interface CaseFinished {
  readonly kind: 'case-finished';
  readonly case: CaseIdentity;
  readonly verdict: Verdict;
  /** Milliseconds. */
  readonly ms: number;
  /** Of a case that failed: whether it does so again; left out where the run does not look. */
  readonly confirmation?: Confirmation;
  /** Of a case that ran several times: the verdict of each run, where they differ; `verdict` is the gravest. */
  readonly flaky?: readonly Verdict[];
  /** The baseline that lists everything for which the case fails or warns, so that it does not fail the run. */
  readonly known?: string;
  /** In a shard: the place of the case in the order of the whole plan. */
  readonly place?: number;
  /** Worst first: the first names the cause. */
  readonly findings: readonly RedactedFinding[];
  /** It was skipped or ended in an error because the target limits how much is sent. */
  readonly limited?: true;
  /** Why it was skipped and what to declare, or why there was no reply to judge; empty otherwise. */
  readonly reason: string;
  /** Of a case that was not sent: the lines to add to the target file so that it can be; left out where none helps. */
  readonly declare?: readonly Declare[];
  /** Notes for the reader, a line each: how often it was seen, how to send it again. */
  readonly notes?: readonly string[];
  /** Kept only where the case did not pass; at most a few. */
  readonly exchanges: readonly RedactedExchange[];
  /** The exchanges that `exchanges` leaves out; only where the run was to keep all of them. */
  readonly others?: readonly RedactedExchange[];
  /** How long each reply of the case took, in milliseconds; left out where none came and in older records. */
  readonly latency?: Latency;
  /** Questions that the case decided: `tagKeys.effect@group: filter`. */
  readonly decided: readonly string[];
}

/** What a run learned about the target's limits. */
export interface LearnedPace {
  /** The pace in requests per second at the end, of the key that was refused most; left out where no rate was learned. */
  readonly perSecond?: number;
  /** How many requests at once, where sessions are limited. */
  readonly atOnce?: number;
  /** How many requests were sent again. */
  readonly resent: number;
}

/** How many must cells (a must of the document on one endpoint) were verified. */
export interface MustCells {
  /** The whole suite ran, so that every must cell counts; else those of the selected cases. */
  readonly whole: boolean;
  readonly mustCells: number;
  /** By a case that passed, and broken in no other. */
  readonly verified: number;
  readonly failed: number;
  readonly notVerified: number;
}

/** Whether the run is green, and what says otherwise. */
export interface GateOutcome {
  readonly green: boolean;
  /** A line or more for each objection and for whatever else is worth knowing. */
  readonly lines: readonly string[];
}

/** What a fuzz run ended with. */
export const FUZZ_ENDS = ['runs', 'time', 'until', 'all'] as const;

/** How many behaviours of a target a fuzz run saw, and what it takes to estimate how soon a new one comes. */
export interface SeenBehaviours {
  readonly count: number;
  /** There were more; the count stopped here. */
  readonly capped?: boolean;
  /** How many requests were sent since the last new one was seen. */
  readonly sinceLast: number;
  /** Random requests, and the behaviours that one random trial alone showed: the first over the second is the estimate. */
  readonly random: number;
  readonly once: number;
  /** What ended the run; left out where `partial` says it. */
  readonly ended?: (typeof FUZZ_ENDS)[number];
}

export interface RunFinished {
  readonly kind: 'run-finished';
  readonly totals: Totals;
  /** Milliseconds. */
  readonly ms: number;
  /** How many requests were sent. */
  readonly requests: number;
  /**
   * Why not every planned case ran (interrupted, --max-time, --fail-fast, the target stopped answering); empty: all ran.
   * After an outage it has a line for each request that was under way.
   */
  readonly partial: string;
  /** The target gave no further replies, so that the run ended. */
  readonly stoppedAnswering?: boolean;
  /** Left out where every request was answered at once, and in older records. */
  readonly answers?: AnswersTally;
  /** What was learned about the target's limits; left out where it set none. */
  readonly pace?: LearnedPace;
  /** Of a fuzz run; left out in older records. */
  readonly behaviours?: SeenBehaviours;
  /** Left out in a run that is not planned by clauses, such as fuzzing. */
  readonly cells?: MustCells;
  /** Only in a shard. */
  readonly throughout?: ThroughoutTallies;
  /** What the gates of the command say; left out where no gate applies. */
  readonly gate?: GateOutcome;
}

/** Chapters of cases that no suite has: what many replies have in common, and what the orientation found. */
export const BESIDE_SUITE = { throughout: 'throughout', orientation: 'orientation' } as const;

const CHAPTERS_BESIDE: ReadonlySet<string> = new Set(Object.values(BESIDE_SUITE));

/** Whether a case is outside the suite: it was not planned. */
export function isBesideSuite({ case: { chapter } }: CaseFinished): boolean {
  return CHAPTERS_BESIDE.has(chapter);
}

export type RunEvent = RunStarted | CaseFinished | RunFinished;
