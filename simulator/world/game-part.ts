/** What belongs to one game: its players, characters and groups, and the keys and tokens that carry it. */
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import {
  emptyGameSubjects,
  forkGameSubjects,
  putKey,
  putGameSubjects,
  putToken,
  removeKey,
  removeToken,
  type Held,
  type GameSubjects,
  type WorldState,
} from './world-state.ts';

export interface GamePart {
  readonly subjects: GameSubjects;
  readonly keys: readonly Held<SecretKey>[];
  readonly tokens: readonly Held<AuthToken>[];
}

/** The game that a key carries; undefined: none. */
export const gameOfKey = ({ game }: SecretKey): string | undefined =>
  typeof game === 'string' ? game : undefined;

/** The game in which a token's holder logged in; undefined: the dashboard. */
export const gameOfToken = ({ holder }: AuthToken): string | undefined =>
  holder.kind === 'player' ? holder.game : undefined;

export const keysOf = (state: WorldState, game: string): readonly Held<SecretKey>[] =>
  [...state.keys.values()].filter(({ item }) => gameOfKey(item) === game);

export const tokensOf = (state: WorldState, game: string): readonly Held<AuthToken>[] =>
  [...state.tokens.values()].filter(({ item }) => gameOfToken(item) === game);

/** The part of a game as it is now. */
export function partOf(state: WorldState, game: string): GamePart | undefined {
  const gameSubjects = state.games.get(game);
  if (gameSubjects === undefined) return undefined;
  return {
    subjects: forkGameSubjects(gameSubjects),
    keys: keysOf(state, game),
    tokens: tokensOf(state, game),
  };
}

export const emptyPart = (): GamePart => ({ subjects: emptyGameSubjects(), keys: [], tokens: [] });

/** The keys of a part with nothing counted against their limits: those are counted by key object. */
export const afresh = (held: Held<SecretKey>): Held<SecretKey> => ({ ...held, item: { ...held.item } });

/** Replaces all that the game holds by a part. */
export function putPart(state: WorldState, game: string, part: GamePart): void {
  for (const { item } of keysOf(state, game)) removeKey(state, item.name);
  for (const { item } of tokensOf(state, game)) removeToken(state, item.name);
  putGameSubjects(state, game, forkGameSubjects(part.subjects));
  for (const key of part.keys) putKey(state, afresh(key));
  for (const token of part.tokens) putToken(state, token);
}
