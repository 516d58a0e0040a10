/** What a case sends other than the valid request, in plain English. */
import type { Endpoint } from '../spec/endpoints.ts';
import { WIRE_ALTERATIONS } from '../http/alterations/wire-alterations.ts';
import { cut } from '../judge/show.ts';
import type { Send, WrittenLine } from './format/schema/send-schema.ts';
import { STRING_ALTERATIONS } from '../http/alterations/string-alterations.ts';
import { BODY_ALTERATIONS } from './format/alterations/body-alterations.ts';
import { memberAlterationWords } from './format/alterations/member-alterations.ts';
import { PATH_ALTERATIONS } from './format/alterations/path-alterations.ts';

// Values and references of a case in plain English.

/** Names come from suites, so they are keys of Maps and never names in plain objects. */
const REFERENCE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $extension: 'the declared member',
    $tagKeys: 'tagKeys',
    '$subject.id': "the subject's id",
    '$subject.keys': "all keys of the subject's tags",
    '$subject.caseKey': 'a key that another key of the subject equals but for case',
    '$subject.prefixKey': 'a key with which other keys of the subject begin',
    $manyKeys: "a thousand keys, the subject's among them",
    $longKey: 'a key of four thousand characters',
    $longerKeys: 'the long keys of the subject, each with one character more',
    '$subject.otherSeparators': 'the keys of the subject with other separators, and without any',
    $nullAndKeys: "null and the subject's keys",
    $emptyAndKeys: "an empty key and the subject's keys",
    $plainKey: "one of the subject's keys",
    $game: "the subject's game",
    $otherGame: 'another game',
    $key: 'the secret key',
    $token: 'the auth token',
  }),
);

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

function tagPartWords(reference: string): string | undefined {
  const [, index, part] = /^\$subject\.tags\.(\d+)\.(key|value)$/.exec(reference) ?? [];
  return index === undefined
    ? undefined
    : `the ${part} of the subject's ${ORDINALS[Number(index)] ?? index} tag`;
}

function keysAmongWords(reference: string): string | undefined {
  const count = /^\$keysAmong\.(\d+)$/.exec(reference)?.[1];
  return count === undefined ? undefined : `${count} keys, the subject's last`;
}

/** What a reference stands for; any other text in quotes. */
function textWords(text: string): string {
  if (text.startsWith('$$')) return JSON.stringify(text.slice(1));
  return tagPartWords(text) ?? keysAmongWords(text) ?? REFERENCE_WORDS.get(text) ?? cut(JSON.stringify(text));
}

/** Any value of a case, its references in words. */
function valueWords(value: unknown): string {
  if (typeof value === 'string') return textWords(value);
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  return cut(JSON.stringify(value));
}

/** `userId` for `$id`, `the declared member` for `$extension`, any other name as it is; `the second element of` one for `$extension[1]`. */
function nameWords(name: string, { idMember }: Endpoint): string {
  if (name === '$id') return idMember;
  const [, list = name, at] = /^(\$.+)\[(\d+)\]$/.exec(name) ?? [];
  const words = REFERENCE_WORDS.get(list) ?? list;
  return at === undefined ? words : `the ${ORDINALS[Number(at)] ?? at} element of ${words}`;
}

/** Behind the name of what is altered: `with a blank before it` becomes `has a blank before it`, `in brackets` becomes `is in brackets`. */
const asPredicate = (words: string): string =>
  words.startsWith('with ') ? words.replace('with', 'has') : `is ${words}`;

function membersInWords({ set = {}, alter = {}, without = [] }: Send, endpoint: Endpoint): readonly string[] {
  return [
    ...without.map((name) => `${nameWords(name, endpoint)} is left out`),
    ...Object.entries(set).map(([name, value]) => `${nameWords(name, endpoint)} is ${valueWords(value)}`),
    ...Object.entries(alter).map(
      ([name, how]) => `${nameWords(name, endpoint)} ${asPredicate(memberAlterationWords(how))}`,
    ),
  ];
}

