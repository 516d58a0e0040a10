/** Compares a run with a baseline: which findings are new, and which entries say something that is no longer so. */
import { DIALECT_PREFIX } from '../../spec/clauses.ts';
import { bucketKey } from '../../judge/finding.ts';
import { globToPattern } from '../../cases/format/select.ts';
import {
  FUZZING_CHAPTER,
  RECORDED_CHAPTER,
  SYNTHETIC_CHAPTERS,
  type CaseFinished,
  type RedactedFinding,
} from '../record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { grouped } from '../../base/text/grouping.ts';
import { fewLines, plural } from '../../base/text/quantities.ts';
import { headed } from '../../base/text/columns.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { BaselineEntry } from './baseline.ts';
import { isOver } from './day.ts';
import { objectIf, type Objection } from './run-gates.ts';

/** What a run was, as far as it matters to entries whose finding it does not have. */
interface RunExtent {
  readonly cases: readonly CaseFinished[];
  /** Every case of the suite was selected, and the run came to its end. */
  readonly whole: boolean;
  /** Left out where no suite is run: then no entry is stale. */
  readonly suite?: readonly Instance[] | undefined;
}

const matchesCase = ({ cases }: Pick<BaselineEntry, 'cases'>, id: string): boolean =>
  cases === undefined || cases.some((glob) => globToPattern(glob).test(id));

const matches = (entry: BaselineEntry, id: string, found: RedactedFinding): boolean =>
  entry.clause === found.clause && entry.kind === found.kind && matchesCase(entry, id);

/** Whether the baseline knows everything for which a case fails or warns. */
export function isKnown(entries: readonly BaselineEntry[], today: string): (event: CaseFinished) => boolean {
  const live = entries.filter(({ until }) => !isOver(until, today));
  return ({ case: { id }, verdict, findings }) => {
    const grave = findings.filter(({ level }) => verdict !== 'fail' || level === 'must');
    return grave.length > 0 && grave.every((found) => live.some((entry) => matches(entry, id, found)));
  };
}

/** Cases that no suite has, and that other commands report. */
const OF_OTHER_COMMANDS = [`${RECORDED_CHAPTER}/`, 'fuzz/', `${FUZZING_CHAPTER}/`];
const OF_NO_SUITE = [...OF_OTHER_COMMANDS, ...Object.values(SYNTHETIC_CHAPTERS).map((name) => `${name}/`)];
const beginsWith = (glob: string, starts: readonly string[]): boolean =>
  starts.some((start) => glob.startsWith(start));

/** What is wrong with the cases of an entry, where one of them is no case of the suite. */
function strangeCase({ cases }: BaselineEntry, suite: RunExtent['suite'] = []): string | undefined {
  const strange = cases?.find(
    (glob) =>
      suite.length > 0 &&
      !beginsWith(glob, OF_NO_SUITE) &&
      !suite.some(({ id }) => globToPattern(glob).test(id)),
  );
  if (strange === undefined) return undefined;
  const hint = didYouMean(strange, new Set(suite.flatMap(({ id, from }) => [from.written.id, id])));
  return [`no case is called ${visibleLine(strange)}`, hint ?? []].flat().join('; ');
}

/** Whether the cases that an entry is about ran and were judged, so that its finding would have been seen. */
function isChecked({ cases, clause }: BaselineEntry, { suite, whole, ...run }: RunExtent): boolean {
  if (suite === undefined || cases?.some((glob) => beginsWith(glob, OF_OTHER_COMMANDS)) === true)
    return false;
  const about = suite.filter(({ id, from }) =>
    cases === undefined ? from.written.clauses.includes(clause) : matchesCase({ cases }, id),
  );
  // A finding that no case is about, such as one of all requests.
  if (about.length === 0) return whole;
  const verdicts = new Map(run.cases.map((event) => [event.case.id, event.verdict]));
  const its = new Set(about.map(({ id }) => verdicts.get(id) ?? 'error'));
  if (its.has('error') || (cases !== undefined && its.has('skip'))) return false;
  return its.has('pass') || its.has('fail') || its.has('warn');
}

