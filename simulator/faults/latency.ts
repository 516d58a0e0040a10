/** How long replies are held back: for a fixed time, or one that is drawn from a distribution. */

/** Milliseconds. A log-normal latency has half of its draws below the median; `sigma` is that of its logarithm. */
export type Latency =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly min: number; readonly max: number }
  | {
      readonly kind: 'log-normal';
      readonly median: number;
      readonly sigma: number;
      readonly max?: number | undefined;
    };

/** The longest that a reply is held back. */
export const MOST_LATENCY_MS = 300_000;

/** A draw of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  const radius = Math.sqrt(2 * -Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

function drawn(latency: Latency, random: () => number): number {
  switch (latency.kind) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.min + random() * (latency.max - latency.min);
    case 'log-normal':
      return Math.min(latency.max ?? Infinity, latency.median * Math.exp(latency.sigma * normal(random)));
  }
}

/** The milliseconds for one reply; `random` gives numbers from 0 to below 1. */
export function drawLatency(latency: Latency, random: () => number): number {
  return Math.min(MOST_LATENCY_MS, Math.max(0, drawn(latency, random)));
}
