/** Named alterations of a member of the request body; the suite and the fuzzer share this table. */
import type { MemberShape } from '../../contract/members.ts';
import { CONTROL_NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  alterationsOf,
  alterString,
  isStringAlteration,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import { isArray, type Json } from '../../rules/json.ts';

/** What an alteration may know about the member: its value in the valid request and its declared shape. */
export interface Altered {
  readonly value: Json;
  readonly shape: MemberShape | undefined;
}

type Limited = { readonly min?: number; readonly max?: number };

const limits = ({ shape }: Altered): Limited => (shape === undefined ? {} : shape);
const minOf = (altered: Altered): number => limits(altered).min ?? 0;
const maxOf = (altered: Altered): number => limits(altered).max ?? 0;

/** Deeper than parsers must go, and not so deep that any of them breaks. */
const DEEP = 200;
const LONG = 100_000;
const MANY = 300;

const nested = (depth: number): Json => (depth === 0 ? [] : [nested(depth - 1)]);
const entries = (count: number): Json =>
  new Map(Array.from({ length: Math.max(count, 0) }, (_, index) => [`entry${index + 1}`, 'x'] as const));
const items = (count: number): Json =>
  Array.from({ length: Math.max(count, 0) }, (_, index) => `item${index + 1}`);

/** A value of the member's own kind with this many units: characters, items, entries, or the number itself. */
function sized(altered: Altered, size: number): Json {
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

/** Alterations to another JSON value, and past the limits of a declared shape. */
export const JSON_ALTERATIONS = {
  'as-null': () => null,
  'as-number': () => 1234567890,
  'as-fraction': () => 1.5,
  'as-boolean': () => true,
  'as-string': () => 'text',
  'as-array': ({ value }) => [value],
  'as-empty-array': () => [],
  'as-object': ({ value }) => new Map([['value', value]]),
  'as-operator': () => new Map([['$ne', '']]),
  'as-condition': ({ value }) =>
    new Map([
      ['$eq', value],
      ['equals', value],
    ]),
  'as-empty-object': () => new Map(),
  'as-text': ({ value }) => (isArray(value) ? value.join(',') : String(value)),
  'at-min': (altered) => sized(altered, minOf(altered)),
  'at-max': (altered) => sized(altered, maxOf(altered)),
  'below-min': (altered) => sized(altered, minOf(altered) - 1),
  'above-max': (altered) => sized(altered, maxOf(altered) + 1),
  'as-deep': () => nested(DEEP - 1),
  'as-huge-string': () => 'x'.repeat(LONG),
  'as-huge-number': () => 1e308,
  'as-negative': () => -1,
  'as-zero': () => 0,
  'as-null-array': () => [null],
  'as-nested-array': ({ value }) => [[value]],
  // Of an array its items, so that what is mixed are the items themselves.
  'as-mixed-array': ({ value }) => (isArray(value) ? [...value, 7] : [value, 7]),
  'as-many': () => items(MANY),
  'as-prototype': ({ value }) => new Map([['__proto__', value]]),
} as const satisfies Record<string, (altered: Altered) => Json>;

export type JsonAlteration = keyof typeof JSON_ALTERATIONS;
export type MemberAlteration = StringAlteration | ControlAlteration | JsonAlteration;

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];

/** Alterations of a member that is a text. */
export const TEXT_ALTERATIONS: readonly (StringAlteration | ControlAlteration)[] = [
  ...namesOf(STRING_ALTERATIONS),
  ...namesOf(CONTROL_ALTERATIONS),
];

export const MEMBER_ALTERATIONS: readonly MemberAlteration[] = [
  ...TEXT_ALTERATIONS,
  ...namesOf(JSON_ALTERATIONS),
];

export function isMemberAlteration(name: string): name is MemberAlteration {
  return isStringAlteration(name) || isControlAlteration(name) || Object.hasOwn(JSON_ALTERATIONS, name);
}

/** The member's value, altered in the named way. A string's alteration on another value leaves it as it is. */
export function alterMember(alter: MemberAlteration, altered: Altered): Json {
  const { value } = altered;
  if (isStringAlteration(alter)) return typeof value === 'string' ? alterString(value, alter) : value;
  if (isControlAlteration(alter))
    return typeof value === 'string' ? CONTROL_ALTERATIONS[alter](value) : value;
  return JSON_ALTERATIONS[alter](altered);
}