/** Compares every finding of a run with the entries. `words`: those of --fail-on, by which findings of shoulds count; `today`: as 2027-01-31. */
export function holdBaseline(
  entries: readonly BaselineEntry[],
  extent: RunExtent,
  words: readonly string[],
  today: string,
) {
  const counts = ({ level, clause }: RedactedFinding): boolean =>
    level === 'must' ||
    words.includes('warn') ||
    (words.includes('dialect') && clause.startsWith(DIALECT_PREFIX));
  const all = extent.cases.flatMap(({ case: { id }, findings }) =>
    findings.map((found) => ({ key: `${id} ${bucketKey(found)}`, id, found })),
  );
  const fresh = all.filter(
    ({ id, found }) => counts(found) && !entries.some((entry) => matches(entry, id, found)),
  );
  const [seen, gone] = parted(entries, (entry) => all.some(({ id, found }) => matches(entry, id, found)));
  const [stale, unchecked] = parted(gone, (entry) => isChecked(entry, extent));
  const strange = new Map(
    gone.flatMap((entry) => {
      const why = strangeCase(entry, extent.suite);
      return why === undefined ? [] : [[entry, why] as const];
    }),
  );
  const [expired, known] = parted(seen, ({ until }) => isOver(until, today));
  /** `fresh`: findings that no entry is about, one of each key; `strange`: why no run can have the finding of an entry. */
  return {
    fresh: [...new Map(fresh.map((each) => [each.key, each])).values()],
    known,
    expired,
    stale,
    unchecked,
    strange,
  };
}

const parted = <T>(all: readonly T[], holds: (value: T) => boolean) =>
  [all.filter(holds), all.filter((each) => !holds(each))] as const;

type HeldBaseline = ReturnType<typeof holdBaseline>;

const MAX_LISTED_ENTRIES = 20;

const listedObjection = (count: number, head: string, lines: readonly string[]): readonly Objection[] =>
  objectIf(count > 0, 'broken', ...headed(`baseline: ${head}:`, fewLines(lines, MAX_LISTED_ENTRIES)));

const entriesText = ({ length }: readonly unknown[]): string =>
  `${length} ${length === 1 ? 'entry' : 'entries'}`;

const entryPlaces = (entries: readonly BaselineEntry[], why?: HeldBaseline['strange']): readonly string[] =>
  entries.map((entry) => {
    const until = entry.until ? ` (until ${entry.until})` : '';
    const because = why?.get(entry);
    return `${entry.place}: ${bucketKey(entry)}${until}${because === undefined ? '' : `: ${because}`}`;
  });

const strangeHead = (entries: readonly BaselineEntry[]): string =>
  `${entriesText(entries)} about no case of this suite; correct the name, or take the entry out`;

/** Objects to new findings and to entries that say something that is no longer so. */
export function baselineObjections({ fresh, expired, strange, ...held }: HeldBaseline): readonly Objection[] {
  const [astray, stale] = parted(held.stale, (entry) => strange.has(entry));
  return [
    ...listedObjection(
      fresh.length,
      plural(fresh.length, 'new finding'),
      fresh.map(({ key }) => key),
    ),
    ...listedObjection(
      stale.length,
      `${entriesText(stale)} did not occur; --update-baseline takes it out`,
      entryPlaces(stale),
    ),
    ...listedObjection(astray.length, strangeHead(astray), entryPlaces(astray, strange)),
    ...listedObjection(
      expired.length,
      `${entriesText(expired)} occurred after the last day; mend it, or give it another day and say why`,
      entryPlaces(expired),
    ),
  ];
}

/** What is worth knowing besides the objections. */
export function baselineNotes({ known, fresh, strange, ...held }: HeldBaseline): readonly string[] {
  const [astray, unchecked] = parted(held.unchecked, (entry) => strange.has(entry));
  return [
    ...(known.length === 0
      ? []
      : [`baseline: ${entriesText(known)} occurred${fresh.length === 0 ? ', nothing new' : ''}`]),
    ...(unchecked.length === 0
      ? []
      : [`baseline: ${entriesText(unchecked)} not checked: the run has no reply of the cases in question`]),
    ...headed(
      `baseline: ${strangeHead(astray)}:`,
      fewLines(entryPlaces(astray, strange), MAX_LISTED_ENTRIES),
    ),
  ];
}

/** A cause in more cases than these is accepted in all. */
const MAX_NAMED_CASES = 20;
const REASON = 'to be looked at';

/** The entries for what is new: one for each cause. */
export const entriesFor = ({ fresh }: HeldBaseline) =>
  [...grouped(fresh, ({ found }) => bucketKey(found)).values()].flatMap((its) => {
    const [first] = its;
    if (first === undefined) return [];
    const { clause, kind } = first.found;
    const cases = its.length > MAX_NAMED_CASES ? {} : { cases: its.map(({ id }) => id) };
    return [{ clause, kind, ...cases, reason: REASON }];
  });
