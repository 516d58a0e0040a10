/** Faults of values whose kind, word or size is not possible at their place. */
import type { FileFault } from './fault.ts';
import type { LocatedDocument } from './located.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { nameOf, type YamlPath } from './path.ts';
import type { z } from 'zod';

const WANTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
  undefined: 'nothing',
  never: 'nothing',
};

/** What a schema wants, by zod's name of the type. */
function wantedWord(expected: string): string {
  return WANTED[expected] ?? expected;
}

/** What a value is: `a list`, `the number 12`, `nothing`. */
function valueWord(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

/** `a, b or c`. */
function either(words: readonly string[]): string {
  const different = [...new Set(words)];
  return different.length < 2
    ? different.join('')
    : `${different.slice(0, -1).join(', ')} or ${different.at(-1)}`;
}

const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  on: true,
  off: false,
  true: true,
  false: false,
};

/** How a text should have been written where no text is expected: `"5"` without quotes, `yes` as `true`. */
function unquoted(kinds: readonly string[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  if (kinds.includes('boolean') && Object.hasOwn(BOOLEAN_WORDS, word))
    return `write ${BOOLEAN_WORDS[word]}, without quotes`;
  const numeric =
    /^-?[0-9]+(\.[0-9]+)?$/.test(value) && kinds.some((kind) => kind === 'number' || kind === 'int');
  return numeric ? `write ${value}, without quotes` : undefined;
}

/** What is possible at a place: kinds of values by zod's names, and fixed values. */
export interface WantedValue {
  readonly kinds: readonly string[];
  readonly words: readonly unknown[];
}

const shown = (word: unknown): string => (typeof word === 'string' ? JSON.stringify(word) : String(word));
const texts = ({ words }: WantedValue): readonly string[] => words.filter((word) => typeof word === 'string');

function wantedText({ kinds, words }: WantedValue): string {
  return either([...words.map(shown), ...kinds.map(wantedWord)]);
}

/** An unquoted scalar that YAML does not read as text, where text is expected: the most common slip of all. */
function quoteFault(document: LocatedDocument, path: YamlPath, value: unknown): FileFault {
  const source = document.plainAt(path);
  const exact = source === undefined || source === String(value);
  const read = typeof value !== 'number' ? 'not text' : exact ? 'a number' : `the number ${value}`;
  const hint = source === undefined ? 'quote it' : `quote it: ${JSON.stringify(source)}`;
  return document.faultAt(
    path,
    `${nameOf(path)} must be text; unquoted, ${source ?? 'this value'} is ${read}`,
    hint,
  );
}

/** The fault of a text that is not one of the known words. */
function wordFault(document: LocatedDocument, path: YamlPath, wanted: WantedValue, value: string): FileFault {
  const written = document.sourceAt(path) === undefined ? 'this' : JSON.stringify(value);
  const hint = didYouMean(value, texts(wanted)) ?? `possible: ${wantedText(wanted)}`;
  return document.faultAt(path, `${nameOf(path)} can't be ${written}`, hint);
}

function isBareScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** `key:value`, which YAML reads as one text. */
export const COLON_HINT = 'write a blank after the colon';
const GLUED_COLON = /^[\w-]+:[^\s/]|^[\w-]+:\w+:\/\//;

/** Whether nothing but a list is possible, or one word. */
const isListOnly = ({ kinds, words }: WantedValue): boolean =>
  kinds.every((kind) => kind === 'array') && kinds.length > 0 && words.length < 2;

/** The fault of a value of another kind than expected; `about` says what is possible where nothing better is known. */
export function kindFault(
  document: LocatedDocument,
  path: YamlPath,
  wanted: WantedValue,
  value: unknown,
  about: string | undefined,
): FileFault {
  if (typeof value === 'string' && wanted.words.length > 0) return wordFault(document, path, wanted, value);
  const quotable = wanted.kinds.includes('string') || texts(wanted).includes(document.plainAt(path) ?? '');
  if (isBareScalar(value) && quotable) return quoteFault(document, path, value);
  const name = nameOf(path);
  if (value === null) {
    const hint = 'write it after the colon, or leave the key out where it is optional';
    return document.faultAt(path, `${name} has no value, but wants ${wantedText(wanted)}`, hint, 'key');
  }
  const message = `${name} wants ${wantedText(wanted)}, not ${valueWord(value)}`;
  const glued = typeof value === 'string' && GLUED_COLON.test(value) ? COLON_HINT : undefined;
  const items =
    typeof value === 'object' ? 'begin each item with "- "' : `[${document.sourceAt(path) ?? '…'}]`;
  const list = isListOnly(wanted) ? `write a list: ${items}` : undefined;
  const possible = typeof value === 'string' ? (list ?? about) : (about ?? list);
  return document.faultAt(path, message, unquoted(wanted.kinds, value) ?? glued ?? possible);
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  object: ['key', 'keys'],
};

function bound(
  origin: string,
  limit: number | bigint,
  inclusive: boolean,
  words: readonly [string, string],
): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${inclusive ? words[0] : words[1]} ${limit}`;
  return `must have ${words[0]} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
}

/** Schemas may bring a message of their own; it follows the name, as in `"key" must be …`. */
const isOwn = (message: string): boolean => message !== '' && !/^(Invalid|Too |Unrecognized)/.test(message);

/** Sizes, formats and hand-made checks of zod: what a value must be, as a phrase that follows its name. */
export function sizeMessage(issue: z.core.$ZodIssue): string {
  if (isOwn(issue.message)) return issue.message;
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
    return bound(issue.origin, issue.minimum, issue.inclusive !== false, ['at least', 'more than']);
  }
  if (issue.code === 'too_big')
    return bound(issue.origin, issue.maximum, issue.inclusive !== false, ['at most', 'less than']);
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'invalid_format')
    return issue.format === 'regex' ? 'does not have the required form' : `is not a ${issue.format}`;
  return 'is not possible here';
}
