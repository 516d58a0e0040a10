/** The parts of lines to add to a target file so that its world serves more cases. */
import type { Candidates } from '../cast/candidates.ts';
import type { DeclarationLine, DeclaredWorld } from '../../world/declared-world.ts';

/** What a case could use, if the world declared it, and the lines that declare it. */
export interface Anew extends Partial<Candidates> {
  readonly declare: readonly DeclarationLine[];
}

/** A text in double quotes, as YAML and JSON have it. */
export const quoted = (text: string): string => JSON.stringify(text);

/** An id of this length that is clearly a placeholder: `player....`. */
export function placeholderId(label: string, length: number): string {
  return label.slice(0, length - 2).padEnd(length, '.');
}

/** A name that neither a key nor a token of the world has. */
export function freeSecretName({ secretKeys, authTokens }: DeclaredWorld, wanted: string): string {
  const taken = new Set([...secretKeys, ...authTokens].map(({ name }) => name));
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}

/** `"${env:PLAYER_KEY}"`: a secret belongs into an environment variable. */
export function envText(...words: readonly string[]): string {
  const name = words
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
  return `"\${env:${/^[A-Z_]/.test(name) ? name : `_${name}`}}"`;
}

/** Where there are several games, whatever is declared names its own. */
export function gamePart({ games }: DeclaredWorld, game: string): string {
  return games.length > 1 || !games.includes(game) ? `, game: ${quoted(game)}` : '';
}
