/** Named alterations of a member of the request body; the suite and the fuzzer share this table. */
import type { MemberShape } from '../../contract/members.ts';
import { CONTROL_NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  bendsOf,
  bendString,
  isStringBend,
  STRING_BENDS,
  type StringBend,
} from '../../http/alterations/string-bends.ts';
import { isArray, type Json } from '../../rules/json.ts';

/** What an alteration may know of the member: its value in the valid request and its declared shape. */
export interface Bent {
  readonly value: Json;
  readonly shape: MemberShape | undefined;
}

type Limited = { readonly min?: number; readonly max?: number };

const limits = ({ shape }: Bent): Limited => (shape === undefined ? {} : shape);
const minOf = (bent: Bent): number => limits(bent).min ?? 0;
const maxOf = (bent: Bent): number => limits(bent).max ?? 0;

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
function sized(bent: Bent, size: number): Json {
  switch (bent.shape?.type) {
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
const CONTROL_BENDS = bendsOf(CONTROL_NEAR_MISSES);
type ControlBend = keyof typeof CONTROL_BENDS;

function isControlBend(name: string): name is ControlBend {
  return Object.hasOwn(CONTROL_BENDS, name);
}

/** Alterations to another JSON value, and past the limits of a declared shape. */
export const JSON_BENDS = {
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
  'at-min': (bent) => sized(bent, minOf(bent)),
  'at-max': (bent) => sized(bent, maxOf(bent)),
  'below-min': (bent) => sized(bent, minOf(bent) - 1),
  'above-max': (bent) => sized(bent, maxOf(bent) + 1),
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
} as const satisfies Record<string, (bent: Bent) => Json>;

export type JsonBend = keyof typeof JSON_BENDS;
export type MemberBend = StringBend | ControlBend | JsonBend;

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];

/** Alterations of a member that is a text. */
export const TEXT_BENDS: readonly (StringBend | ControlBend)[] = [
  ...namesOf(STRING_BENDS),
  ...namesOf(CONTROL_BENDS),
];

export const MEMBER_BENDS: readonly MemberBend[] = [...TEXT_BENDS, ...namesOf(JSON_BENDS)];

export function isMemberBend(name: string): name is MemberBend {
  return isStringBend(name) || isControlBend(name) || Object.hasOwn(JSON_BENDS, name);
}

/** The member's value, altered in the named way. A string's bend on another value leaves it as it is. */
export function bendMember(bend: MemberBend, bent: Bent): Json {
  const { value } = bent;
  if (isStringBend(bend)) return typeof value === 'string' ? bendString(value, bend) : value;
  if (isControlBend(bend)) return typeof value === 'string' ? CONTROL_BENDS[bend](value) : value;
  return JSON_BENDS[bend](bent);
}
