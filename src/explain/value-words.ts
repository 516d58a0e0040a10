/** Values and references of a case in plain English. */
import type { Endpoint } from '../contract/endpoints.ts';
import { cut } from '../judge/show.ts';

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
export function textWords(text: string): string {
  if (text.startsWith('$$')) return JSON.stringify(text.slice(1));
  return tagPartWords(text) ?? keysAmongWords(text) ?? REFERENCE_WORDS.get(text) ?? cut(JSON.stringify(text));
}

/** Any value of a case, its references in words. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return textWords(value);
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  return cut(JSON.stringify(value));
}

/** `userId` for `$id`, `the declared member` for `$extension`, any other name as it is; `the second element of` one for `$extension[1]`. */
export function nameWords(name: string, { idMember }: Endpoint): string {
  if (name === '$id') return idMember;
  const [, list = name, at] = /^(\$.+)\[(\d+)\]$/.exec(name) ?? [];
  const words = REFERENCE_WORDS.get(list) ?? list;
  return at === undefined ? words : `the ${ORDINALS[Number(at)] ?? at} element of ${words}`;
}

const COUNTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '$key.limits.requestsPerSecond': 'as many requests as the key may send in a second',
    '$key.limits.sessions': 'as many requests as the key may have sessions',
  }),
);

/** `3 x $key.limits.sessions` as `3 times as many requests as the key may have sessions`. */
export function countWords(times: number | string): string {
  if (typeof times === 'number') return `${times} requests`;
  const [, factor, reference = times] = /^(?:(\d+) x )?(\$.+)$/.exec(times) ?? [];
  const words = COUNTS.get(reference) ?? `${reference} requests`;
  return factor === undefined ? words : `${factor} times ${words}`;
}
