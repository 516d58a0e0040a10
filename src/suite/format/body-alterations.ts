/** Named alterations of a whole body, from the valid one to text or bytes; the suite and the fuzzer share this table. */
import { TAG_KEYS } from '../../contract/members.ts';
import { bodyOf } from '../../http/request.ts';
import { toText, type JsonObject } from '../../rules/json.ts';

/** What an alteration starts from. */
export interface ValidBody {
  readonly members: JsonObject;
  readonly idMember: string;
  /** An id of the right shape other than the subject's. */
  readonly otherId: string;
}

const text = ({ members }: ValidBody): string => toText(members);
const id = ({ members, idMember }: ValidBody): string => toText(members.get(idMember) ?? null);
const inner = (body: ValidBody): string => text(body).slice(1, -1);
/** Deep enough for any recursion to overflow, and few enough bytes for most size limits. */
const DEEP = 20_000;
/** Objects take more bytes for each level: with these the body is smaller than the default world allows. */
const DEEP_OBJECTS = 12_000;
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const joined = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const spaced = (body: ValidBody): string =>
  `\r\n\t {${[...body.members].map(([name, value]) => `\n\t${JSON.stringify(name)} \r:\n ${toText(value)} `).join(',')}\n}\t \n`;
const escape = (part: string): string =>
  [...part]
    .map((unit) => [...unit].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))
    .join('');
const escaped = (body: ValidBody): string =>
  `{${[...body.members].map(([name, value]) => `"${escape(name)}":${typeof value === 'string' ? `"${escape(value)}"` : toText(value)}`).join(',')}}`;

const renamed = ({ members, idMember }: ValidBody, name: string): string =>
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

/** Text, or bytes where the text is not UTF-8; undefined sends no body at all. */
export const BODY_ALTERATIONS = {
  absent: () => undefined,
  empty: () => '',
  blank: () => ' \r\n\t',
  text: () => 'getTag',
  truncated: (body) => text(body).slice(0, -1),
  'cut-in-string': (body) => text(body).slice(0, text(body).indexOf(':') + 4),
  'in-array': (body) => `[${text(body)}]`,
  'bare-number': () => '1',
  'bare-string': (body) => JSON.stringify(text(body)),
  'bare-true': () => 'true',
  'bare-null': () => 'null',
  'empty-object': () => '{}',
  'form-encoded': (body) => `${body.idMember}=${JSON.parse(id(body)) as string}`,
  'single-quotes': (body) => text(body).replaceAll('"', "'"),
  'single-quotes-inside': (body) =>
    `{${inner(body)},"note":"it is 'so'","count":7}`.replaceAll(/["']/g, (mark) =>
      mark === '"' ? "'" : '"',
    ),
  'unquoted-name': (body) => text(body).replace(`"${body.idMember}"`, body.idMember),
  'trailing-text': (body) => `${text(body)} and more`,
  'two-values': (body) => text(body) + text(body),
  'raw-newline': (body) => text(body).replace('":"', '":"\n'),
  nul: (body) => `${text(body)}\0`,
  'byte-order-mark': (body) => `\uFEFF${text(body)}`,
  comment: (body) => `/* which */ ${text(body)}`,
  'trailing-comma': (body) => `{${inner(body)},}`,
  nan: (body) => `{${inner(body)},"tagKeys":[NaN]}`,
  'repeated-name': (body) => `{${inner(body)},"${body.idMember}":"${body.otherId}"}`,
  'repeated-name-first': (body) => `{"${body.idMember}":"${body.otherId}",${inner(body)}}`,
  'repeated-name-escaped': (body) =>
    `{${inner(body)},"${escape(body.idMember.slice(0, 1))}${body.idMember.slice(1)}":"${body.otherId}"}`,
  'lone-surrogate': (body) => `{${inner(body)},"note":"\\ud800"}`,
  'invalid-utf8': (body) => joined(`{${inner(body)},"note":"`, [0xc3, 0x28], '"}'),
  'second-value': (body) => `${text(body)}{"${body.idMember}":"${body.otherId}"}`,
  'utf-16': (body) => Buffer.from(`\uFEFF${text(body)}`, 'utf16le'),
  'utf-16-be': (body) => Buffer.from(text(body), 'utf16le').swap16(),
  'utf-32': (body) => inUtf32(text(body)),
  'nested-30': (body) => `{${inner(body)},"note":${nested(30)}}`,
  'nested-62': (body) => `{${inner(body)},"note":${nested(62)}}`,
  'deep-member': (body) => `{${inner(body)},"note":${nested(DEEP)}}`,
  'deep-objects': (body) =>
    `{${inner(body)},"note":${'{"":'.repeat(DEEP_OBJECTS)}1${'}'.repeat(DEEP_OBJECTS)}}`,
  'deep-unclosed': () => '['.repeat(DEEP),
  'deep-id': (body) => `{"${body.idMember}":${nested(DEEP)}}`,
  'deep-comment': (body) => `/* which */ {${inner(body)},"note":${nested(DEEP)}}`,
  'deep-array': () => nested(DEEP),
  spaced: (body) => spaced(body),
  escaped: (body) => escaped(body),
  'members-reversed': (body) => toText(new Map([...body.members].toReversed())),
  prototype: (body) => `{${inner(body)},"__proto__":{"${body.idMember}":"${body.otherId}"}}`,
  'prototype-only': (body) => `{"__proto__":{"${body.idMember}":${id(body)}}}`,
  'constructor-beside': (body) =>
    `{${inner(body)},"constructor":{"prototype":{"${body.idMember}":"${body.otherId}"}}}`,
  'constructor-only': (body) => `{"constructor":{"prototype":{"${body.idMember}":${id(body)}}}}`,
  'extra-members': (body) => `{${inner(body)},"note":"x","count":7,"toString":null}`,
  exponent: (body) => `{${inner(body)},"note":[1e400,1E-400]}`,
  latin1: (body) => joined(`{${inner(body)},"note":"`, [0xe9], '"}'),
  'bare-false': () => 'false',
  'comment-inside': (body) => `{/* which */${inner(body)}}`,
  'line-comment': (body) => `{// which\n${inner(body)}}`,
  'comment-to-the-end': (body) => `${text(body)} // which`,
  'without-value': (body) => `{${inner(body)},"note":}`,
  'trailing-brace': (body) => `${text(body)}}`,
  'tail-bytes': (body) => joined(text(body), [0xff, 0xfe]),
  'escaped-slash': (body) => `{${inner(body)},"note":"a\\/b"}`,
  'repeated-tag-keys': (body) => `{${inner(body)}${tagKeysAgain(body)}}`,
  'name-in-other-case': (body) => renamed(body, body.idMember.toUpperCase()),
  'name-padded': (body) => renamed(body, `${body.idMember} `),
  'name-prefixed': (body) => renamed(body, `x.${body.idMember}`),
} as const satisfies Record<string, (body: ValidBody) => string | Uint8Array | undefined>;

export type BodyAlteration = keyof typeof BODY_ALTERATIONS;

/** The bytes of the body, altered in the named way. */
export function alterBody(alter: BodyAlteration, body: ValidBody): Uint8Array | undefined {
  const altered = BODY_ALTERATIONS[alter](body);
  return typeof altered === 'string' ? bodyOf(altered) : altered;
}
