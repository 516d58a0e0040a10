/** Adding up what the replies of shards have in common. */
import type {
  AnswersTally,
  FormTally,
  OccurrenceTally,
  RunWideTallies,
  UnansweredTally,
} from '../engine/events.ts';
import { grouped } from '../text/grouping.ts';

/** The place of a case in the whole plan. */
export type PlaceOf = (caseId: string) => number;

type RunStatistics = Pick<OccurrenceTally, 'caseId' | 'replies' | 'endpoints'>;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Several tallies of one thing: the first example, and all counts. */
function together<T extends RunStatistics>(tallies: readonly T[], placeOf: PlaceOf): T {
  const sorted = tallies.toSorted((a, b) => placeOf(a.caseId) - placeOf(b.caseId));
  const [first] = sorted;
  if (first === undefined) throw new TypeError('no tally');
  const endpoints = [...new Set(sorted.flatMap((each) => each.endpoints))];
  return { ...first, replies: sum(sorted.map(({ replies }) => replies)), endpoints };
}

function mergedSeen(all: readonly OccurrenceTally[], placeOf: PlaceOf): readonly OccurrenceTally[] {
  return [...grouped(all, ({ word }) => word).values()].map((each) => ({
    ...together(each, placeOf),
    cases: sum(each.map(({ cases }) => cases)),
  }));
}

function mergedForms(all: readonly FormTally[], placeOf: PlaceOf): readonly FormTally[] {
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
export function mergedAnswers(
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
export function mergedTallies(parts: readonly RunWideTallies[], placeOf: PlaceOf): RunWideTallies {
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
