/** Defects of size: machines that hold a limited number of keys, tags, characters or bytes, and what they do with one more. */
import { isArray, isObject, type Json } from '../../../src/judge/rules/json.ts';
import { crashingOn } from '../../alterations/requests.ts';
import { alsoRefusing } from '../../alterations/rules.ts';
import { eachKey, eachValue, filtering, listing, named, oncePer } from '../../alterations/subjects.ts';
import { breaking, rowsFor, type Mutant } from '../mutant.ts';

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

const depthOf = (value: Json): number => {
  if (isArray(value)) return 1 + Math.max(0, ...value.map(depthOf));
  return isObject(value) ? 1 + Math.max(0, ...[...value.values()].map(depthOf)) : 0;
};

export const THRESHOLD_MUTANTS: readonly Mutant[] = breaking({
  '4.5.2/tags': {
    // The page that every client gets has a mutant of its own.
    ...rowsFor(
      COUNTS.filter((most) => most !== 100),
      (most) => [
        `first-${most}-tags-only`,
        `lists the first ${most} tags`,
        listing((tags) => tags.slice(0, most)),
      ],
    ),
    ...rowsFor(VALUE_LENGTHS, (most) => [
      `values-cut-at-${most}`,
      `cuts values at ${most} characters`,
      eachValue((value) => value.slice(0, most)),
    ]),
    ...rowsFor(LENGTHS, (most) => [
      `keys-cut-at-${most}`,
      `cuts keys at ${most} characters`,
      eachKey((key) => key.slice(0, most)),
    ]),
    // Where the characters fit and their bytes do not.
    ...rowsFor([64, 255], (most) => [
      `values-cut-at-${most}-bytes`,
      `cuts values at ${most} bytes`,
      eachValue((value) => inBytes(value, most)),
    ]),
    ...rowsFor([16, 32, 60], (most) => [
      `bodies-nested-over-${most}-deep-crash`,
      `answers a body nested more than ${most} deep with InternalServerError`,
      crashingOn(({ body }) => body.is === 'object' && depthOf(body.members) > most),
    ]),
    ...rowsFor([2, 4], (kilobytes) => [
      `heads-over-${kilobytes}-kilobytes-crash`,
      `answers a head of more than ${kilobytes} kB with InternalServerError`,
      crashingOn((_, { headers }) => headers.join('').length > kilobytes * KILOBYTE),
    ]),
    // What text on the way through forms, pages, files and doubles loses.
    'tags-counted-in-a-byte': [
      'counts tags in one byte',
      listing((tags) => tags.slice(0, tags.length % 256)),
    ],
    'control-characters-lost': [
      'drops control characters from values',
      eachValue((value) => value.replaceAll(/[^\P{Cc}\t\r\n]/gu, '')),
    ],
    'line-ends-as-in-files': [
      'writes every line end as a line feed',
      eachValue((value) => value.replaceAll(/\r\n?/g, '\n')),
    ],
    'entities-decoded': [
      'decodes entities of HTML in values',
      eachValue((value) => value.replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
    ],
    'pluses-as-blanks': [
      'writes a blank for each plus in a value',
      eachValue((value) => value.replaceAll('+', ' ')),
    ],
    'variation-selectors-lost': [
      'drops variation selectors',
      eachValue((value) => value.replaceAll(/[\ufe0e\ufe0f]/g, '')),
    ],
    'long-numbers-rounded': [
      'reads long values of digits as doubles',
      eachValue((value) => (/^\d{16,}$/.test(value) ? String(Number(value)) : value)),
    ],
    'one-tag-for-each-number': [
      'keeps one tag of those whose keys are the same number',
      oncePer((tag) => (/^\d+$/.test(tag.key) ? Number(tag.key) : tag.key)),
    ],
    'one-tag-for-each-value': ['keeps one tag of those that share a value', oncePer((tag) => tag.value)],
    'one-tag-for-each-trimmed-key': [
      'keeps one tag of those whose keys differ in blanks alone',
      oncePer((tag) => tag.key.trim()),
    ],
  },
  '4.3/tag-keys/many': {
    ...rowsFor(COUNTS, (most) => [
      `first-${most}-keys-only`,
      `lists the tags of the first ${most} keys that are named`,
      filtering((all, keys) => named(all, keys.slice(0, most))),
    ]),
    ...rowsFor(COUNTS, (most) => [
      `more-than-${most}-keys-name-none`,
      `lists nothing where more than ${most} keys are named`,
      filtering((all, keys) => (keys.length > most ? [] : named(all, keys))),
    ]),
  },
  '7.1/max-size-request-reject': {
    ...rowsFor(SHAPE_SIZES, (kilobytes) => [
      `bodies-over-${kilobytes}-kilobytes-invalid`,
      `refuses a body of more than ${kilobytes} kB as InvalidRequestParameters`,
      alsoRefusing('shape', 'InvalidRequestParameters', ({ bytes }) => bytes > kilobytes * KILOBYTE),
    ]),
    ...rowsFor(CRASH_SIZES, (kilobytes) => [
      `bodies-over-${kilobytes}-kilobytes-crash`,
      `answers a body of more than ${kilobytes} kB with InternalServerError`,
      crashingOn(({ bytes }) => bytes > kilobytes * KILOBYTE),
    ]),
  },
});
