/** Named alterations of a member of the request body; the suite and the fuzzer share this table. */
import type { MemberShape } from '../../../spec/members.ts';
import { CONTROL_NEAR_MISSES } from '../../../http/alterations/near-misses.ts';
import {
  alterationsOf,
  alterString,
  isStringAlteration,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../../http/alterations/string-alterations.ts';
import { isArray, type Json } from '../../../judge/rules/json.ts';

/** What an alteration may know about the member: its value in the valid request and its declared shape. */
interface Altered {
  readonly value: Json;
  readonly shape: MemberShape | undefined;
}

type Limited = { readonly min?: number; readonly max?: number };

const limits = ({ shape }: Altered): Limited => (shape === undefined ? {} : shape);
const minOf = (altered: Altered): number => limits(altered).min ?? 0;
const maxOf = (altered: Altered): number => limits(altered).max ?? 0;

/** Deeper than parsers must go, and not so deep that any of them breaks. */
const DEEP_VALUE = 200;
const LONG_TEXT = 100_000;
/** As many as one byte counts, and as two do: a length that is kept in them is the same again. */
const BYTE = 256;
const TWO_BYTES = 65_536;
const MANY_ITEMS = 300;

const nestedLists = (depth: number): Json => (depth === 0 ? [] : [nestedLists(depth - 1)]);
const entries = (count: number): Json =>
  new Map(Array.from({ length: Math.max(count, 0) }, (_, index) => [`entry${index + 1}`, 'x'] as const));
const items = (count: number): Json =>
  Array.from({ length: Math.max(count, 0) }, (_, index) => `item${index + 1}`);

/** A value of the member's own kind with this many units: characters, items, entries, or the number itself. */
function ofSize(altered: Altered, size: number): Json {
  switch (altered.shape?.type) {
    case 'array':
      return items(size);
    case 'hashtable':
      return entries(size);
    case 'number':
      return size;
    default:
      return 'x'.repeat(Math.max(size, 0));
  }
}

/** Near misses that no header value can carry. */
const CONTROL_ALTERATIONS = alterationsOf(CONTROL_NEAR_MISSES);
type ControlAlteration = keyof typeof CONTROL_ALTERATIONS;

function isControlAlteration(name: string): name is ControlAlteration {
  return Object.hasOwn(CONTROL_ALTERATIONS, name);
}

const longerBy =
  (count: number) =>
  ({ value }: Altered): Json =>
    typeof value === 'string' ? value.padEnd(value.length + count, value || 'x') : value;

/** One alteration: adding it takes this row, and a case that sends it. */
interface JsonAlterationRow {
  /** What the member is. */
  readonly words: string;
  readonly apply: (altered: Altered) => Json;
  /** It is heavy. */
  readonly fuzzed?: 'rarely';
}

/** Alterations to another JSON value, and past the limits of a declared shape. */
export const JSON_ALTERATIONS = {
  'as-null': { words: 'null', apply: () => null },
  'as-number': { words: 'a number', apply: () => 1234567890 },
  'as-fraction': { words: 'a number that is not an integer', apply: () => 1.5 },
  'as-boolean': { words: 'a boolean', apply: () => true },
  'as-string': { words: 'a text', apply: () => 'text' },
  'as-array': { words: 'an array that holds it', apply: ({ value }) => [value] },
  'as-empty-array': { words: 'an empty array', apply: () => [] },
  'as-object': { words: 'an object that holds it', apply: ({ value }) => new Map([['value', value]]) },
  'as-operator': {
    words: 'an object that some databases take for an operator',
    apply: () => new Map([['$ne', '']]),
  },
  'as-condition': {
    words: 'an object that some databases take for a condition that the value meets',
    apply: ({ value }) =>
      new Map([
        ['$eq', value],
        ['equals', value],
      ]),
  },
  'as-empty-object': { words: 'an empty object', apply: () => new Map() },
  'as-text': {
    words: 'written as one text',
    apply: ({ value }) => (isArray(value) ? value.join(',') : String(value)),
  },
  'at-min': { words: 'at its minimum', apply: (altered) => ofSize(altered, minOf(altered)) },
  'at-max': { words: 'at its maximum', apply: (altered) => ofSize(altered, maxOf(altered)) },
  'below-min': { words: 'one below its minimum', apply: (altered) => ofSize(altered, minOf(altered) - 1) },
  'above-max': { words: 'one above its maximum', apply: (altered) => ofSize(altered, maxOf(altered) + 1) },
  'as-deep': {
    words: 'an array nested two hundred deep',
    fuzzed: 'rarely',
    apply: () => nestedLists(DEEP_VALUE - 1),
  },
  'as-huge-string': {
    words: 'a text of a hundred thousand characters',
    fuzzed: 'rarely',
    apply: () => 'x'.repeat(LONG_TEXT),
  },
  'longer-by-256': { words: 'longer by 256 characters', apply: longerBy(BYTE) },
  'longer-by-65536': {
    words: 'longer by 65,536 characters',
    fuzzed: 'rarely',
    apply: longerBy(TWO_BYTES),
  },
  'as-huge-number': { words: 'a number of three hundred digits', apply: () => 1e308 },
  'as-negative': { words: 'a negative number', apply: () => -1 },
  'as-zero': { words: 'zero', apply: () => 0 },
  'as-null-array': { words: 'an array that holds null', apply: () => [null] },
  'as-nested-array': { words: 'an array that holds an array that holds it', apply: ({ value }) => [[value]] },
  // Of an array its items, so that what is mixed are the items themselves.
  'as-mixed-array': {
    words: 'an array that holds it and a number',
    apply: ({ value }) => (isArray(value) ? [...value, 7] : [value, 7]),
  },
  'as-many': { words: 'an array of three hundred texts', fuzzed: 'rarely', apply: () => items(MANY_ITEMS) },
  'as-prototype': {
    words: 'an object that holds it in a member __proto__',
    apply: ({ value }) => new Map([['__proto__', value]]),
  },
} as const satisfies Record<string, JsonAlterationRow>;

export type JsonAlteration = keyof typeof JSON_ALTERATIONS;
export type MemberAlteration = StringAlteration | ControlAlteration | JsonAlteration;

const rowNames = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];

