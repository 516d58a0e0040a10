/** The gates of every run: those that it always has to pass, `--fail-on` and `--min-coverage`, which only add to them. */
import { type CaseFinished, type MustCells, isSynthetic, type RunFinished } from '../engine/events.ts';
import { fewOf, plural, shareText } from '../text/quantities.ts';
import { totalsOf, type Verdict, VERDICT_WORDS } from '../engine/verdict.ts';

// What a gate is given, read from the events of a run, so that a saved record is held to the same gates; and what it gives:
// objections, of which the gravest decides the exit code.

/** In the order of precedence. */
export const OBJECTION_KINDS = {
  /** The target stopped answering. */
  outage: 'the target stopped answering',
  /** The run verified nothing at all. */
  nothing: 'nothing was verified',
  /** A must is broken, or a gate that the user set was not passed. */
  broken: 'a gate was not passed',
  /** The run was cut, or replies are missing. */
  unsure: 'the run was not checked to its end',
} as const satisfies Record<string, string>;

export type ObjectionKind = keyof typeof OBJECTION_KINDS;

export interface Objection {
  readonly kind: ObjectionKind;
  /** What the report of the run does not say by itself; none where it does. */
  readonly lines: readonly string[];
}

const ORDER = Object.keys(OBJECTION_KINDS) as readonly ObjectionKind[];

/** The gravest of several objections; undefined: green. */
export function gravest(objections: readonly Objection[]): ObjectionKind | undefined {
  return ORDER.find((kind) => objections.some((objection) => objection.kind === kind));
}

/** An objection where the condition holds. */
export function objectIf(
  holds: boolean,
  kind: ObjectionKind,
  ...lines: readonly string[]
): readonly Objection[] {
  return holds ? [{ kind, lines }] : [];
}

export interface RunFacts {
  /** Every case that was reported, including those outside the suite. */
  readonly cases: readonly CaseFinished[];
  /** How many cases of the suite were to come. */
  readonly planned: number;
  /** Why the run is incomplete; empty: every planned case ran. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly cells: MustCells;
}

const NO_CELLS: MustCells = { whole: false, mustCells: 0, verified: 0, failed: 0, notVerified: 0 };

/** The facts of a record. */
export function factsOf(record: {
  readonly cases: readonly CaseFinished[];
  readonly started: { readonly planned: number };
  readonly finished: Pick<RunFinished, 'partial' | 'stoppedAnswering' | 'cells'>;
}): RunFacts {
  const { cases, started, finished } = record;
  const { partial, stoppedAnswering = false, cells = NO_CELLS } = finished;
  return { cases, planned: started.planned, partial, stoppedAnswering, cells };
}

/** The cases of the suite, without those that were not planned. */
export function suiteCases({ cases }: Pick<RunFacts, 'cases'>): readonly CaseFinished[] {
  return cases.filter((event) => !isSynthetic(event));
}

/** Whether a failing case does not count against the run: it is known, or newer than what is required. */
export type Excused = (event: CaseFinished) => boolean;

/** A whole run in which no case passed, broke anything new or lacked its reply: it verified nothing. */
function verifiedNothing(facts: RunFacts, excused: Excused): boolean {
  const description = (event: CaseFinished): boolean =>
    event.verdict === 'pass' || event.verdict === 'error' || (event.verdict === 'fail' && !excused(event));
  return facts.partial === '' && !suiteCases(facts).some(description);
}

function nothing(facts: RunFacts, excused: Excused): readonly Objection[] {
  const { fail, warn } = totalsOf(suiteCases(facts));
  const known = fail === 0 ? [] : [`${plural(fail, 'case')} failed, which does not count against the target`];
  const warned = warn === 0 ? [] : [`${plural(warn, 'case')} only warned`];
  const others = [...known, ...warned];
  const line = others.length === 0 ? [] : [`nothing was verified: no case passed, ${others.join(', ')}`];
  return objectIf(verifiedNothing(facts, excused), 'nothing', ...line);
}

/** A record that says it is whole, but lacks cases: lines were lost on the way. */
function lost(facts: RunFacts): readonly Objection[] {
  const missing = facts.planned - suiteCases(facts).length;
  return objectIf(
    facts.partial === '' && missing !== 0,
    'unsure',
    missing > 0
      ? `the record is incomplete: ${missing} of ${plural(facts.planned, 'planned case')} are missing`
      : `the record is not one run: it holds ${plural(-missing, 'case')} more than were planned`,
  );
}

/** What no option can switch off. */
export function soundRun(facts: RunFacts, excused: Excused = () => false): readonly Objection[] {
  const { cases, partial, stoppedAnswering } = facts;
  return [
    ...objectIf(stoppedAnswering, 'outage'),
    ...nothing(facts, excused),
    ...objectIf(
      cases.some((event) => event.verdict === 'fail' && !excused(event)),
      'broken',
    ),
    ...objectIf(partial !== '' || cases.some(({ verdict }) => verdict === 'error'), 'unsure'),
    ...lost(facts),
  ];
}

const ended =
  (verdict: Verdict) =>
  (event: CaseFinished): boolean =>
    event.verdict === verdict;

/** Which cases each word turns red, and what they are called. `fail` always does. */
export const FAIL_ON = {
  fail: { is: ended('fail'), description: VERDICT_WORDS.fail },
  warn: { is: ended('warn'), description: VERDICT_WORDS.warn },
  skip: { is: ended('skip'), description: VERDICT_WORDS.skip },
  flaky: { is: ({ flaky }: CaseFinished): boolean => flaky !== undefined, description: 'flaky' },
} as const;

export type FailOn = keyof typeof FAIL_ON;

export const FAIL_ON_WORDS = Object.keys(FAIL_ON) as readonly FailOn[];

/** Words that need a lock: without one they would be ignored. Breaking drift always counts where there is a lock. */
export const DRIFT_WORDS = ['breaking', 'drift'] as const;

function objectTo(word: FailOn, events: readonly CaseFinished[]): readonly Objection[] {
  const ids = events.map((event) => event.case.id);
  const line = `--fail-on ${word}: ${plural(ids.length, 'case')} ${FAIL_ON[word].description}: ${fewOf(ids)}`;
  return objectIf(ids.length > 0, 'broken', line);
}

/** The objections to warned and skipped cases, where they are wanted. */
export function failOn(
  wanted: readonly string[],
  { cases }: RunFacts,
  excused: Excused = () => false,
): readonly Objection[] {
  return FAIL_ON_WORDS.filter((word) => word !== 'fail' && wanted.includes(word)).flatMap((word) =>
    objectTo(
      word,
      cases.filter((event) => FAIL_ON[word].is(event) && !excused(event)),
    ),
  );
}

// `--min-coverage 95%`: the share of must cells that have to be verified.

/** Objects where less than the percentage is verified, or where there is no cell to verify. */
export function minCoverage(
  percent: number | undefined,
  { verified, mustCells }: Pick<MustCells, 'verified' | 'mustCells'>,
): readonly Objection[] {
  if (percent === undefined) return [];
  const enough = mustCells > 0 && 100 * verified >= percent * mustCells;
  return objectIf(
    !enough,
    'broken',
    `--min-coverage ${percent}%: ${verified} of ${mustCells} must cells verified (${shareText(verified, mustCells)})`,
  );
}
