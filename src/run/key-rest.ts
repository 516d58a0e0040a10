/** When each secret key was last used, for steps that want its rate counted from nothing. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a window of a second, whatever its kind. */
const WINDOW_MS = 1100;

export class KeyRest {
  /** What came before the run is not known, so its start counts as a use. */
  readonly #start = performance.now();
  readonly #used = new Map<string, number>();

  use(key: string | undefined): void {
    if (key !== undefined) this.#used.set(key, performance.now());
  }

  /** Waits until the key has not been used for a window. */
  async wait(key: string | undefined, signal: AbortSignal): Promise<void> {
    if (key === undefined) return;
    const left = (this.#used.get(key) ?? this.#start) + WINDOW_MS - performance.now();
    if (left > 0) await sleep(left, undefined, { signal }).catch(() => {});
  }
}