/** Alterations of a member that is a text. */
export const TEXT_ALTERATIONS: readonly (StringAlteration | ControlAlteration)[] = [
  ...rowNames(STRING_ALTERATIONS),
  ...rowNames(CONTROL_ALTERATIONS),
];

const MEMBER_ALTERATION_ROWS: Readonly<Record<MemberAlteration, { readonly words: string }>> = {
  ...STRING_ALTERATIONS,
  ...CONTROL_ALTERATIONS,
  ...JSON_ALTERATIONS,
};

export const MEMBER_ALTERATIONS: readonly MemberAlteration[] = rowNames(MEMBER_ALTERATION_ROWS);

/** What the member is, in words behind its name. */
export const memberAlterationWords = (alter: MemberAlteration): string => MEMBER_ALTERATION_ROWS[alter].words;

/** The alterations to another JSON value that the fuzzer treats in this way; undefined: those that it treats like any other. */
export function valuesFuzzed(fuzzed: JsonAlterationRow['fuzzed']): readonly JsonAlteration[] {
  const rows = Object.entries<JsonAlterationRow>(JSON_ALTERATIONS);
  return rows.filter(([, row]) => row.fuzzed === fuzzed).map(([name]) => name as JsonAlteration);
}

/** The member's value, altered in the named way. A string's alteration on another value leaves it as it is. */
export function alterMember(alter: MemberAlteration, altered: Altered): Json {
  const { value } = altered;
  if (isStringAlteration(alter)) return typeof value === 'string' ? alterString(value, alter) : value;
  if (isControlAlteration(alter))
    return typeof value === 'string' ? CONTROL_ALTERATIONS[alter].apply(value) : value;
  return JSON_ALTERATIONS[alter].apply(altered);
}
