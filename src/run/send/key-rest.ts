/** When each secret key was last used, and for whom, for steps that want its limits counted from nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretKey } from '../../world/world.ts';

export const SECOND_MS = 1000;
/** What a clock may be off, and a server may be late. */
const MARGIN_MS = 100;
/** Sessions that last longer are not waited for. */
export const MAX_SESSION_SECONDS = 60;
/** In place of the token of a request that takes no session. */
export const NO_SESSION = '';

/** When the last reply to each key came, until which the target may not have counted the request: by the token whose session it took. */
export interface KeyUses {
  /** What came before the run is not known, so its start counts as a use, unless the target has just been started. */
  readonly since: number;
  readonly of: Map<string, Map<string, number>>;
}

/** Waits until a key has not been used for a window of its rate, and until all sessions but those of these tokens are over. */
export async function restKey(
  key: Pick<SecretKey, 'name' | 'limits'> | undefined,
  tokens: readonly string[],
  { since, of }: KeyUses,
  signal: AbortSignal,
): Promise<void> {
  if (key === undefined) return;
  const used = [...(of.get(key.name) ?? [])];
  const others = used.filter(([session]) => session !== NO_SESSION && !tokens.includes(session));
  const { requestsPerSecond, sessionSeconds } = key.limits;
  const after = (uses: typeof used, seconds: number): number =>
    Math.max(since, ...uses.map(([, at]) => at)) + seconds * SECOND_MS + MARGIN_MS;
  const ofRate = requestsPerSecond === undefined && sessionSeconds !== undefined ? 0 : after(used, 1);
  const isShort = sessionSeconds !== undefined && sessionSeconds <= MAX_SESSION_SECONDS;
  const ofSessions = isShort ? after(others, sessionSeconds) : 0;
  const left = Math.max(ofRate, ofSessions) - performance.now();
  if (left > 0) await sleep(left, undefined, { signal }).catch(() => {});
}
