/**
 * The typed events of a run. Every report is a fold over them; they hold no secret and can be written and read as JSON. What each
 * member means is said in the schema from which the types come; a plain run does not load it.
 */
import type { z } from 'zod';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import { VERSION } from '../../base/version.ts';
import type { runEventSchema } from './event-schema.ts';

/** Stands where a case is about no endpoint. */
const ANYWHERE: EndpointId = ENDPOINT_IDS[0] as EndpointId;

/** Nothing of an event is changed once it is made. */
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };

export type RunEvent = DeepReadonly<z.infer<typeof runEventSchema>>;

export type RunStarted = Extract<RunEvent, { readonly kind: 'run-started' }>;
/** What a run says of itself before its first request. */
export type RunHead = Omit<RunStarted, 'kind' | 'planned' | 'orientation'>;
export type KeptWords = NonNullable<RunStarted['kept']>;
export type SetupSummary = NonNullable<RunStarted['orientation']>;

export type CaseFinished = Extract<RunEvent, { readonly kind: 'case-finished' }>;
export type CaseIdentity = CaseFinished['case'];
export type Confirmation = NonNullable<CaseFinished['confirmation']>;
export type RedactedFinding = CaseFinished['findings'][number];
export type RedactedExchange = CaseFinished['exchanges'][number];
export type RedactedMessage = RedactedExchange['request'];

export type RunFinished = Extract<RunEvent, { readonly kind: 'run-finished' }>;
export type AnswersTally = NonNullable<RunFinished['answers']>;
export type UnansweredTally = AnswersTally['tallies'][number];
export type LearnedPace = NonNullable<RunFinished['pace']>;
export type MustCells = NonNullable<RunFinished['cells']>;

/** A run as a whole, as its events say it. */
export interface RunRecord {
  readonly started: RunStarted;
  readonly cases: readonly CaseFinished[];
  readonly finished: RunFinished;
}

/** The record of a run that a file holds. */
export interface FileRecord extends RunRecord {
  readonly file: string;
}

/** `target`: its name in reports. */
export const runHead = (target: string, warnings: readonly string[], at = new Date()): RunHead => ({
  version: VERSION,
  target,
  at: at.toISOString(),
  warnings,
});

/** The event of a case that no suite has: what is not given is empty. */
export const caseWithoutSuite = (
  { id, title, chapter, ...identity }: Pick<CaseIdentity, 'id' | 'title' | 'chapter'> & Partial<CaseIdentity>,
  { verdict, ...event }: Pick<CaseFinished, 'verdict'> & Partial<CaseFinished>,
): CaseFinished => ({
  kind: 'case-finished',
  case: { id, title, clauses: [], endpoint: ANYWHERE, file: '', line: 0, chapter, index: 0, ...identity },
  verdict,
  ms: 0,
  findings: [],
  reason: '',
  exchanges: [],
  decided: [],
  ...event,
});

/** Chapters of cases that no suite has: what many replies have in common and, in records of before, what first requests found. */
export const SYNTHETIC_CHAPTERS = { throughout: 'throughout', orientation: 'orientation' } as const;

/** The chapter of exchanges that were recorded elsewhere: each is a case that was judged, but none that could be run. */
export const RECORDED_CHAPTER = 'recorded';
/** The chapter of what the fuzzer finds. */
export const FUZZING_CHAPTER = 'fuzzing';

const SYNTHETIC: ReadonlySet<string> = new Set(Object.values(SYNTHETIC_CHAPTERS));

/** Whether a case can be run by its id. */
export function isOfSuite(event: CaseFinished): boolean {
  const { chapter } = event.case;
  return !isSynthetic(event) && chapter !== RECORDED_CHAPTER && chapter !== FUZZING_CHAPTER;
}

/** Whether a case is outside the suite: it was not planned. */
export function isSynthetic({ case: { chapter } }: CaseFinished): boolean {
  return SYNTHETIC.has(chapter);
}
