/** What the functions of the library take, checked when they are called: code without types may pass anything. */
import { z } from 'zod';
import { TagproofError } from '../base/errors.ts';
import { didYouMean, suggest } from '../base/text/nearest.ts';

/** What one option takes; its description says that in words. */
export type Kind = z.ZodType;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = z.array(z.string());
const record = z.custom<object>(isRecord);
const whole = z.number().refine(Number.isInteger);

export const COUNT = whole.min(1).describe('a whole number from 1 on');
export const ANY_NUMBER = whole.describe('a whole number');
export const MILLISECONDS = z.number().min(0).describe('a number of milliseconds');
export const RATE = z.number().positive().describe('a number of requests per second, above 0');
export const FLAG = z.boolean().describe('true or false');
export const TEXT = z.string().describe('a text');
export const GLOBS = texts.describe("a list of globs, such as ['id/*']");
export const ORIGINS = texts.describe("a list of origins, such as ['https://game.example']");
export const PATHS = z.union([z.string(), texts]).describe('a path, or a list of paths');
export const FUNCTION = z.custom((value) => typeof value === 'function').describe('a function');
export const SIGNAL = z.instanceof(AbortSignal).describe('an AbortSignal');
export const VARIABLES = record.describe('an object of variables by name');
export const OBJECT = record.describe('an object');
export const WORLD = z
  .union([z.string(), record])
  .describe('the path of a world file, or what its world: says');
export const DIALECT = z
  .union([z.string(), record])
  .describe('the path of a target file, or options by question');
export const PORT = whole.min(0).max(65_535).describe('a port from 0 to 65535');
export const FLAG_OR_OBJECT = z.union([z.boolean(), record]).describe('true, false or an object');
/** Whatever reads this option says more about it. */
export const READ_LATER = z.unknown().describe('anything');

/** Their values may hold keys or tokens: an error names the type alone. */
const SECRET: ReadonlySet<Kind> = new Set<Kind>([VARIABLES, OBJECT, WORLD, FLAG_OR_OBJECT]);

/** A list of these words. */
export const wordsOf = (words: readonly string[]) =>
  z.array(z.enum(words)).describe(`a list of ${words.join(', ')}`);

/** All words that a list may have, where they can be listed. */
const wordsIn = (kind: Kind): readonly string[] =>
  kind instanceof z.ZodArray && kind.element instanceof z.ZodEnum ? kind.element.options.map(String) : [];

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
    const fits = (each: unknown): boolean => kind.safeParse(each).success;
    if (value === undefined || fits(value)) continue;
    const isList = Array.isArray(value);
    const wrong = isList ? (value as unknown[]).find((each) => !fits([each])) : undefined;
    const meant = typeof wrong === 'string' ? didYouMean(wrong, wordsIn(kind)) : undefined;
    throw fault(
      `${option} is ${SECRET.has(kind) ? typeOf(value) : shown(value)}; it takes ${kind.description}`,
      meant,
    );
  }
}