function lineWords({ name, value = '', secret, alter }: WrittenLine): string {
  if (secret === undefined) return `the header ${name} is ${cut(JSON.stringify(value))}`;
  const altered = alter === undefined ? '' : `, ${STRING_ALTERATIONS[alter].words}`;
  return `the header ${name} is the secret named ${secret}${altered}`;
}

function headInWords(lines: readonly WrittenLine[]): readonly string[] {
  if (lines.length === 0) return ['no header is sent but User-Agent'];
  return ['apart from User-Agent only these headers are sent, in this order', ...lines.map(lineWords)];
}

function repeatWords(how: NonNullable<NonNullable<Send['headers']>['repeat']>[string]): string {
  if (how === 'same') return 'with the same value';
  return typeof how === 'string' ? STRING_ALTERATIONS[how].words : `as ${how.secret}`;
}

function headersInWords({ headers = {} }: Send): readonly string[] {
  if (headers.lines !== undefined) return headInWords(headers.lines);
  const { set = {}, alter = {}, without = [], repeat = {} } = headers;
  return [
    ...without.map((name) => `the header ${name} is left out`),
    ...Object.entries(set).map(([name, text]) => `the header ${name} is ${textWords(text)}`),
    ...Object.entries(alter).map(
      ([name, how]) => `the header ${name} ${asPredicate(STRING_ALTERATIONS[how].words)}`,
    ),
    ...Object.entries(repeat).map(
      ([name, how]) => `the header ${name} comes a second time, ${repeatWords(how)}`,
    ),
  ];
}

/** Bytes as the text that they are, or in base64. */
function bytesWords(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString();
  if (bytes.length === 0) return 'empty';
  return Buffer.from(text).equals(bytes)
    ? `the text ${cut(JSON.stringify(text))}`
    : `${bytes.length} bytes that are not text, in base64 ${cut(base64)}`;
}

function bodyInWords({ body, text, base64, pad }: Send): readonly string[] {
  return [
    ...(body === undefined ? [] : [`the body is ${BODY_ALTERATIONS[body].words}`]),
    ...(text === undefined ? [] : [`the body is the text ${cut(JSON.stringify(text))}`]),
    ...(base64 === undefined ? [] : [`the body is ${bytesWords(base64)}`]),
    ...(pad === undefined
      ? []
      : [
          typeof pad === 'number'
            ? `white space makes the body ${pad} bytes long`
            : `white space makes the body ${pad} the size that is declared as the limit`,
        ]),
  ];
}

const MISPLACED_WORDS = {
  $key: 'the secret key',
  $token: 'the token',
  $game: 'the game',
  '$subject.id': 'the id',
} as const;

function misplacedInWords({
  misplaced: { query = {}, body = {}, cookie = {} } = {},
}: Send): readonly string[] {
  const places = [
    ['the query', query],
    ['the body', body],
    ['a cookie', cookie],
  ] as const;
  return places.flatMap(([place, named]) =>
    Object.entries(named).map(([name, of]) => `${MISPLACED_WORDS[of]} is in ${place}, as ${name}`),
  );
}

function wireInWords({ method, path, target, wire }: Send): readonly string[] {
  return [
    ...(method === undefined ? [] : [`the method is ${method}`]),
    ...(path === undefined ? [] : [`it goes to ${PATH_ALTERATIONS[path].words}`]),
    ...(target === undefined ? [] : [`it goes to ${cut(JSON.stringify(target))}`]),
    ...(wire === undefined ? [] : [`on the wire: ${WIRE_ALTERATIONS[wire]}`]),
  ];
}

/** Each way in which the request differs from the valid one; none where it is that. */
export function sendLines(send: Send, endpoint: Endpoint): readonly string[] {
  return [
    ...wireInWords(send),
    ...headersInWords(send),
    ...membersInWords(send, endpoint),
    ...bodyInWords(send),
    ...misplacedInWords(send),
  ];
}
