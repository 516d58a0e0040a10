/** Keeps several runs side by side, so that what changes on a target while it is compared meets all of them. */
import type { Transport } from '../http/exchange.ts';
import { onAbort } from '../transport/on-abort.ts';

/** How many cases one run may be ahead of the slowest. */
const WINDOW = 32;

/** Gives places; all are taken before the first run begins. */
export function lockstep() {
  const runs: { done: number; isOver: boolean }[] = [];
  let waiting: (() => void)[] = [];
  const wakeAll = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return () => {
    const own = { done: 0, isOver: false };
    runs.push(own);
    const isAhead = (): boolean => runs.some((other) => !other.isOver && own.done > other.done + WINDOW);
    const turn = async (signal: AbortSignal | undefined): Promise<void> => {
      while (isAhead()) {
        if (signal?.aborted === true) return;
        const off: (() => void)[] = [];
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          off.push(onAbort(signal, resolve));
        });
        for (const take of off) take();
      }
    };
    const over = (transport: Transport): Transport => ({
      ...(transport.closeIdle !== undefined && { closeIdle: () => transport.closeIdle?.() }),
      send: async (request, signal) => {
        await turn(signal);
        return transport.send(request, signal);
      },
      single: () => over(transport.single()),
      close: () => transport.close(),
    });
    return {
      over,
      caseDone: (): void => {
        own.done += 1;
        wakeAll();
      },
      leave: (): void => {
        own.isOver = true;
        wakeAll();
      },
    };
  };
}

/** The place of one run. */
export type Seat = ReturnType<ReturnType<typeof lockstep>>;
