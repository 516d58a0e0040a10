/** When each secret key was last used, and for whom, for steps that want its limits counted from nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretKey } from '../../world/world.ts';

export const SECOND_MS = 1000;
/** What a clock may be off, and a server may be late. */
const MARGIN_MS = 100;
/** Sessions that last longer are not waited for. */
export const MAX_SESSION_SECONDS = 60;
/** A request that takes no session. */
const NO_SESSION = '';

export class KeyRest {
  readonly #start: number;
  /** When the last reply to each key came, by the token whose session it took. */
  readonly #used = new Map<string, Map<string, number>>();

  /** What came before the run is not known, so its start counts as a use, unless the target has just been started. */
  constructor(fresh: boolean) {
    this.#start = fresh ? Number.NEGATIVE_INFINITY : performance.now();
  }

  /** Notes that a reply came: until then the target may not have counted the request. */
  use(key: string | undefined, session: string = NO_SESSION): void {
    if (key === undefined) return;
    const used = this.#used.get(key) ?? new Map<string, number>();
    this.#used.set(key, used.set(session, performance.now()));
  }

  /** Waits until the key has not been used for a window of its rate, and until all sessions but those of these tokens are over. */
  async wait(
    key: Pick<SecretKey, 'name' | 'limits'> | undefined,
    tokens: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    if (key === undefined) return;
    const used = [...(this.#used.get(key.name) ?? [])];
    const others = used.filter(([session]) => session !== NO_SESSION && !tokens.includes(session));
    const { requestsPerSecond, sessionSeconds } = key.limits;
    const after = (of: typeof used, seconds: number): number =>
      Math.max(this.#start, ...of.map(([, at]) => at)) + seconds * SECOND_MS + MARGIN_MS;
    const ofRate = requestsPerSecond === undefined && sessionSeconds !== undefined ? 0 : after(used, 1);
    const isShort = sessionSeconds !== undefined && sessionSeconds <= MAX_SESSION_SECONDS;
    const ofSessions = isShort ? after(others, sessionSeconds) : 0;
    const left = Math.max(ofRate, ofSessions) - performance.now();
    if (left > 0) await sleep(left, undefined, { signal }).catch(() => {});
  }
}
