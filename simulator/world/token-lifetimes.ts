/** How long tokens are valid: a world file says for how many seconds, the simulator's clock when that time is over. */
import type { AuthToken } from '../../src/world/world.ts';
import { gameOfSecret, type Held, type WorldState } from './world-state.ts';

const SECOND_MS = 1000;

/** Milliseconds of the simulator's clock, in a game or in all. */
type Now = (game?: string) => number;

/** When a token expires that is valid for this many seconds from now on. */
export const expiryOf = (token: AuthToken, seconds: number, now: Now): number =>
  now(gameOfSecret(token)) + seconds * SECOND_MS;

/** Seconds until a token expires, rounded up; undefined: it never does by itself. */
export function secondsLeft({ item, expiresAt }: Held<AuthToken>, now: Now): number | undefined {
  return expiresAt === undefined ? undefined : Math.ceil((expiresAt - now(gameOfSecret(item))) / SECOND_MS);
}

/** Starts the time of each token that has a limited one and is not in use yet. */
export function startLifetimes(state: WorldState, now: Now): void {
  const starting = state.tokens
    .of(undefined)
    .filter(({ item, expiresAt }) => item.expiresInSeconds !== undefined && expiresAt === undefined);
  for (const held of starting)
    state.tokens.put({ ...held, expiresAt: expiryOf(held.item, held.item.expiresInSeconds ?? 0, now) });
}
