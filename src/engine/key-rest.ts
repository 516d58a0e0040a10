/** When each secret key was last used, for steps that want its rate counted from nothing. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a window of a second of any kind. */
const WINDOW_MS = 1100;

export class KeyRest {
  readonly #start: number;
  readonly #used = new Map<string, number>();

  /** What came before the run is not known, so its start counts as a use, unless the target has just been started. */
  constructor(fresh: boolean) {
    this.#start = fresh ? Number.NEGATIVE_INFINITY : performance.now();
  }

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
