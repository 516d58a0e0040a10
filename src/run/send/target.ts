/** What the requests of a run are sent to, with all that they share. */
import { setMaxListeners } from 'node:events';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { Exchange, Transport } from '../../http/exchange.ts';
import type { Mask } from '../../http/secret.ts';
import type { Concurrency } from './concurrency.ts';
import { CONTROL_REQUEST } from './control.ts';
import { KeyRest } from './key-rest.ts';
import { Outage } from './outage.ts';
import { Pace } from './pace.ts';
import { Tally } from './tally.ts';

export interface Target {
  readonly transport: Transport;
  readonly dialect: Dialect;
  readonly mask: Mask;
  /** Ends all that is under way. */
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly tally: Tally;
  readonly outage: Outage;
  readonly keyRest: KeyRest;
}

interface TargetSettings extends Pick<Target, 'transport' | 'dialect' | 'mask' | 'signal'> {
  /** Requests per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** How many requests go at once; left out: 16. */
  readonly concurrency?: Concurrency;
  /** The target has just been started, and its keys are unused. */
  readonly fresh?: boolean;
}

export function targetOf({ rate, concurrency, fresh = false, ...given }: TargetSettings): Target {
  const { transport, signal, mask } = given;
  // Every request under way listens to it, so Node's warning of a leak would be wrong.
  setMaxListeners(0, signal);
  const tally = new Tally();
  const control = async (): Promise<Exchange> => {
    const number = tally.begin();
    const exchange = await transport.send(CONTROL_REQUEST, signal);
    tally.end(number, exchange);
    return exchange;
  };
  return {
    ...given,
    pace: new Pace(rate, signal, concurrency),
    tally,
    outage: new Outage(control, signal, mask),
    keyRest: new KeyRest(fresh),
  };
}
