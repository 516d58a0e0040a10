/** Makes the record of one run from the records of its shards: the same cases, verdicts and figures; only times and request counts differ. */
import {
  SYNTHETIC_CHAPTERS,
  isSynthetic,
  type CaseFinished,
  type FileRecord,
  type LearnedPace,
  type MustCells,
  type PlanFacts,
  type RunEvent,
  type RunFinished,
  type RunStarted,
  type AnswersTally,
  type FormTally,
  type OccurrenceTally,
  type RunWideTallies,
  type UnansweredTally,
} from '../engine/events.ts';
import { cellSetsOf, countMustCells } from '../run/verdict/case-evidence.ts';
import { runWideEvents } from '../run/verdict/run-wide-events.ts';
import { totalsOf } from '../engine/verdict.ts';
import { RUN_WIDE_WORDS } from '../run/verdict/run-wide-findings.ts';
import { unansweredEvents } from '../engine/unanswered-events.ts';
import { shardsOf, type ShardRecord } from './shard-records.ts';
import { grouped } from '../text/grouping.ts';

/** The place of a case in the whole plan. */
type PlanPlaceOf = (caseId: string) => number;

type RunStatistics = Pick<OccurrenceTally, 'caseId' | 'replies' | 'endpoints'>;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Several tallies of one thing: the first example, and all counts. */
function together<T extends RunStatistics>(tallies: readonly T[], placeOf: PlanPlaceOf): T {
  const sorted = tallies.toSorted((a, b) => placeOf(a.caseId) - placeOf(b.caseId));
  const [first] = sorted;
  if (first === undefined) throw new TypeError('no tally');
  const endpoints = [...new Set(sorted.flatMap((each) => each.endpoints))];
  return { ...first, replies: sum(sorted.map(({ replies }) => replies)), endpoints };
}

function mergedSeen(all: readonly OccurrenceTally[], placeOf: PlanPlaceOf): readonly OccurrenceTally[] {
  return [...grouped(all, ({ word }) => word).values()].map((each) => ({
    ...together(each, placeOf),
    cases: sum(each.map(({ cases }) => cases)),
  }));
}

function mergedForms(all: readonly FormTally[], placeOf: PlanPlaceOf): readonly FormTally[] {
  return [...grouped(all, ({ field, form }) => `${field} ${form}`).values()]
    .map((each) => together(each, placeOf))
    .toSorted((a, b) => placeOf(a.caseId) - placeOf(b.caseId));
}

/** The same word in several shards; `examples` are those of the first that has some. */
function mergedUnanswered(all: readonly UnansweredTally[]): UnansweredTally {
  const [first] = all;
  if (first === undefined) throw new TypeError('no tally');
  const kinds = grouped(
    all.flatMap((each) => each.kinds),
    ([kind]) => kind,
  );
  return {
    word: first.word,
    kinds: [...kinds].map(([kind, counts]) => [kind, sum(counts.map(([, count]) => count))]),
    endpoints: [...new Set(all.flatMap(({ endpoints }) => endpoints))],
    examples: all.find(({ examples }) => examples.length > 0)?.examples ?? [],
    incidents: sum(all.map(({ incidents }) => incidents)),
    longest: Math.max(...all.map(({ longest }) => longest)),
    slowestMs: Math.max(...all.map(({ slowestMs }) => slowestMs)),
  };
}

/** Adds up which requests of shards were not answered at once. */
function mergedAnswers(
  parts: readonly { readonly answers?: AnswersTally; readonly requests: number }[],
): AnswersTally | undefined {
  const tallies = grouped(
    parts.flatMap(({ answers }) => answers?.tallies ?? []),
    ({ word }) => word,
  );
  if (tallies.size === 0) return undefined;
  // A shard whose requests were all answered at once tells only how many there were in all.
  const requests = sum(parts.map(({ answers, requests: sent }) => answers?.requests ?? sent));
  return { requests, tallies: [...tallies.values()].map(mergedUnanswered) };
}

/** Adds up the tallies of shards to those of the whole run. */
function mergedTallies(parts: readonly RunWideTallies[], placeOf: PlanPlaceOf): RunWideTallies {
  return {
    cases: sum(parts.map(({ cases }) => cases)),
    replies: sum(parts.map(({ replies }) => replies)),
    seen: mergedSeen(
      parts.flatMap(({ seen }) => seen),
      placeOf,
    ),
    forms: mergedForms(
      parts.flatMap(({ forms }) => forms),
      placeOf,
    ),
  };
}

