/** What the requests of a run are sent to, with all that they share. */
import { setMaxListeners } from 'node:events';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import type { Mask } from '../../http/secrets/secrets.ts';
import type { KeyUses } from './key-rest.ts';
import { type AtOnce, Pace } from './pace.ts';
import { Tally } from './tally.ts';

export interface Target {
  readonly transport: Transport;
  readonly dialect: Dialect;
  readonly mask: Mask;
  /** Ends all that is under way. */
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly tally: Tally;
  readonly keyUses: KeyUses;
}

interface TargetSettings extends Pick<Target, 'transport' | 'dialect' | 'mask' | 'signal'> {
  /** Requests per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** How many requests go at once; left out: 16. */
  readonly concurrency?: AtOnce | undefined;
  /** The target has just been started, and its keys are unused. */
  readonly fresh?: boolean;
}

export function targetOf({ rate, concurrency, fresh = false, ...given }: TargetSettings): Target {
  // Every request under way listens to it, so Node's warning of a leak would be wrong.
  setMaxListeners(0, given.signal);
  return {
    ...given,
    pace: new Pace(rate, given.signal, concurrency),
    tally: new Tally(),
    keyUses: { since: fresh ? Number.NEGATIVE_INFINITY : performance.now(), of: new Map() },
  };
}
