/** The gates of every run: those that it always has to pass, `--fail-on` and `--min-coverage`, which only add to them. */
import { DIALECT_PREFIX } from '../../spec/clauses.ts';
import { type CaseFinished, type MustCells, isSynthetic, type RunRecord } from '../record/events.ts';
import { fewOf, plural, shareText } from '../../base/text/quantities.ts';
import { totalsOf, VERDICT_WORDS } from '../record/verdict.ts';

// A gate is given the record of a run, so that a saved one is held to the same gates; it gives objections, of which the gravest
// decides the exit code.

/**
 * In the order of precedence: the target stopped answering; nothing at all was verified; a must is broken, or a gate that the user
 * set was not passed; the run was cut, or replies are missing.
 */
const OBJECTION_KINDS = ['outage', 'nothing', 'broken', 'unsure'] as const;

type ObjectionKind = (typeof OBJECTION_KINDS)[number];

export interface Objection {
  readonly kind: ObjectionKind;
  /** What the report of the run does not say by itself; none where it does. */
  readonly lines: readonly string[];
}

/** The gravest of several objections; undefined: green. */
export function gravest(objections: readonly Objection[]): ObjectionKind | undefined {
  return OBJECTION_KINDS.find((kind) => objections.some((objection) => objection.kind === kind));
}

/** An objection where the condition holds. */
export function objectIf(
  holds: boolean,
  kind: ObjectionKind,
  ...lines: readonly string[]
): readonly Objection[] {
  return holds ? [{ kind, lines }] : [];
}

const NO_CELLS: MustCells = { whole: false, mustCells: 0, verified: 0, failed: 0, notVerified: 0 };

/** The cells that a run counted; older records have none. */
export const cellsIn = ({ finished: { cells = NO_CELLS } }: RunRecord): MustCells => cells;

/** The cases of the suite, without those that were not planned. */
export function suiteCases({ cases }: Pick<RunRecord, 'cases'>): readonly CaseFinished[] {
  return cases.filter((event) => !isSynthetic(event));
}

/** Whether a failing case does not count against the run: it is known, or newer than what is required. */
export type Excused = (event: CaseFinished) => boolean;

/** A whole run in which no case passed, broke anything new or lacked its reply: it verified nothing. */
function verifiedNothing(record: RunRecord, excused: Excused): boolean {
  const description = (event: CaseFinished): boolean =>
    event.verdict === 'pass' || event.verdict === 'error' || (event.verdict === 'fail' && !excused(event));
  return record.finished.partial === '' && !suiteCases(record).some(description);
}

function nothing(record: RunRecord, excused: Excused): readonly Objection[] {
  const { fail, warn } = totalsOf(suiteCases(record));
  const known = fail === 0 ? [] : [`${plural(fail, 'case')} failed, which does not count against the target`];
  const warned = warn === 0 ? [] : [`${plural(warn, 'case')} only warned`];
  const others = [...known, ...warned];
  const line = others.length === 0 ? [] : [`nothing was verified: no case passed, ${others.join(', ')}`];
  return objectIf(verifiedNothing(record, excused), 'nothing', ...line);
}

/** A record that says it is whole, but lacks cases: lines were lost on the way. */
function lost(record: RunRecord): readonly Objection[] {
  const { planned } = record.started;
  const missing = planned - suiteCases(record).length;
  return objectIf(
    record.finished.partial === '' && missing !== 0,
    'unsure',
    missing > 0
      ? `the record is incomplete: ${missing} of ${plural(planned, 'planned case')} are missing`
      : `the record is not one run: it holds ${plural(-missing, 'case')} more than were planned`,
  );
}

/** What no option can switch off. */
export function soundRun(record: RunRecord, excused: Excused = () => false): readonly Objection[] {
  const { cases, finished } = record;
  return [
    ...objectIf(finished.stoppedAnswering === true, 'outage'),
    ...nothing(record, excused),
    ...objectIf(
      cases.some((event) => event.verdict === 'fail' && !excused(event)),
      'broken',
    ),
    ...objectIf(finished.partial !== '' || cases.some(({ verdict }) => verdict === 'error'), 'unsure'),
    ...lost(record),
  ];
}

/** What turns a run red: cases of a verdict, of which failed ones always do, flaky ones, replies against the dialect; musts that were not verified. */
export const FAIL_ON_WORDS = ['fail', 'warn', 'skip', 'flaky', 'dialect', 'unverified'] as const;

type FailOn = Exclude<(typeof FAIL_ON_WORDS)[number], 'fail' | 'unverified'>;

const OF_CASES: readonly FailOn[] = ['warn', 'skip', 'flaky', 'dialect'];

function isOf(word: FailOn, { verdict, flaky, findings }: CaseFinished): boolean {
  if (word === 'flaky') return flaky !== undefined;
  return word === 'dialect'
    ? findings.some(({ clause }) => clause.startsWith(DIALECT_PREFIX))
    : verdict === word;
}

function objectTo(word: FailOn, events: readonly CaseFinished[]): readonly Objection[] {
  const ids = events.map((event) => event.case.id);
  const said = word === 'flaky' ? word : word === 'dialect' ? 'against its dialect' : VERDICT_WORDS[word];
  const line = `--fail-on ${word}: ${plural(ids.length, 'case')} ${said}: ${fewOf(ids)}`;
  return objectIf(ids.length > 0, 'broken', line);
}

/** The objections to what these words name, where it is wanted. */
export function failOn(
  wanted: readonly string[],
  { cases }: RunRecord,
  excused: Excused = () => false,
): readonly Objection[] {
  return OF_CASES.filter((word) => wanted.includes(word)).flatMap((word) =>
    objectTo(
      word,
      cases.filter((event) => isOf(word, event) && !excused(event)),
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
