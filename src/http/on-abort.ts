/** Many listeners on one abort signal: Node warns of a leak from eleven on, and adding each costs more than a Set. */

type Callback = () => void;

const callbacksOf = new WeakMap<AbortSignal, Set<Callback>>();

/** Calls back once when the signal aborts (at once if it has); the result takes the callback off again. */
export function onAbort(signal: AbortSignal | undefined, callback: Callback): Callback {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const callbacks = callbacksOf.get(signal) ?? watch(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function watch(signal: AbortSignal): Set<Callback> {
  const callbacks = new Set<Callback>();
  callbacksOf.set(signal, callbacks);
  signal.addEventListener('abort', () => callbacks.forEach((callback) => callback()), { once: true });
  return callbacks;
}
