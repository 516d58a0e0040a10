/** What the functions of the library take, checked when they are called: code without types may pass anything. */
import { TagproofError } from '../errors.ts';
import { didYouMean, suggest } from '../text/nearest.ts';

/** What one option takes: in words, and which values those are. */
export interface Kind {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
  /** All texts that fit, where they can be listed. */
  readonly words?: readonly string[];
  /** Whether a value may hold keys or tokens: an error then names its type alone. */
  readonly isSecret?: true;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = (fits: Kind['fits'], value: unknown): boolean => Array.isArray(value) && value.every(fits);
const isAtLeast = (least: number, value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= least;
const isPlaceOrValue = (value: unknown): boolean => isText(value) || isRecord(value);

export const COUNT: Kind = {
  takes: 'a whole number from 1 on',
  fits: (value) => Number.isInteger(value) && isAtLeast(1, value),
};
export const ANY_NUMBER: Kind = { takes: 'a whole number', fits: Number.isInteger };
export const MILLISECONDS: Kind = {
  takes: 'a number of milliseconds',
  fits: (value) => isAtLeast(0, value),
};
export const RATE: Kind = {
  takes: 'a number of requests per second, above 0',
  fits: (value) => isAtLeast(0, value) && value !== 0,
};
export const FLAG: Kind = { takes: 'true or false', fits: (value) => typeof value === 'boolean' };
export const TEXT: Kind = { takes: 'a text', fits: isText };
export const GLOBS: Kind = {
  takes: "a list of globs, such as ['id/*']",
  fits: (value) => isListOf(isText, value),
};
export const ORIGINS: Kind = {
  takes: "a list of origins, such as ['https://game.example']",
  fits: (value) => isListOf(isText, value),
};
export const PATHS: Kind = {
  takes: 'a path, or a list of paths',
  fits: (value) => isText(value) || isListOf(isText, value),
};
export const FUNCTION: Kind = { takes: 'a function', fits: (value) => typeof value === 'function' };
export const SIGNAL: Kind = { takes: 'an AbortSignal', fits: (value) => value instanceof AbortSignal };
export const VARIABLES: Kind = { takes: 'an object of variables by name', fits: isRecord, isSecret: true };
export const OBJECT: Kind = { takes: 'an object', fits: isRecord, isSecret: true };
export const WORLD: Kind = {
  takes: 'the path of a world file, or what its world: says',
  fits: isPlaceOrValue,
  isSecret: true,
};
export const DIALECT: Kind = {
  takes: 'the path of a target file, or options by question',
  fits: isPlaceOrValue,
};
export const PORT: Kind = {
  takes: 'a port from 0 to 65535',
  fits: (value) => Number.isInteger(value) && isAtLeast(0, value) && (value as number) < 65_536,
};
export const FLAG_OR_OBJECT: Kind = {
  takes: 'true, false or an object',
  fits: (value) => typeof value === 'boolean' || isRecord(value),
  isSecret: true,
};
/** Whatever reads this option says more about it. */
export const READ_LATER: Kind = { takes: 'anything', fits: () => true };

/** A list of these words. */
export const wordsOf = (words: readonly string[]): Kind => ({
  takes: `a list of ${words.join(', ')}`,
  fits: (value) => isListOf((each) => words.includes(each as string), value),
  words,
});

const TYPES: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
  number: 'a number',
  object: 'an object',
  function: 'a function',
};

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : (TYPES[typeof value] ?? typeof value);
}

/** What an option holds, in a few characters. */
function shown(value: unknown): string {
  const text = typeof value === 'function' ? typeOf(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Throws TagproofError('usage') for an option that the function does not have, with the one that was probably meant, and for
 * one that holds what it can't take. Options that are undefined are left out.
 */
export function checkOptions(
  name: string,
  given: unknown,
  kinds: Readonly<Record<string, Kind>>,
): asserts given is object {
  const fault = (text: string, hint?: string): TagproofError =>
    new TagproofError('usage', [`${name}: ${text}`, ...(hint === undefined ? [] : [hint])].join('\n'));
  if (!isRecord(given)) throw fault(`its options are ${typeOf(given)}, not an object`);
  const names = Object.keys(kinds);
  for (const [option, value] of Object.entries(given as object)) {
    const kind = Object.hasOwn(kinds, option) ? kinds[option] : undefined;
    if (kind === undefined)
      throw fault(`it has no option ${JSON.stringify(option)}`, suggest(option, names, 'its options'));
    if (value === undefined || kind.fits(value)) continue;
    const isList = Array.isArray(value);
    const wrong = isList ? (value as unknown[]).find((each) => !kind.fits([each])) : undefined;
    const meant = typeof wrong === 'string' ? didYouMean(wrong, kind.words ?? []) : undefined;
    throw fault(
      `${option} is ${kind.isSecret ? typeOf(value) : shown(value)}; it takes ${kind.takes}`,
      meant,
    );
  }
}
