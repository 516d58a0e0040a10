/** A transport that sends no more than a budget has. */
import type { Outcome, Transport } from '../../http/exchange.ts';
import type { Budget } from './budget.ts';

const REFUSED: Outcome = { kind: 'no-reply', why: 'aborted', detail: 'the requests of the run are spent' };

/** Counts every request; one too many is not sent, and gets no reply. */
export function metered(inner: Transport, budget: Pick<Budget, 'spend'>): Transport {
  return {
    send: (request, signal) =>
      budget.spend() ? inner.send(request, signal) : Promise.resolve({ request, outcome: REFUSED, ms: 0 }),
    single: () => metered(inner.single(), budget),
    close: () => inner.close(),
    closeIdle: () => inner.closeIdle?.(),
  };
}
