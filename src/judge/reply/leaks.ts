/** What a reply shows that it must not: stack traces, SQL and file paths in its texts, and secrets. */
import { ENVELOPE, type TagItem } from '../../spec/envelope.ts';
import { decodeUtf8 } from '../../base/text/bytes.ts';
import { isSecretRef, type Request } from '../../http/request.ts';
import type { Exchange, Reply } from '../../http/exchange.ts';
import { isArray, isObject, type Json } from '../rules/json.ts';
import { finding, type Finding, type LeakKind } from '../finding.ts';
import { LEAK_HINT, LEAK_PATTERNS } from './leak-patterns.ts';
import { cut, showTags } from '../show.ts';
import { remembered } from '../../base/remembered.ts';

export interface Leak {
  readonly kind: LeakKind;
  /** The member that shows it, or `body`. */
  readonly at: string;
  readonly describe: string;
  readonly quoted: string;
}

/** No shorter text leaks anything: `/etc/x` has six characters, `ORA-00942` nine. */
const FEWEST_CHARACTERS = 6;
/** The most characters that are read of a reply's texts, and of one line, as a reply may be hostile. */
const MAX_SEARCHED_CHARACTERS = 65_536;
const MAX_COLUMNS = 1000;

const excerpt = (text: string): string =>
  text.length <= MAX_COLUMNS
    ? text
    : text
        .split('\n', MAX_SEARCHED_CHARACTERS / MAX_COLUMNS)
        .map((line) => line.slice(0, MAX_COLUMNS))
        .join('\n');

/** The first leak of a text. The same header lines and words come with every reply. */
const firstLeak = remembered((text): { readonly leak?: Omit<Leak, 'at'> } => {
  const read = excerpt(text);
  if (!LEAK_HINT.test(read)) return {};
  for (const { kind, describe, patterns } of LEAK_PATTERNS)
    for (const pattern of patterns) {
      const match = pattern.exec(read);
      if (match !== null) return { leak: { kind, describe, quoted: match[0] } };
    }
  return {};
});

/** The first leak of a text. */
export function leakInText(text: string, at: string): Leak | undefined {
  if (text.length < FEWEST_CHARACTERS) return undefined;
  const { leak } = firstLeak(text);
  return leak === undefined ? undefined : { ...leak, at };
}

interface Place {
  readonly at: string;
  readonly text: string;
}

/** The first leak of each kind in these texts, as far as the bound goes. */
function leaksAmong(places: readonly Place[]): readonly Leak[] {
  const leaks: Leak[] = [];
  let left = MAX_SEARCHED_CHARACTERS;
  for (const { at, text } of places) {
    if (text.length < FEWEST_CHARACTERS || left <= 0) continue;
    const read = excerpt(text);
    left -= read.length;
    const { leak } = firstLeak(read);
    if (leak !== undefined) leaks.push({ ...leak, at });
  }
  return leaks.length < 2 ? leaks : ofEachKind(leaks);
}

/** The first of each kind. */
const ofEachKind = (leaks: readonly Leak[]): readonly Leak[] =>
  leaks.filter(({ kind }, index) => leaks.findIndex((each) => each.kind === kind) === index);

/** Headers whose values are addresses or paths of the interface itself, or name the software in front. */
const ADDRESSES = new Set([
  'access-control-allow-origin',
  'alt-svc',
  'content-location',
  'content-security-policy',
  'content-security-policy-report-only',
  'link',
  'location',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'set-cookie',
  'strict-transport-security',
  'via',
]);

/** The texts of a reply's head: its status text, and each header line. */
function placesInHead({ statusText = '', headers }: Pick<Reply, 'statusText' | 'headers'>): readonly Place[] {
  const places: Place[] = [{ at: 'status', text: statusText }];
  for (const [name, value] of headers) places.push({ at: name, text: `${name}: ${value}` });
  return places;
}

/** The leaks of a reply's status text and headers, the first of each kind. */
export function leaksInHead(reply: Pick<Reply, 'statusText' | 'headers'>): readonly Leak[] {
  return leaksAmong(placesInHead(reply).filter(({ at }) => !ADDRESSES.has(at.toLowerCase())));
}

