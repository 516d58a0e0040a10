/** The lists of tagKeys that a subject invites. */
import type { TagItem } from '../../spec/envelope.ts';
import { alterString } from '../../http/alterations/string-alterations.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import { literal } from './step.ts';

/** What a list is made from: the keys of the subject, each once, and a number that picks among them. */
interface Keys {
  readonly own: readonly string[];
  readonly pick: number;
}

const one = ({ own, pick }: Keys): string => own[pick % own.length] ?? '';
const some = ({ own, pick }: Keys): readonly string[] =>
  own.filter((_, at) => ((pick >>> (at % 16)) & 1) === 1);
/** An element among others, at a place that the number picks. */
const among = (keys: Keys, odd: unknown): readonly unknown[] => {
  const length = 1 + (keys.pick % 12);
  const at = (keys.pick >>> 4) % length;
  return Array.from({ length }, (_, index) =>
    index === at ? odd : literal(keys.own[index % keys.own.length] ?? ''),
  );
};
const literals = (keys: readonly string[]): readonly string[] => keys.map(literal);
const many = ({ own }: Keys, length: number): readonly string[] =>
  literals(Array.from({ length }, (_, at) => own[at] ?? `nosuchkey${at}`));

/** In the words of the case format, in which a dollar begins a reference. */
const TAG_KEY_LISTS = {
  all: ({ own }) => literals(own),
  none: () => [],
  one: (keys) => literals([one(keys)]),
  some: (keys) => literals(some(keys)),
  reversed: ({ own }) => literals(own.toReversed()),
  'one and an unknown': (keys) => [literal(one(keys)), 'nosuchkey'],
  unknown: () => ['nosuchkey'],
  'one twice': (keys) => literals([one(keys), one(keys)]),
  'one in other case': (keys) => literals([alterString(one(keys), 'swap-case')]),
  'one cut': (keys) => literals([alterString(one(keys), 'cut-one')]),
  'one lengthened': (keys) => literals([`${one(keys)}x`]),
  'one padded': (keys) => literals([` ${one(keys)} `]),
  'one normalised': (keys) => literals([one(keys).normalize('NFC'), one(keys).normalize('NFD')]),
  empty: () => [''],
  'an empty one': (keys) => among(keys, ''),
  null: () => null,
  'a null': (keys) => among(keys, null),
  'a number': (keys) => among(keys, 7),
  'a boolean': (keys) => among(keys, true),
  'an array': (keys) => among(keys, ['vip']),
  'an object': (keys) => among(keys, {}),
  'a long one': (keys) => among(keys, 'k'.repeat(255)),
  prototype: () => ['__proto__', 'constructor', 'toString'],
  'a dozen': ({ own }) => literals(Array.from({ length: 12 }, (_, at) => own[at % own.length] ?? '')),
  'a hundred': (keys) => many(keys, 100),
  'a thousand': (keys) => many(keys, 1000),
  'a very long one': (keys) => among(keys, 'k'.repeat(5000)),
} as const satisfies Record<string, (keys: Keys) => readonly unknown[] | null>;

export type TagKeyList = keyof typeof TAG_KEY_LISTS;
export const TAG_KEY_LIST_NAMES = Object.keys(TAG_KEY_LISTS) as readonly TagKeyList[];

/** Lists that cost as much as many other requests. */
export const HEAVY_LISTS: readonly TagKeyList[] = ['a hundred', 'a thousand', 'a very long one'];
export const LIGHT_LISTS = TAG_KEY_LIST_NAMES.filter((name) => !HEAVY_LISTS.includes(name));

/** The value of tagKeys as `set:` of a case has it. For a subject without known tags a common key is used. */
export function tagKeyList(
  name: TagKeyList,
  tags: Fact<readonly TagItem[]> | undefined,
  pick: number,
): readonly unknown[] | null {
  const keys = tags === undefined || tags === UNKNOWN ? [] : [...new Set(tags.map(({ key }) => key))];
  return TAG_KEY_LISTS[name]({ own: keys.length === 0 ? ['vip'] : keys, pick });
}
