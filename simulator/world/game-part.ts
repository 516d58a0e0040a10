/** What belongs to one game: its players, characters and groups, and the keys and tokens that carry it; and copies of it. */
import { randomBytes } from 'node:crypto';
import { RESOURCES } from '../../src/contract/endpoints.ts';
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import {
  emptyGameSubjects,
  forkGameSubjects,
  type GameSubjects,
  type Held,
  putGameSubjects,
  type WorldState,
} from './world-state.ts';

export interface GamePart {
  readonly subjects: GameSubjects;
  readonly keys: readonly Held<SecretKey>[];
  readonly tokens: readonly Held<AuthToken>[];
}

/** The part of a game as it is now. */
export function partOf(state: WorldState, game: string): GamePart | undefined {
  const gameSubjects = state.games.get(game);
  if (gameSubjects === undefined) return undefined;
  return {
    subjects: forkGameSubjects(gameSubjects),
    keys: state.keys.of(game),
    tokens: state.tokens.of(game),
  };
}

export const emptyPart = (): GamePart => ({ subjects: emptyGameSubjects(), keys: [], tokens: [] });

/** The keys of a part with nothing counted against their limits: those are counted by key object. */
export const afresh = (held: Held<SecretKey>): Held<SecretKey> => ({ ...held, item: { ...held.item } });

/** Replaces all that the game holds by a part. */
export function putPart(state: WorldState, game: string, part: GamePart): void {
  for (const { item } of state.keys.of(game)) state.keys.remove(item.name);
  for (const { item } of state.tokens.of(game)) state.tokens.remove(item.name);
  putGameSubjects(state, game, forkGameSubjects(part.subjects));
  for (const key of part.keys) state.keys.put(afresh(key));
  for (const token of part.tokens) state.tokens.put(token);
}

const VALUE_BYTES = 18;
const MAX_NAME = 64;

export const newSecret = (): string => randomBytes(VALUE_BYTES).toString('base64url');

/** A name that nothing has: the wanted one with what is not a letter of names replaced, perhaps with a number. */
export function freeName(
  wanted: string,
  { keys, tokens }: WorldState,
  taken: ReadonlySet<string> = new Set(),
): string {
  const plain = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'secret';
  const isFree = (name: string): boolean => !keys.has(name) && !tokens.has(name) && !taken.has(name);
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const name = plain.slice(0, MAX_NAME - end.length) + end;
    if (isFree(name)) return name;
  }
}

/** The shell variable of a name: `TEST_7_PLAYER_KEY`. */
function envNameOf(name: string, kind: 'KEY' | 'TOKEN'): string {
  const word = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return `${/^[A-Z_]/.test(word) ? '' : '_'}${word}${word.endsWith(kind) ? '' : `_${kind}`}`;
}

/** A key or token that this simulator makes up or is given while it runs: its value is public. */
export const issued = <T extends SecretKey | AuthToken>(item: T, value: string = newSecret()): Held<T> => ({
  item,
  value,
  envName: envNameOf(item.name, 'holder' in item ? 'TOKEN' : 'KEY'),
  public: true,
});

/**
 * The part as a game of another id, with keys and tokens of its own: a world for one of several tests. Names begin with
 * the id, values are new and public.
 */
export function copyOf(part: GamePart, game: string, state: WorldState): GamePart {
  const gameSubjects = emptyGameSubjects();
  for (const resource of RESOURCES)
    for (const subject of part.subjects[resource].values())
      gameSubjects[resource].set(subject.id, { ...subject, game });
  const taken = new Set<string>();
  const renamed = (name: string): string => {
    const free = freeName(`${game}.${name}`, state, taken);
    taken.add(free);
    return free;
  };
  return {
    subjects: gameSubjects,
    keys: part.keys.map(({ item }) => issued({ ...item, name: renamed(item.name), game })),
    tokens: part.tokens.map(({ item, expiresAt }) => {
      const holder = item.holder.kind === 'player' ? { ...item.holder, game } : item.holder;
      const token = issued({ ...item, name: renamed(item.name), holder });
      return expiresAt === undefined ? token : { ...token, expiresAt };
    }),
  };
}
