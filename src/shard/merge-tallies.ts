/** Adding up what the replies of shards have in common. */
import type { FormTally, OccurrenceTally, ThroughoutTallies } from '../engine/events.ts';
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

/** Adds up the tallies of shards to those of the whole run. */
export function mergedTallies(parts: readonly ThroughoutTallies[], placeOf: PlaceOf): ThroughoutTallies {
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
