/** How the times of the replies of each endpoint are distributed. */
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import type { CaseFinished } from '../../engine/events.ts';

const BUCKETS = 40;
/** The ends of the scale are powers of it, which can be read off. */
const DECADE = 10;
/** Times are known to a tenth of a millisecond. */
const SHORTEST = 0.1;

/** The smallest value that this share of all values does not exceed; `sorted` holds at least one. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** The times of every endpoint, in order. */
function timesOf(cases: readonly CaseFinished[]): ReadonlyMap<EndpointId, readonly number[]> {
  const times = new Map<EndpointId, number[]>(ENDPOINT_IDS.map((id) => [id, []]));
  for (const { latency = {} } of cases)
    for (const id of ENDPOINT_IDS) times.get(id)?.push(...(latency[id] ?? []));
  for (const its of times.values()) its.sort((a, b) => a - b);
  return times;
}

function rowOf(endpoint: EndpointId, sorted: readonly number[], from: number, to: number) {
  const buckets = Array.from({ length: BUCKETS }, () => 0);
  const width = Math.log(to / from) / BUCKETS;
  for (const ms of sorted) {
    const at = Math.floor(Math.log(Math.max(ms, from) / from) / width);
    const bucket = Math.min(at, BUCKETS - 1);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  return {
    endpoint,
    replies: sorted.length,
    // Milliseconds.
    min: sorted[0] ?? 0,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? 0,
    /** Replies in each of the buckets between `from` and `to`, which are equally wide on a scale of logarithms. */
    buckets,
  };
}

/**
 * A row for each endpoint that replied, and the ends of the scale in milliseconds, the same for every endpoint; undefined where the
 * record holds no times.
 */
export function latencyTable(cases: readonly CaseFinished[]) {
  const times = [...timesOf(cases)].filter(([, sorted]) => sorted.length > 0);
  if (times.length === 0) return undefined;
  const least = Math.min(...times.map(([, sorted]) => sorted[0] ?? SHORTEST));
  const most = Math.max(...times.map(([, sorted]) => sorted.at(-1) ?? SHORTEST));
  const from = DECADE ** Math.floor(Math.log10(Math.max(least, SHORTEST)));
  const to = Math.max(DECADE ** Math.ceil(Math.log10(Math.max(most, SHORTEST))), from * DECADE);
  return { from, to, rows: times.map(([endpoint, sorted]) => rowOf(endpoint, sorted, from, to)) };
}

export type LatencyTable = NonNullable<ReturnType<typeof latencyTable>>;
export type LatencyRow = LatencyTable['rows'][number];