/** The same without a member that it may lack. */
function without<T extends object>(whole: T, name: keyof T): T {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)) as T;
}

/** What the orientation found, once: every shard sees it. */
function orientationCases(shards: readonly ShardRecord[]): readonly CaseFinished[] {
  const all = shards.flatMap(({ cases }) =>
    cases.filter((event) => event.case.chapter === SYNTHETIC_CHAPTERS.orientation),
  );
  return [...new Map(all.map((event) => [event.case.id, event])).values()];
}

function suiteCases(shards: readonly ShardRecord[]): readonly CaseFinished[] {
  return shards
    .flatMap(({ cases }) => cases.filter((event) => !isSynthetic(event)))
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
}

function startOf(shards: readonly ShardRecord[], plan: PlanFacts): RunStarted {
  const [first] = shards;
  if (first === undefined) throw new TypeError('no shard');
  const at = shards.map(({ started }) => started.at).toSorted()[0] ?? '';
  const warnings = [...new Set(shards.flatMap(({ started }) => started.warnings))];
  return { ...first.started, at, planned: first.shard.cases, plan: without(plan, 'shard'), warnings };
}

function paceOf(shards: readonly ShardRecord[]): LearnedPace | undefined {
  const all = shards.flatMap(({ finished: { pace } }) => (pace === undefined ? [] : [pace]));
  if (all.length === 0) return undefined;
  const rates = all.flatMap(({ perSecond }) => perSecond ?? []);
  const counts = all.flatMap(({ atOnce }) => atOnce ?? []);
  return {
    ...(rates.length > 0 && { perSecond: Math.min(...rates) }),
    ...(counts.length > 0 && { atOnce: Math.min(...counts) }),
    resent: sum(all.map(({ resent }) => resent)),
  };
}

/** As one run counts them: a cell that was found broken counts, whether it was selected or not. */
function cellsOf(cases: readonly CaseFinished[], selected: readonly string[] | undefined): MustCells {
  if (selected === undefined) return countMustCells(cases, undefined);
  const { failed, verified } = cellSetsOf(cases);
  const mustCells = new Set([...selected, ...failed]).size;
  return {
    whole: false,
    mustCells,
    verified: verified.size,
    failed: failed.size,
    notVerified: mustCells - verified.size - failed.size,
  };
}

function endOf(
  shards: readonly ShardRecord[],
  cases: readonly CaseFinished[],
  answers: AnswersTally | undefined,
): RunFinished {
  const partial = shards.flatMap(({ shard, finished }) =>
    finished.partial === '' ? [] : [`shard ${shard.index} of ${shard.of}: ${finished.partial}`],
  );
  const pace = paceOf(shards);
  return {
    kind: 'run-finished',
    totals: totalsOf(cases),
    ms: Math.max(...shards.map(({ finished }) => finished.ms)),
    requests: sum(shards.map(({ finished }) => finished.requests)),
    partial: partial.join('\n'),
    ...(shards.some(({ finished }) => finished.stoppedAnswering === true) && { stoppedAnswering: true }),
    ...(answers !== undefined && { answers }),
    ...(pace !== undefined && { pace }),
    cells: cellsOf(cases, shards[0]?.shard.cells),
  };
}

/** The events of the whole run. Throws a `file` error where the records are not all the shards of one run. */
export function mergeShards(records: readonly FileRecord[]): readonly RunEvent[] {
  const shards = shardsOf(records);
  const [first] = shards;
  if (first === undefined) return [];
  const own = suiteCases(shards);
  const places = new Map(own.map((event) => [event.case.id, event.place ?? 0]));
  const tallies = mergedTallies(
    shards.flatMap(({ finished: { throughout } }) => (throughout === undefined ? [] : [throughout])),
    (id) => places.get(id) ?? 0,
  );
  const answers = mergedAnswers(shards.map(({ finished }) => finished));
  const beyond = own.reduce((most, event) => Math.max(most, event.case.index), -1) + 1;
  const cases = [
    ...orientationCases(shards),
    ...own.map((event) => without(event, 'place')),
    ...runWideEvents(tallies, beyond),
    ...unansweredEvents(answers, beyond + RUN_WIDE_WORDS.length),
  ];
  return [startOf(shards, first.plan), ...cases, endOf(shards, cases, answers)];
}
