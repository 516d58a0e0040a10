/** What a case sends other than the valid request, in plain English. */
import type { Endpoint } from '../contract/endpoints.ts';
import { WIRE_BENDS } from '../exchange/wire-bends.ts';
import { cut } from '../judge/show.ts';
import type { Send } from '../suite/case-schema.ts';
import { BODY_BEND_WORDS, memberBendWords, PATH_BEND_WORDS, STRING_BEND_WORDS } from './bend-words.ts';
import { nameWords, textWords, valueWords } from './value-words.ts';

type Lines = readonly string[];

function memberLines({ set = {}, bend = {}, without = [] }: Send, endpoint: Endpoint): Lines {
  return [
    ...without.map((name) => `${nameWords(name, endpoint)} is left out`),
    ...Object.entries(set).map(([name, value]) => `${nameWords(name, endpoint)} is ${valueWords(value)}`),
    ...Object.entries(bend).map(([name, how]) => `${nameWords(name, endpoint)} is ${memberBendWords(how)}`),
  ];
}

function headerLines({ headers = {} }: Send): Lines {
  const { set = {}, bend = {}, without = [], repeat = {} } = headers;
  return [
    ...without.map((name) => `the header ${name} is left out`),
    ...Object.entries(set).map(([name, text]) => `the header ${name} is ${textWords(text)}`),
    ...Object.entries(bend).map(([name, how]) => `the header ${name} is ${STRING_BEND_WORDS[how]}`),
    ...Object.entries(repeat).map(
      ([name, how]) =>
        `the header ${name} comes a second time, ${how === 'same' ? 'with the same value' : STRING_BEND_WORDS[how]}`,
    ),
  ];
}

function bodyLines({ body, text, pad }: Send): Lines {
  return [
    ...(body === undefined ? [] : [`the body is ${BODY_BEND_WORDS[body]}`]),
    ...(text === undefined ? [] : [`the body is the text ${cut(JSON.stringify(text))}`]),
    ...(pad === undefined
      ? []
      : [`white space makes the body ${pad} the size that is declared as the limit`]),
  ];
}

function wireLines({ method, path, wire }: Send): Lines {
  return [
    ...(method === undefined ? [] : [`the method is ${method}`]),
    ...(path === undefined ? [] : [`it goes to ${PATH_BEND_WORDS[path]}`]),
    ...(wire === undefined ? [] : [`on the wire: ${WIRE_BENDS[wire]}`]),
  ];
}

/** Each way in which the request differs from the valid one; none where it is that. */
export function sendLines(send: Send, endpoint: Endpoint): Lines {
  return [...wireLines(send), ...headerLines(send), ...memberLines(send, endpoint), ...bodyLines(send)];
}
