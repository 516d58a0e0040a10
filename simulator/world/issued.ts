/** Secret keys and auth tokens that a simulator makes up or is given while it runs. */
import { randomBytes } from 'node:crypto';
import type { AuthToken, SecretKey } from '../../src/world/world.ts';
import type { Held, WorldState } from './world-state.ts';

const VALUE_BYTES = 18;
const MAX_NAME = 64;

export const newSecret = (): string => randomBytes(VALUE_BYTES).toString('base64url');

/** A name that nothing has: the wanted one with what is not a letter of names replaced, perhaps with a number. */
export function freeName(wanted: string, { keys, tokens }: WorldState): string {
  const plain = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'secret';
  const isFree = (name: string): boolean => !keys.has(name) && !tokens.has(name);
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
export const issued = <T extends SecretKey | AuthToken>(item: T, value: string): Held<T> => ({
  item,
  value,
  envName: envNameOf(item.name, 'holder' in item ? 'TOKEN' : 'KEY'),
  public: true,
});
