/** How the requests of fuzzing and replay are sent: any number at once, and until the run is ended. */
import { setMaxListeners } from 'node:events';
import { CONTROL } from '../../engine/preflight.ts';
import { KeyRest } from '../../engine/key-rest.ts';
import { paceOf, type Pace } from '../../engine/pace.ts';
import type { Sender } from '../../engine/send.ts';

interface Given extends Pick<Sender, 'transport' | 'dialect' | 'mask' | 'signal'> {
  /** Requests per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** The pace of requests that were sent before; a new one where it is left out. */
  readonly pace?: Pace | undefined;
  /** Called for every request. */
  readonly count?: () => void;
}

export function senderOf({ rate, pace, count = () => {}, ...given }: Given): Sender {
  // Every request under way listens to it, so Node's warning of a leak would be wrong.
  setMaxListeners(0, given.signal);
  return {
    ...given,
    pace: pace ?? paceOf(rate, given.signal, () => given.transport.closeIdle?.()),
    control: CONTROL,
    count,
    keyRest: new KeyRest(false),
  };
}
