/** How long the replies of a case took. */
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Sent } from '../sending/sent.ts';
import type { Latency } from '../../engine/events.ts';

/** Tenths of a millisecond are fine enough for a plot. */
export const inTenths = (ms: number): number => Math.round(ms * 10) / 10;

/** The times by endpoint; undefined where no reply came. */
export function latencyOf(sent: readonly Pick<Sent, 'exchange'>[]): Latency | undefined {
  const times = new Map<EndpointId, number[]>();
  for (const { exchange } of sent) {
    if (exchange.outcome.kind !== 'reply') continue;
    const { endpoint } = exchange.request;
    const known = times.get(endpoint);
    if (known === undefined) times.set(endpoint, [inTenths(exchange.ms)]);
    else known.push(inTenths(exchange.ms));
  }
  return times.size === 0 ? undefined : Object.fromEntries(times);
}
