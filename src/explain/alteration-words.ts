/** Named alterations in plain English. A new alteration is a row here, too. */
import { CONTROL_NEAR_MISSES, NEAR_MISSES } from '../http/alterations/near-misses.ts';
import type { OwnAlteration, StringAlteration } from '../http/alterations/string-alterations.ts';
import type { BodyAlteration } from '../suite/format/body-alterations.ts';
import type { JsonAlteration, MemberAlteration } from '../suite/format/member-alterations.ts';
import type { PathAlteration } from '../suite/format/path-alterations.ts';

/** Behind the name of what is altered. */
const OWN_ALTERATION_WORDS = {
  'add-one': 'with one character more',
  half: 'cut in half',
  doubled: 'written twice',
  'far-too-long': 'two thousand characters long',
  'swap-case': 'in the other case',
  'change-last': 'with another last character',
  'change-first': 'with another first character',
  'pad-left': 'with a blank before it',
  'pad-right': 'with a blank behind it',
  'blank-last': 'with a blank for its last character',
  empty: 'empty',
  'lone-surrogate': 'with half a surrogate pair for its last character',
  composed: 'with an é for its last character',
  decomposed: 'with an e and a combining accent for its last two characters',
  'nul-last': 'with a NUL for its last character',
  'nul-added': 'with a NUL behind it',
  digits: 'of digits alone, as long as it is',
  'number-like': 'like a number with an exponent, as long as it is',
  'hex-like': 'like a hexadecimal number, as long as it is',
  'prototype-name': 'with __proto__ in its place',
  'constructor-name': 'with constructor in its place',
  'look-alike': 'with one character replaced by another that looks like it',
  'full-width-last': 'with its last character in full width',
  'zero-width': 'with a zero-width space for its last character',
} as const satisfies Record<OwnAlteration, string>;

const wordsOf = <K extends string>(
  table: Readonly<Record<K, { readonly description: string }>>,
): Readonly<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<{ readonly description: string }>(table).map(([name, { description }]) => [
      name,
      description,
    ]),
  ) as Record<K, string>;

export const STRING_ALTERATION_WORDS: Readonly<Record<StringAlteration, string>> = {
  ...OWN_ALTERATION_WORDS,
  ...wordsOf(NEAR_MISSES),
};

const JSON_ALTERATION_WORDS = {
  'as-null': 'null',
  'as-number': 'a number',
  'as-fraction': 'a number that is not an integer',
  'as-boolean': 'a boolean',
  'as-string': 'a text',
  'as-array': 'an array that holds it',
  'as-empty-array': 'an empty array',
  'as-object': 'an object that holds it',
  'as-operator': 'an object that some databases take for an operator',
  'as-condition': 'an object that some databases take for a condition that the value meets',
  'as-empty-object': 'an empty object',
  'as-text': 'written as one text',
  'at-min': 'at its minimum',
  'at-max': 'at its maximum',
  'below-min': 'one below its minimum',
  'above-max': 'one above its maximum',
  'as-deep': 'an array nested two hundred deep',
  'as-huge-string': 'a text of a hundred thousand characters',
  'as-huge-number': 'a number of three hundred digits',
  'as-negative': 'a negative number',
  'as-zero': 'zero',
  'as-null-array': 'an array that holds null',
  'as-nested-array': 'an array that holds an array that holds it',
  'as-mixed-array': 'an array that holds it and a number',
  'as-many': 'an array of three hundred texts',
  'as-prototype': 'an object that holds it in a member __proto__',
} as const satisfies Record<JsonAlteration, string>;

const MEMBER_ALTERATION_WORDS: Readonly<Record<MemberAlteration, string>> = {
  ...STRING_ALTERATION_WORDS,
  ...wordsOf(CONTROL_NEAR_MISSES),
  ...JSON_ALTERATION_WORDS,
};

export function memberAlterationWords(alter: MemberAlteration): string {
  return MEMBER_ALTERATION_WORDS[alter];
}

