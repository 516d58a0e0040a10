/** Named alterations of a whole body, from the valid one to text or bytes; the suite and the fuzzer share this table. */
import { TAG_KEYS } from '../../../spec/members.ts';
import { bodyOf } from '../../../http/request.ts';
import { toText, type JsonObject } from '../../../judge/rules/json.ts';

/** What an alteration starts from. */
export interface ValidBody {
  readonly members: JsonObject;
  readonly idMember: string;
  /** An id of the right shape other than the subject's. */
  readonly otherId: string;
}

const validText = ({ members }: ValidBody): string => toText(members);
const id = ({ members, idMember }: ValidBody): string => toText(members.get(idMember) ?? null);
const inner = (body: ValidBody): string => validText(body).slice(1, -1);
/** Deep enough for any recursion to overflow, and few enough bytes for most size limits. */
const DEEP_ARRAYS = 20_000;
/** Objects take more bytes for each level: with these the body is smaller than the conformance world allows. */
const DEEP_OBJECTS = 12_000;
const nestedText = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const joinedBytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const spacedBody = (body: ValidBody): string =>
  `\r\n\t {${[...body.members].map(([name, value]) => `\n\t${JSON.stringify(name)} \r:\n ${toText(value)} `).join(',')}\n}\t \n`;
const escape = (part: string): string =>
  [...part]
    .map((unit) => [...unit].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
    .join('');
const escapedNames = (body: ValidBody): string =>
  `{${[...body.members].map(([name, value]) => `"${escape(name)}":${typeof value === 'string' ? `"${escape(value)}"` : toText(value)}`).join(',')}}`;

const withIdNamed = ({ members, idMember }: ValidBody, name: string): string =>
  toText(new Map([...members].map(([each, value]) => [each === idMember ? name : each, value])));
/** Two lists, also where the valid body has none. */
const tagKeysAgain = (body: ValidBody): string =>
  [...(body.members.has(TAG_KEYS) ? [] : ['another']), 'nosuchkey']
    .map((key) => `,"${TAG_KEYS}":["${key}"]`)
    .join('');

function inUtf32(value: string): Uint8Array {
  const codes = [...value].map((character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [at, code] of codes.entries()) bytes.writeUInt32LE(code, at * 4);
  return bytes;
}

/** One alteration: adding it takes this row, and a case that sends it. */
interface BodyAlterationRow {
  /** What the body is. */
  readonly words: string;
  /** Text, or bytes where the text is not UTF-8; undefined sends no body at all. */
  readonly apply: (body: ValidBody) => string | Uint8Array | undefined;
  /** As another spelling of the same body, which must change nothing; or rarely, as it is heavy. */
  readonly fuzzed?: 'as the same body' | 'rarely';
}

export const BODY_ALTERATIONS = {
  absent: { words: 'missing altogether', apply: () => undefined },
  empty: { words: 'empty', apply: () => '' },
  blank: { words: 'white space alone', apply: () => ' \r\n\t' },
  text: { words: 'plain text', apply: () => 'getTag' },
  truncated: { words: 'cut before its last brace', apply: (body) => validText(body).slice(0, -1) },
  'cut-in-string': {
    words: 'cut in the middle of a string',
    apply: (body) => validText(body).slice(0, validText(body).indexOf(':') + 4),
  },
  'in-array': { words: 'an array that holds the object', apply: (body) => `[${validText(body)}]` },
  'empty-array': { words: 'an array without items', apply: () => '[]' },
  'bare-number': { words: 'a number', apply: () => '1' },
  'bare-string': {
    words: 'a JSON string that holds the object',
    apply: (body) => JSON.stringify(validText(body)),
  },
  'bare-true': { words: 'true', apply: () => 'true' },
  'bare-null': { words: 'null', apply: () => 'null' },
  'empty-object': { words: 'an object without members', apply: () => '{}' },
  'form-encoded': {
    words: 'form-encoded',
    apply: (body) => `${body.idMember}=${JSON.parse(id(body)) as string}`,
  },
  'single-quotes': {
    words: 'JSON with single quotes',
    apply: (body) => validText(body).replaceAll('"', "'"),
  },
  'single-quotes-inside': {
    words: 'JSON with single quotes around a text with double quotes',
    apply: (body) =>
      `{${inner(body)},"note":"it is 'so'","count":7}`.replaceAll(/["']/g, (mark) =>
        mark === '"' ? "'" : '"',
      ),
  },
  'unquoted-name': {
    words: 'JSON with a name that has no quotes',
    apply: (body) => validText(body).replace(`"${body.idMember}"`, body.idMember),
  },
  'trailing-text': { words: 'JSON followed by text', apply: (body) => `${validText(body)} and more` },
  'two-values': { words: 'two JSON objects in a row', apply: (body) => validText(body) + validText(body) },
  'raw-newline': {
    words: 'JSON with a line break in a string',
    apply: (body) => validText(body).replace('":"', '":"\n'),
  },
  nul: { words: 'JSON with a NUL behind it', apply: (body) => `${validText(body)}\0` },
  'byte-order-mark': { words: 'JSON behind a byte order mark', apply: (body) => `\uFEFF${validText(body)}` },
  comment: { words: 'JSON with a comment', apply: (body) => `/* which */ ${validText(body)}` },
  'trailing-comma': { words: 'JSON with a trailing comma', apply: (body) => `{${inner(body)},}` },
  nan: { words: 'JSON with NaN among the tagKeys', apply: (body) => `{${inner(body)},"tagKeys":[NaN]}` },
  'repeated-name': {
    words: 'JSON in which another id follows at the end',
    apply: (body) => `{${inner(body)},"${body.idMember}":"${body.otherId}"}`,
  },
  'repeated-name-first': {
    words: 'JSON in which another id comes before the id',
    apply: (body) => `{"${body.idMember}":"${body.otherId}",${inner(body)}}`,
  },
  'repeated-name-escaped': {
    words: 'JSON in which another id follows at the end, its name written with an escape',
    apply: (body) =>
      `{${inner(body)},"${escape(body.idMember.slice(0, 1))}${body.idMember.slice(1)}":"${body.otherId}"}`,
  },
  'lone-surrogate': {
    words: 'JSON with half a surrogate pair in an unknown member',
    apply: (body) => `{${inner(body)},"note":"\\ud800"}`,
  },
  'invalid-utf8': {
    words: 'JSON with bytes that are not UTF-8 in an unknown member',
    apply: (body) => joinedBytes(`{${inner(body)},"note":"`, [0xc3, 0x28], '"}'),
  },
  'second-value': {
    words: 'JSON with a second object behind it that names another id',
    apply: (body) => `${validText(body)}{"${body.idMember}":"${body.otherId}"}`,
  },
  'utf-16': { words: 'JSON in UTF-16', apply: (body) => Buffer.from(`\uFEFF${validText(body)}`, 'utf16le') },
  'utf-16-be': {
    words: 'JSON in UTF-16, big end first, without a byte order mark',
    apply: (body) => Buffer.from(validText(body), 'utf16le').swap16(),
  },
  'utf-32': { words: 'JSON in UTF-32', apply: (body) => inUtf32(validText(body)) },
  'nested-30': {
    words: 'JSON with a member that is nested 30 deep',
    apply: (body) => `{${inner(body)},"note":${nestedText(30)}}`,
  },
  'nested-62': {
    words: 'JSON with a member that is nested 62 deep',
    apply: (body) => `{${inner(body)},"note":${nestedText(62)}}`,
  },
  'deep-member': {
    words: 'JSON with an unknown member nested twenty thousand deep',
    fuzzed: 'rarely',
    apply: (body) => `{${inner(body)},"note":${nestedText(DEEP_ARRAYS)}}`,
  },
  'deep-objects': {
    words: 'JSON with an unknown member of objects nested twelve thousand deep',
    apply: (body) => `{${inner(body)},"note":${'{"":'.repeat(DEEP_OBJECTS)}1${'}'.repeat(DEEP_OBJECTS)}}`,
  },
  'deep-unclosed': { words: 'twenty thousand opening brackets', apply: () => '['.repeat(DEEP_ARRAYS) },
  'deep-id': {
    words: 'JSON whose id is an array nested twenty thousand deep',
    fuzzed: 'rarely',
    apply: (body) => `{"${body.idMember}":${nestedText(DEEP_ARRAYS)}}`,
  },
  'deep-comment': {
    words: 'JSON with a comment and an unknown member nested twenty thousand deep',
    apply: (body) => `/* which */ {${inner(body)},"note":${nestedText(DEEP_ARRAYS)}}`,
  },
  'deep-array': {
    words: 'an array nested twenty thousand deep',
    fuzzed: 'rarely',
    apply: () => nestedText(DEEP_ARRAYS),
  },
  spaced: {
    words: 'JSON with white space between its tokens',
    fuzzed: 'as the same body',
    apply: (body) => spacedBody(body),
  },
  escaped: {
    words: 'JSON with everything written in escapes',
    fuzzed: 'as the same body',
    apply: (body) => escapedNames(body),
  },
  'members-reversed': {
    words: 'JSON with its members in reverse order',
    fuzzed: 'as the same body',
    apply: (body) => toText(new Map([...body.members].toReversed())),
  },
  prototype: {
    words: 'JSON with another id inside a member __proto__',
    apply: (body) => `{${inner(body)},"__proto__":{"${body.idMember}":"${body.otherId}"}}`,
  },
  'prototype-only': {
    words: 'JSON with the id only inside a member __proto__',
    apply: (body) => `{"__proto__":{"${body.idMember}":${id(body)}}}`,
  },
  'constructor-beside': {
    words: 'JSON with another id inside a member constructor',
    apply: (body) => `{${inner(body)},"constructor":{"prototype":{"${body.idMember}":"${body.otherId}"}}}`,
  },
  'constructor-only': {
    words: 'JSON with the id only inside a member constructor',
    apply: (body) => `{"constructor":{"prototype":{"${body.idMember}":${id(body)}}}}`,
  },
  'extra-members': {
    words: 'JSON with three members that the document does not name',
    apply: (body) => `{${inner(body)},"note":"x","count":7,"toString":null}`,
  },
  exponent: {
    words: 'JSON with numbers beyond the range of any double in an unknown member',
    apply: (body) => `{${inner(body)},"note":[1e400,1E-400]}`,
  },
  latin1: {
    words: 'JSON in latin1 instead of UTF-8, with an é in an unknown member',
    apply: (body) => joinedBytes(`{${inner(body)},"note":"`, [0xe9], '"}'),
  },
  'bare-false': { words: 'false', apply: () => 'false' },
  'comment-inside': {
    words: 'JSON with a comment behind its first brace',
    apply: (body) => `{/* which */${inner(body)}}`,
  },
  'line-comment': {
    words: 'JSON with a comment to the end of a line',
    apply: (body) => `{// which\n${inner(body)}}`,
  },
  'comment-to-the-end': {
    words: 'JSON with a comment behind it up to the end of the body',
    apply: (body) => `${validText(body)} // which`,
  },
  'without-value': {
    words: 'JSON with a name that has no value',
    apply: (body) => `{${inner(body)},"note":}`,
  },
  'trailing-brace': { words: 'JSON with a closing brace behind it', apply: (body) => `${validText(body)}}` },
  'tail-bytes': {
    words: 'JSON with bytes that are not UTF-8 behind it',
    apply: (body) => joinedBytes(validText(body), [0xff, 0xfe]),
  },
  'escaped-slash': {
    words: 'JSON with an escaped slash in an unknown member',
    apply: (body) => `{${inner(body)},"note":"a\\/b"}`,
  },
  'repeated-tag-keys': {
    words: 'JSON in which tagKeys follows again at the end, with other keys',
    apply: (body) => `{${inner(body)}${tagKeysAgain(body)}}`,
  },
  'name-in-other-case': {
    words: 'JSON in which the name of the id is in capitals',
    apply: (body) => withIdNamed(body, body.idMember.toUpperCase()),
  },
  'name-padded': {
    words: 'JSON in which the name of the id has a blank behind it',
    apply: (body) => withIdNamed(body, `${body.idMember} `),
  },
  'name-prefixed': {
    words: 'JSON in which the name of the id has x. before it',
    apply: (body) => withIdNamed(body, `x.${body.idMember}`),
  },
} as const satisfies Record<string, BodyAlterationRow>;

export type BodyAlteration = keyof typeof BODY_ALTERATIONS;

/** The alterations of the body that the fuzzer treats in this way; undefined: those that it treats like any other. */
export function bodiesFuzzed(fuzzed: BodyAlterationRow['fuzzed']): readonly BodyAlteration[] {
  const rows = Object.entries<BodyAlterationRow>(BODY_ALTERATIONS);
  return rows.filter(([, row]) => row.fuzzed === fuzzed).map(([name]) => name as BodyAlteration);
}

/** The bytes of the body, altered in the named way. */
export function alterBody(alter: BodyAlteration, body: ValidBody): Uint8Array | undefined {
  const altered = BODY_ALTERATIONS[alter].apply(body);
  return typeof altered === 'string' ? bodyOf(altered) : altered;
}
