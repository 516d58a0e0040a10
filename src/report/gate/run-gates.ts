/** The gates of every run: those that it always has to pass, `--fail-on` and `--min-coverage`, which only add to them. */
import { DIALECT_PREFIX } from '../../spec/clauses.ts';
import { type CaseFinished, type MustCells, isSynthetic, type RunRecord } from '../record/events.ts';
import { fewOf, plural, shareText } from '../../base/text/quantities.ts';
import { totalsOf, VERDICT_WORDS } from '../record/verdict.ts';
import { unverifiedLine } from '../facts/run-facts.ts';

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

/** Whether a failing case does not count against the run: a baseline knows it. */
type Excused = (event: CaseFinished) => boolean;

/** What no option can switch off. */
export function soundRun(
  { cases, finished }: RunRecord,
  excused: Excused = () => false,
): readonly Objection[] {
  const ofSuite = cases.filter((event) => !isSynthetic(event));
  const isBroken = (event: CaseFinished): boolean => event.verdict === 'fail' && !excused(event);
  const saysSomething = (event: CaseFinished): boolean =>
    event.verdict === 'pass' || event.verdict === 'error' || isBroken(event);
  const { fail, warn } = totalsOf(ofSuite);
  const others = [
    ...(fail === 0 ? [] : [`${plural(fail, 'case')} failed, which does not count against the target`]),
    ...(warn === 0 ? [] : [`${plural(warn, 'case')} only warned`]),
  ];
  return [
    ...objectIf(finished.stoppedAnswering === true, 'outage'),
    ...objectIf(
      finished.partial === '' && !ofSuite.some(saysSomething),
      'nothing',
      ...(others.length === 0 ? [] : [`nothing was verified: no case passed, ${others.join(', ')}`]),
    ),
    ...objectIf(cases.some(isBroken), 'broken'),
    ...objectIf(finished.partial !== '' || cases.some(({ verdict }) => verdict === 'error'), 'unsure'),
  ];
}

const isAgainstDialect = ({ clause }: { readonly clause: string }): boolean =>
  clause.startsWith(DIALECT_PREFIX);

/** The cases that a word of --fail-on is about, and what they are called. */
const OF_CASES = {
  warn: [VERDICT_WORDS.warn, ({ verdict }) => verdict === 'warn'],
  skip: [VERDICT_WORDS.skip, ({ verdict }) => verdict === 'skip'],
  flaky: ['flaky', ({ flaky }) => flaky !== undefined],
  dialect: ['against its dialect', ({ findings }) => findings.some(isAgainstDialect)],
} as const satisfies Record<string, readonly [words: string, isOf: (event: CaseFinished) => boolean]>;

/** Of a run that counts no cells, and of older records. */
const NO_CELLS: MustCells = { whole: false, mustCells: 0, verified: 0, failed: 0, notVerified: 0 };

/** The gates that options set: `words` of --fail-on, the percentage of --min-coverage. */
export function wantedGates(
  { cases, finished: { cells = NO_CELLS } }: RunRecord,
  words: readonly string[],
  percent: number | undefined,
  excused: Excused,
): readonly Objection[] {
  const ofCases = Object.entries(OF_CASES).flatMap(([word, [said, isOf]]) => {
    const ids = cases.filter((event) => isOf(event) && !excused(event)).map((event) => event.case.id);
    const line = `--fail-on ${word}: ${plural(ids.length, 'case')} ${said}: ${fewOf(ids)}`;
    return objectIf(words.includes(word) && ids.length > 0, 'broken', line);
  });
  const { verified, mustCells } = cells;
  return [
    ...ofCases,
    ...objectIf(
      percent !== undefined && (mustCells === 0 || 100 * verified < percent * mustCells),
      'broken',
      `--min-coverage ${percent}%: ${verified} of ${mustCells} must cells verified (${shareText(verified, mustCells)})`,
    ),
    ...objectIf(
      words.includes('unverified') && verified < mustCells,
      'broken',
      `--fail-on unverified: ${unverifiedLine(cells)}`,
    ),
  ];
}
