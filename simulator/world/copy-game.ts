/** A copy of a game under another id, with keys and tokens of its own: a world for one of several tests. */
import { randomBytes } from 'node:crypto';
import { RESOURCES } from '../../src/contract/endpoints.ts';
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import type { GamePart } from './game-part.ts';
import { emptyGameSubjects, type Held, type WorldState } from './world-state.ts';

const VALUE_BYTES = 18;
const MOST_NAME = 64;

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
    const name = plain.slice(0, MOST_NAME - end.length) + end;
    if (isFree(name)) return name;
  }
}

/** The shell variable of a name: `TEST_7_PLAYER_KEY`. */
export const envNameOf = (name: string, kind: 'KEY' | 'TOKEN'): string => {
  const word = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return `${/^[A-Z_]/.test(word) ? '' : '_'}${word}${word.endsWith(kind) ? '' : `_${kind}`}`;
};

/** The part under the new id. Names begin with it, values are new and public. */
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
  const key = ({ item }: Held<SecretKey>): Held<SecretKey> => {
    const name = renamed(item.name);
    return {
      item: { ...item, name, game },
      value: newSecret(),
      envName: envNameOf(name, 'KEY'),
      public: true,
    };
  };
  const token = ({ item, expiresAt }: Held<AuthToken>): Held<AuthToken> => {
    const name = renamed(item.name);
    const holder = item.holder.kind === 'player' ? { ...item.holder, game } : item.holder;
    return {
      item: { ...item, name, holder },
      value: newSecret(),
      envName: envNameOf(name, 'TOKEN'),
      public: true,
      ...(expiresAt !== undefined && { expiresAt }),
    };
  };
  return { subjects: gameSubjects, keys: part.keys.map(key), tokens: part.tokens.map(token) };
}
