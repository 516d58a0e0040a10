/** What is wrong with one value whose kind, word or size is not possible at its place: the message, and what to do. */
import type { z } from 'zod';
import { didYouMean } from '../../base/text/nearest.ts';
import { MEMBER_TYPES, RETURN_CODES } from '../../spec/codes.ts';
import { nameOf, type YamlPath } from './path.ts';

/** The message and the hint of a fault. */
export type Said = readonly [message: string, hint?: string | undefined];

/** What is possible at a place: kinds of values by zod's names, and fixed values. */
export interface Wanted {
  readonly kinds: readonly string[];
  readonly words: readonly unknown[];
}

/** A value that is not possible at its place. */
interface Misfit {
  readonly path: YamlPath;
  readonly value: unknown;
  /** As the file has it; undefined for a secret, and where a file is read without places. */
  readonly source: string | undefined;
  readonly wanted: Wanted;
  /** What is possible here, where nothing better is known. */
  readonly about: string | undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  undefined: 'nothing',
  never: 'nothing',
};

/** What a value is: `a list`, `the number 12`, `nothing`. */
function valueWord(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

/** A longer list is no help: its beginning is shown. */
const MAX_WORDS = 24;

/** `"a", "b" or a list`. */
function wantedText({ kinds, words }: Wanted): string {
  const shown = words.map((word) => (typeof word === 'string' ? JSON.stringify(word) : String(word)));
  const all = [...new Set([...shown, ...kinds.map((kind) => KINDS[kind] ?? kind)])];
  if (all.length > MAX_WORDS) return `${all.slice(0, MAX_WORDS).join(', ')}, … (${all.length} in all)`;
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((part) => part !== '').join(' or ');
}

/** How a text should have been written where no text is expected: `"5"` without quotes, `yes` as `true`. */
function unquoted(kinds: readonly string[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (kinds.includes('boolean') && /^(yes|on|true)$/i.test(value)) return 'write true, without quotes';
  if (kinds.includes('boolean') && /^(no|off|false)$/i.test(value)) return 'write false, without quotes';
  const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(value) && /\b(number|int)\b/.test(kinds.join(' '));
  return isNumber ? `write ${value}, without quotes` : undefined;
}

/** The word that a number stands for, as the document numbers its codes. */
const byNumber = (value: unknown, words: readonly unknown[]): string | undefined =>
  [RETURN_CODES, MEMBER_TYPES]
    .flatMap((codes) => Object.entries(codes))
    .find(([name, number]) => String(number) === String(value) && words.includes(name))?.[0];

/** A text, or the number of a code, that is not one of the known words. */
function wordFault({ path, value, source, wanted }: Misfit): Said | undefined {
  const { words } = wanted;
  const message = `${nameOf(path)} can't be ${source === undefined ? 'this' : JSON.stringify(value)}`;
  const name = byNumber(value, words);
  if (name !== undefined) return [message, `codes are written by their names: ${name}`];
  if (typeof value !== 'string' || words.length === 0) return undefined;
  const texts = words.filter((word) => typeof word === 'string');
  return [message, didYouMean(value, texts) ?? `possible: ${wantedText(wanted)}`];
}

/** An unquoted scalar that YAML does not read as text, where text is expected: the most common slip of all. */
function quoteFault({ path, value, source, wanted }: Misfit): Said | undefined {
  const isBare = typeof value === 'number' || typeof value === 'boolean';
  if (!isBare || !(wanted.kinds.includes('string') || wanted.words.includes(source))) return undefined;
  const isExact = source === undefined || source === String(value);
  const read = typeof value !== 'number' ? 'not text' : isExact ? 'a number' : `the number ${value}`;
  return [
    `${nameOf(path)} must be text; unquoted, ${source ?? 'this value'} is ${read}`,
    source === undefined ? 'quote it' : `quote it: ${JSON.stringify(source)}`,
  ];
}

/** `key:value`, which YAML reads as one text. */
export const COLON_HINT = 'write "key: value", with a blank after the colon';
const GLUED_COLON = /^[\w-]+:[^\s/]|^[\w-]+:\w+:\/\//;

function otherKind({ path, value, source, wanted, about }: Misfit): Said {
  const name = nameOf(path);
  if (value === null)
    return [
      `${name} has no value; it must be ${wantedText(wanted)}`,
      'write it after the colon, or leave the key out where it is optional',
    ];
  const { kinds, words } = wanted;
  const isText = typeof value === 'string';
  const glued = isText && GLUED_COLON.test(value) ? COLON_HINT : undefined;
  const isListOnly = kinds.length > 0 && kinds.every((kind) => kind === 'array') && words.length < 2;
  const items = typeof value === 'object' ? 'begin each item with "- "' : `[${source ?? '…'}]`;
  const list = isListOnly ? `write a list: ${items}` : undefined;
  return [
    `${name} must be ${wantedText(wanted)}, not ${valueWord(value)}`,
    unquoted(kinds, value) ?? glued ?? (isText ? (list ?? about) : (about ?? list)),
  ];
}

/** The fault of a value of another kind than expected. */
export const kindFault = (misfit: Misfit): Said =>
  wordFault(misfit) ?? quoteFault(misfit) ?? otherKind(misfit);

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', object: 'key' };

function bound(
  origin: string,
  limit: number | bigint,
  [reached, beyond]: readonly [string, string],
  inclusive?: boolean,
): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${inclusive === false ? beyond : reached} ${limit}`;
  return `must have ${reached} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

/** Sizes and formats: what a value must be, as a phrase that follows its name. */
export function sizeMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bound(issue.origin, issue.minimum, ['at least', 'more than'], issue.inclusive);
    case 'too_big':
      return bound(issue.origin, issue.maximum, ['at most', 'less than'], issue.inclusive);
    case 'invalid_format':
      return 'does not have the required form';
    default:
      return 'is not possible here';
  }
}