/** Collects the names and texts of a value. `isOfTags`: it is the list of tags, or an item of it; keys and values of tags are data, and may hold anything. */
function collect(value: Json, at: string, places: Place[], isOfTags = false): void {
  if (typeof value === 'string') places.push({ at, text: value });
  else if (isArray(value))
    for (const [index, item] of value.entries())
      collect(item, `${at}[${index}]`, places, isOfTags && isObject(item));
  else if (isObject(value)) {
    const isTag = isOfTags && value.has(ENVELOPE.key) && value.has(ENVELOPE.value);
    for (const [name, member] of value) {
      if (isTag && (name === ENVELOPE.key || name === ENVELOPE.value)) continue;
      const here = at === '' ? name : `${at}.${name}`;
      places.push({ at: here, text: name });
      collect(member, here, places, name === ENVELOPE.tags && isArray(member));
    }
  }
}

/** The leaks of a reply's JSON, the first of each kind. */
export function leaksIn(json: Json): readonly Leak[] {
  const places: Place[] = [];
  collect(json, isObject(json) ? '' : 'body', places);
  return leaksAmong(places);
}

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether the request holds the text itself: a reply that repeats it shows nothing of the server. */
function isEchoed(quoted: string, { path, headers, body }: Request): boolean {
  const lines = headers.map(([, value]) => (isSecretRef(value) ? '' : value));
  const sent = [path, ...lines, body === undefined ? '' : decodeUtf8(body).text].join('\n');
  return sent.includes(quoted) || sent.includes(jsonEscaped(quoted));
}

const leakFinding = (kind: LeakKind, at: string, expected: string, actual: string): Finding => ({
  ...finding('leak', 'principle/no-leak', cut(at), expected, actual),
  leak: kind,
});

/** What the leaks of a reply break, but for those that repeat the request. */
export function leakFindings(leaks: readonly Leak[], request: Request): readonly Finding[] {
  if (leaks.length === 0) return [];
  return ofEachKind(leaks)
    .filter(({ quoted }) => !isEchoed(quoted, request))
    .map(({ kind, at, describe, quoted }) => leakFinding(kind, at, `no ${describe}`, cut(quoted)));
}

/** Shorter values, and single words, may stand in a message by chance. */
const isTelling = (value: string): boolean => value.length >= 8 && /[^\p{L}\p{N}]/u.test(value);
/** How far behind its key a value may stand: `vip=gold`, `"key": "vip", "value": "gold"`. */
const NEAR = 16;
/** The most tags of a subject that are searched for. */
const MAX_SEARCHED_TAGS = 100;

function isBehindKey(text: string, { key, value }: TagItem): boolean {
  const at = text.indexOf(key);
  const from = at + key.length;
  return at >= 0 && text.slice(from, from + NEAR + value.length).includes(value);
}

/**
 * The tags that a refusal shows: a telling value, or at least two with their keys. What the request holds itself, and the names of
 * games, show nothing.
 */
export function tagLeaks(
  body: string,
  tags: readonly TagItem[],
  games: readonly string[],
  request: Request,
): readonly Finding[] {
  const text = body.slice(0, MAX_SEARCHED_CHARACTERS);
  const shown = tags.slice(0, MAX_SEARCHED_TAGS).filter(({ value }) => {
    const isThere = value !== '' && (text.includes(value) || text.includes(jsonEscaped(value)));
    return isThere && !games.includes(value) && !isEchoed(value, request);
  });
  const telling = shown.filter((tag) => isTelling(tag.value));
  const leaked = telling.length > 0 ? telling : shown.filter((tag) => isBehindKey(text, tag));
  if (telling.length === 0 && leaked.length < 2) return [];
  return [leakFinding('tags', 'body', 'a refusal without tags of the subject', showTags(leaked))];
}

/** The name of a secret whose value the text of a reply to a request carries; undefined: it carries none. */
export type SecretIn = (text: string, request?: Request) => string | undefined;

const NOTHING_SHOWN: readonly Finding[] = [];
/** A reply may be hostile: only this many bytes of its body are searched for secrets. */
const MAX_SEARCHED_BYTES = 1024 * 1024;

/** The secret that a reply shows, in its status text, its headers or its body. It is named and never quoted. */
export function secretLeaks({ outcome, request }: Exchange, secretIn: SecretIn): readonly Finding[] {
  if (outcome.kind !== 'reply') return NOTHING_SHOWN;
  const head = placesInHead(outcome);
  let name = secretIn(head.map(({ text }) => text).join('\n'), request);
  const inHead = name === undefined ? undefined : head.find(({ text }) => secretIn(text, request) === name);
  name ??= secretIn(decodeUtf8(outcome.body.subarray(0, MAX_SEARCHED_BYTES)).text, request);
  return name === undefined ? NOTHING_SHOWN : [secretLeak(inHead?.at ?? 'body', name)];
}

const secretLeak = (at: string, name: string): Finding =>
  leakFinding('secret', at, 'no secret', `the value of the secret ${name}`);