/** What the body is. */
export const BODY_ALTERATION_WORDS = {
  absent: 'missing altogether',
  empty: 'empty',
  blank: 'white space alone',
  text: 'plain text',
  truncated: 'cut before its last brace',
  'cut-in-string': 'cut in the middle of a string',
  'in-array': 'an array that holds the object',
  'bare-number': 'a number',
  'bare-string': 'a JSON string that holds the object',
  'bare-true': 'true',
  'bare-null': 'null',
  'empty-object': 'an object without members',
  'form-encoded': 'form-encoded',
  'single-quotes': 'JSON with single quotes',
  'single-quotes-inside': 'JSON with single quotes around a text with double quotes',
  'unquoted-name': 'JSON with a name that has no quotes',
  'trailing-text': 'JSON with text behind it',
  'two-values': 'two JSON objects in a row',
  'raw-newline': 'JSON with a line break in a string',
  nul: 'JSON with a NUL behind it',
  'byte-order-mark': 'JSON behind a byte order mark',
  comment: 'JSON with a comment',
  'trailing-comma': 'JSON with a trailing comma',
  nan: 'JSON with NaN among the tagKeys',
  'repeated-name': 'JSON in which another id follows at the end',
  'repeated-name-first': 'JSON in which another id comes before the id',
  'repeated-name-escaped': 'JSON in which another id follows at the end, its name written with an escape',
  'lone-surrogate': 'JSON with half a surrogate pair in an unknown member',
  'invalid-utf8': 'JSON with bytes that are not UTF-8 in an unknown member',
  'second-value': 'JSON with a second object behind it that names another id',
  'utf-16': 'JSON in UTF-16',
  'utf-16-be': 'JSON in UTF-16, big end first, without a byte order mark',
  'utf-32': 'JSON in UTF-32',
  'nested-30': 'JSON with a member that is nested 30 deep',
  'nested-62': 'JSON with a member that is nested 62 deep',
  'deep-member': 'JSON with an unknown member nested twenty thousand deep',
  'deep-objects': 'JSON with an unknown member of objects nested twelve thousand deep',
  'deep-unclosed': 'twenty thousand opening brackets',
  'deep-id': 'JSON whose id is an array nested twenty thousand deep',
  'deep-comment': 'JSON with a comment and an unknown member nested twenty thousand deep',
  'deep-array': 'an array nested twenty thousand deep',
  spaced: 'JSON with white space between its tokens',
  escaped: 'JSON with everything written in escapes',
  'members-reversed': 'JSON with its members in reverse order',
  prototype: 'JSON with another id inside a member __proto__',
  'prototype-only': 'JSON with the id only inside a member __proto__',
  'constructor-beside': 'JSON with another id inside a member constructor',
  'constructor-only': 'JSON with the id only inside a member constructor',
  'extra-members': 'JSON with three members that the document does not name',
  exponent: 'JSON with numbers beyond the range of any double in an unknown member',
  latin1: 'JSON in latin1 instead of UTF-8, with an é in an unknown member',
  'bare-false': 'false',
  'comment-inside': 'JSON with a comment behind its first brace',
  'line-comment': 'JSON with a comment to the end of a line',
  'comment-to-the-end': 'JSON with a comment behind it up to the end of the body',
  'without-value': 'JSON with a name that has no value',
  'trailing-brace': 'JSON with a closing brace behind it',
  'tail-bytes': 'JSON with bytes that are not UTF-8 behind it',
  'escaped-slash': 'JSON with an escaped slash in an unknown member',
  'repeated-tag-keys': 'JSON in which tagKeys follows again at the end, with other keys',
  'name-in-other-case': 'JSON in which the name of the id is in capitals',
  'name-padded': 'JSON in which the name of the id has a blank behind it',
  'name-prefixed': 'JSON in which the name of the id has x. before it',
} as const satisfies Record<BodyAlteration, string>;

/** What the path is. */
export const PATH_ALTERATION_WORDS = {
  'unknown-operation': 'the path of an unknown operation',
  'unknown-resource': 'the path of an unknown resource',
  'unknown-variant': 'the path of an unknown variant',
  'prototype-operation': 'the path of an operation named __proto__',
  'trailing-slash': 'the path with a slash behind it',
  'double-slash': 'the path with a double slash before it',
  'other-case': 'the path in another case',
  'percent-encoded': 'the path with a percent-encoded letter',
  'with-query': 'the path with a query',
  'with-members-in-query': 'the path with a query that names another id and a tag key',
} as const satisfies Record<PathAlteration, string>;
