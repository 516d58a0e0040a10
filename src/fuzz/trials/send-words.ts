/** What a request of a trial sends other than the valid one, in plain English. */
import type { Endpoint } from '../../spec/endpoints.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { cut } from '../../judge/show.ts';
import { BODY_ALTERATIONS } from '../../cases/format/alterations/body-alterations.ts';
import { memberAlterationWords } from '../../cases/format/alterations/member-alterations.ts';
import { PATH_ALTERATIONS } from '../../cases/format/alterations/path-alterations.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';

/** The references of the case format that trials use. */
const REFERENCE_WORDS: ReadonlyMap<string, string> = new Map([
  ['$subject.id', "the subject's id"],
  ['$plainKey', "one of the subject's keys"],
  ['$game', "the subject's game"],
  ['$key', 'the secret key'],
  ['$token', 'the auth token'],
]);

/** What a reference stands for; any other text in quotes. */
function textWords(text: string): string {
  if (text.startsWith('$$')) return JSON.stringify(text.slice(1));
  return REFERENCE_WORDS.get(text) ?? cut(JSON.stringify(text));
}

function valueWords(value: unknown): string {
  if (typeof value === 'string') return textWords(value);
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  return cut(JSON.stringify(value));
}

/** Behind the name of what is altered: `with a blank before it` becomes `has a blank before it`, `in brackets` becomes `is in brackets`. */
const asPredicate = (words: string): string =>
  words.startsWith('with ') ? words.replace('with', 'has') : `is ${words}`;

function memberLines(
  { set = {}, alter = {}, without = [] }: Send,
  { idMember }: Endpoint,
): readonly string[] {
  const called = (name: string): string => (name === '$id' ? idMember : name);
  return [
    ...without.map((name) => `${called(name)} is left out`),
    ...Object.entries(set).map(([name, value]) => `${called(name)} is ${valueWords(value)}`),
    ...Object.entries(alter).map(
      ([name, how]) => `${called(name)} ${asPredicate(memberAlterationWords(how))}`,
    ),
  ];
}

type SentHeaders = NonNullable<Send['headers']>;

function repeatWords(how: NonNullable<SentHeaders['repeat']>[string]): string {
  if (how === 'same') return 'with the same value';
  return typeof how === 'string' ? STRING_ALTERATIONS[how].words : `as ${how.secret}`;
}

function headerLines({ set = {}, alter = {}, without = [], repeat = {} }: SentHeaders): readonly string[] {
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

/** Each way in which the request differs from the valid one; none where it is that. */
export function sendLines(send: Send, endpoint: Endpoint): readonly string[] {
  const { method, path, wire, headers = {}, body, pad } = send;
  return [
    ...(method === undefined ? [] : [`the method is ${method}`]),
    ...(path === undefined ? [] : [`it goes to ${PATH_ALTERATIONS[path].words}`]),
    ...(wire === undefined ? [] : [`on the wire: ${WIRE_ALTERATIONS[wire]}`]),
    ...headerLines(headers),
    ...memberLines(send, endpoint),
    ...(body === undefined ? [] : [`the body is ${BODY_ALTERATIONS[body].words}`]),
    ...(pad === undefined
      ? []
      : [`white space makes the body ${pad} the size that is declared as the limit`]),
  ];
}
