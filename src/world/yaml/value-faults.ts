/** What is wrong with one value whose kind, word or size is not possible at its place: the message, and what to do. */
import type { z } from 'zod';
import { didYouMean, nearest } from '../../base/text/nearest.ts';
import { MEMBER_TYPES, RETURN_CODES } from '../../spec/codes.ts';

/** The message and the hint of a fault. */
export type Said = readonly [message: string, hint?: string | undefined];

/** What is possible at a place: kinds of values by zod's names, and fixed values. */
export interface Wanted {
  readonly kinds: readonly string[];
  readonly words: readonly unknown[];
}

/** A value that is not possible at its place. */
interface Misfit {
  readonly name: string;
  readonly value: unknown;
  /** Whether the value may be shown. */
  readonly isShown: boolean;
  /** As the file has it; undefined where that is not shown, and where a file is read without places. */
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
function valueWord({ value, isShown }: Misfit): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'text';
  return isShown || typeof value === 'boolean'
    ? `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`
    : 'this number';
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

/** The word that a number stands for, as the document numbers its codes. */
const byNumber = (value: unknown, words: readonly unknown[]): string | undefined =>
  [RETURN_CODES, MEMBER_TYPES]
    .flatMap((codes) => Object.entries(codes))
    .find(([name, number]) => String(number) === String(value) && words.includes(name))?.[0];

/** A text, or the number of a code, that is not one of the known words. */
function wordFault({ name, value, isShown, wanted }: Misfit): Said | undefined {
  const texts = wanted.words.filter((word) => typeof word === 'string');
  const isNear = typeof value === 'string' && nearest(value, texts) !== undefined;
  const message = `${name} can't be ${isShown || isNear ? JSON.stringify(value) : 'this'}`;
  const code = byNumber(value, texts);
  if (code !== undefined) return [message, `codes are written by their names: ${code}`];
  if (typeof value !== 'string' || wanted.words.length === 0) return undefined;
  return [message, didYouMean(value, texts) ?? `possible: ${wantedText(wanted)}`];
}

/** An unquoted scalar that YAML does not read as text, where text is expected: the most common slip of all. */
function quoteFault({ name, value, source, wanted }: Misfit): Said | undefined {
  const isBare = typeof value === 'number' || typeof value === 'boolean';
  if (!isBare || !(wanted.kinds.includes('string') || wanted.words.includes(source))) return undefined;
  const isExact = source === undefined || source === String(value);
  const read = typeof value !== 'number' ? 'not text' : isExact ? 'a number' : `the number ${value}`;
  return [
    `${name} must be text; unquoted, ${source ?? 'this value'} is ${read}`,
    source === undefined ? 'quote it' : `quote it: ${JSON.stringify(source)}`,
  ];
}

/** `key:value`, which YAML reads as one text. */
export const COLON_HINT = 'write "key: value", with a blank after the colon';
const GLUED_COLON = /^[\w-]+:[^\s/]|^[\w-]+:\w+:\/\//;

/** What to do about a text where none is expected: `"5"` without quotes, `yes` as `true`, `key:value` with a blank. */
function textRemedy(text: string, kinds: readonly string[]): string | undefined {
  if (kinds.includes('boolean') && /^(yes|on|true)$/i.test(text)) return 'write true, without quotes';
  if (kinds.includes('boolean') && /^(no|off|false)$/i.test(text)) return 'write false, without quotes';
  const isNumber =
    /^-?[0-9]+(\.[0-9]+)?$/.test(text) && kinds.some((kind) => kind === 'number' || kind === 'int');
  if (isNumber) return 'write it without quotes';
  return GLUED_COLON.test(text) ? COLON_HINT : undefined;
}

function otherKind(misfit: Misfit): Said {
  const { name, value, source, wanted, about } = misfit;
  if (value === null)
    return [
      `${name} has no value; it must be ${wantedText(wanted)}`,
      'write it after the colon, or leave the key out where it is optional',
    ];
  const { kinds, words } = wanted;
  const isText = typeof value === 'string';
  const isListOnly = kinds.length > 0 && kinds.every((kind) => kind === 'array') && words.length < 2;
  const items = typeof value === 'object' ? 'begin each item with "- "' : `[${source ?? '…'}]`;
  const list = isListOnly ? `write a list: ${items}` : undefined;
  return [
    `${name} must be ${wantedText(wanted)}, not ${valueWord(misfit)}`,
    (isText ? textRemedy(value, kinds) : undefined) ?? (isText ? (list ?? about) : (about ?? list)),
  ];
}

/** The fault of a value of another kind than expected. */
export const kindFault = (misfit: Misfit): Said =>
  wordFault(misfit) ?? quoteFault(misfit) ?? otherKind(misfit);

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', object: 'key' };

/** Sizes and formats: what a value must be, as a phrase that follows its name. */
export function sizeMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format') return 'does not have the required form';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'is not possible here';
  const isLeast = issue.code === 'too_small';
  const limit = isLeast ? issue.minimum : issue.maximum;
  const unit = UNITS[issue.origin];
  if (isLeast && issue.origin === 'string' && limit === 1) return 'must not be empty';
  if (unit === undefined && issue.inclusive === false)
    return `must be ${isLeast ? 'more' : 'less'} than ${limit}`;
  const bound = `${isLeast ? 'at least' : 'at most'} ${limit}`;
  return unit === undefined
    ? `must be ${bound}`
    : `must have ${bound} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}
