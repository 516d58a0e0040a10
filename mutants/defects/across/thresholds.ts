/** Defects of size: machines that hold a limited number of keys, tags, characters or bytes, and what they do with one more. */
import { isArray, isObject, type Json } from '../../../src/rules/json.ts';
import { crashingOn } from '../../alterations/requests.ts';
import { alsoRefusing } from '../../alterations/rules.ts';
import { eachTag, filtering, listing, named } from '../../alterations/subjects.ts';
import { breaking, type Mutant } from '../mutant.ts';

/** As many as a page, a list of parameters or a counter of one byte holds. */
const COUNTS = [32, 64, 100, 200, 255, 256, 1000] as const;
/** As many as a column, an index or a buffer holds. */
const LENGTHS = [32, 64, 100, 255, 256, 1024, 4095, 4096] as const;
const VALUE_LENGTHS = [...LENGTHS, 65_535] as const;
const KILOBYTE = 1024;
/** The limit that the default world declares is 64 kB: more is refused for it before the shape is looked at. */
const SHAPE_SIZES = [1, 8, 16] as const;
const CRASH_SIZES = [...SHAPE_SIZES, 64] as const;

/** Text cut at `most` bytes of UTF-8; a character cut in the middle becomes a replacement character. */
const inBytes = (text: string, most: number): string => Buffer.from(text).subarray(0, most).toString();

/** The first `most` tags; the page that every client gets has a mutant of its own. */
const TAG_COUNTS = COUNTS.filter((most) => most !== 100).map((most): Mutant => ({
  name: `first-${most}-tags-only`,
  clause: '4.5.2/tags',
  description: `lists the first ${most} tags`,
  alter: listing((tags) => tags.slice(0, most)),
}));

const KEY_COUNTS = COUNTS.flatMap((most): readonly Mutant[] => [
  {
    name: `first-${most}-keys-only`,
    clause: '4.3/tag-keys/many',
    description: `lists the tags of the first ${most} keys that are named`,
    alter: filtering((all, keys) => named(all, keys.slice(0, most))),
  },
  {
    name: `more-than-${most}-keys-name-none`,
    clause: '4.3/tag-keys/many',
    description: `lists nothing where more than ${most} keys are named`,
    alter: filtering((all, keys) => (keys.length > most ? [] : named(all, keys))),
  },
]);

const VALUE_CUTS = VALUE_LENGTHS.map((most): Mutant => ({
  name: `values-cut-at-${most}`,
  clause: '4.5.2/tags',
  description: `cuts values at ${most} characters`,
  alter: eachTag(({ key, value }) => ({ key, value: value.slice(0, most) })),
}));

const KEY_CUTS = LENGTHS.map((most): Mutant => ({
  name: `keys-cut-at-${most}`,
  clause: '4.5.2/tags',
  description: `cuts keys at ${most} characters`,
  alter: eachTag(({ key, value }) => ({ key: key.slice(0, most), value })),
}));

/** Where the characters fit and their bytes do not. */
const BYTE_CUTS = [64, 255].map((most): Mutant => ({
  name: `values-cut-at-${most}-bytes`,
  clause: '4.5.2/tags',
  description: `cuts values at ${most} bytes`,
  alter: eachTag(({ key, value }) => ({ key, value: inBytes(value, most) })),
}));

const BODY_SIZES: readonly Mutant[] = [
  ...SHAPE_SIZES.map((kilobytes): Mutant => ({
    name: `bodies-over-${kilobytes}-kilobytes-invalid`,
    clause: '7.1/max-size-request-reject',
    description: `refuses a body of more than ${kilobytes} kB as InvalidRequestParameters`,
    alter: alsoRefusing('shape', 'InvalidRequestParameters', ({ bytes }) => bytes > kilobytes * KILOBYTE),
  })),
  ...CRASH_SIZES.map((kilobytes): Mutant => ({
    name: `bodies-over-${kilobytes}-kilobytes-crash`,
    clause: '7.1/max-size-request-reject',
    description: `answers a body of more than ${kilobytes} kB with InternalServerError`,
    alter: crashingOn(({ bytes }) => bytes > kilobytes * KILOBYTE),
  })),
];

const depthOf = (value: Json): number => {
  if (isArray(value)) return 1 + Math.max(0, ...value.map(depthOf));
  return isObject(value) ? 1 + Math.max(0, ...[...value.values()].map(depthOf)) : 0;
};

const DEPTHS = [16, 32, 60] as const;
const NESTING = DEPTHS.map((most): Mutant => ({
  name: `bodies-nested-over-${most}-deep-crash`,
  clause: '4.5.2/tags',
  description: `answers a body nested more than ${most} deep with InternalServerError`,
  alter: crashingOn(({ body }) => body.is === 'object' && depthOf(body.members) > most),
}));

const HEADS = [2, 4] as const;
const HEAD_SIZES = HEADS.map((kilobytes): Mutant => ({
  name: `heads-over-${kilobytes}-kilobytes-crash`,
  clause: '4.5.2/tags',
  description: `answers a head of more than ${kilobytes} kB with InternalServerError`,
  alter: crashingOn((_, { headers }) => headers.join('').length > kilobytes * KILOBYTE),
}));

/** What text on the way through forms, pages, files and doubles loses. */
const CONTENT: readonly Mutant[] = breaking('4.5.2/tags', {
  'tags-counted-in-a-byte': ['counts tags in one byte', listing((tags) => tags.slice(0, tags.length % 256))],
  'control-characters-lost': [
    'drops control characters from values',
    eachTag(({ key, value }) => ({ key, value: value.replaceAll(/[^\P{Cc}\t\r\n]/gu, '') })),
  ],
  'line-ends-as-in-files': [
    'writes every line end as a line feed',
    eachTag(({ key, value }) => ({ key, value: value.replaceAll(/\r\n?/g, '\n') })),
  ],
  'entities-decoded': [
    'decodes entities of HTML in values',
    eachTag(({ key, value }) => ({
      key,
      value: value.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    })),
  ],
  'pluses-as-blanks': [
    'writes a blank for each plus in a value',
    eachTag(({ key, value }) => ({ key, value: value.replaceAll('+', ' ') })),
  ],
  'variation-selectors-lost': [
    'drops variation selectors',
    eachTag(({ key, value }) => ({ key, value: value.replaceAll(/[\ufe0e\ufe0f]/g, '') })),
  ],
  'long-numbers-rounded': [
    'reads long values of digits as doubles',
    eachTag(({ key, value }) => ({
      key,
      value: /^\d{16,}$/.test(value) ? String(Number(value)) : value,
    })),
  ],
  'one-tag-for-each-number': [
    'keeps one tag of those whose keys are the same number',
    listing((tags) => [
      ...new Map(tags.map((tag) => [/^\d+$/.test(tag.key) ? Number(tag.key) : tag.key, tag])).values(),
    ]),
  ],
  'one-tag-for-each-value': [
    'keeps one tag of those that share a value',
    listing((tags) => [...new Map(tags.map((tag) => [tag.value, tag])).values()]),
  ],
  'one-tag-for-each-trimmed-key': [
    'keeps one tag of those whose keys differ in blanks alone',
    listing((tags) => [...new Map(tags.map((tag) => [tag.key.trim(), tag])).values()]),
  ],
});

export const THRESHOLD_MUTANTS: readonly Mutant[] = [
  ...TAG_COUNTS,
  ...KEY_COUNTS,
  ...VALUE_CUTS,
  ...KEY_CUTS,
  ...BYTE_CUTS,
  ...BODY_SIZES,
  ...NESTING,
  ...HEAD_SIZES,
  ...CONTENT,
];
