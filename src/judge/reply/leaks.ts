/** What a reply shows that it must not: stack traces, SQL and file paths in its texts, and secrets. */
import { ENVELOPE, type TagItem } from '../../spec/envelope.ts';
import { isSecretRef } from '../../http/header-value.ts';
import type { Exchange, Reply } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { isArray, isObject, type Json, type JsonObject } from '../rules/json.ts';
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
  for (const { name, pattern, describe } of LEAK_PATTERNS) {
    const match = pattern.exec(read);
    if (match !== null) return { leak: { kind: name, describe, quoted: match[0] } };
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

/** The texts of a reply that are read, as far as the bound goes. */
class Places {
  readonly found: Place[] = [];
  #left = MAX_SEARCHED_CHARACTERS;

  add(text: string, at: () => string): void {
    if (text.length < FEWEST_CHARACTERS || this.#left <= 0) return;
    const read = excerpt(text);
    this.#left -= read.length;
    this.found.push({ at: at(), text: read });
  }
}

/** Tags are data, and may hold anything. */
const isTag = (members: JsonObject): boolean => members.has(ENVELOPE.key) && members.has(ENVELOPE.value);

/** Whether an item is a tag and nothing else: most of a large reply is lists of those. */
const isBareTag = (item: Json): boolean => isObject(item) && item.size === 2 && isTag(item);

/** `inTags`: in the list of tags, whose items may hold anything. */
function collectMember(value: Json, at: () => string, places: Places, inTags = false): void {
  if (typeof value === 'string') places.add(value, at);
  else if (isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index] ?? null;
      if (inTags && isBareTag(item)) continue;
      const here = () => `${at()}[${index}]`;
      if (inTags && isObject(item)) collectMembers(item, () => `${here()}.`, places, isTag(item));
      else collectMember(item, here, places);
    }
  } else if (isObject(value)) collectMembers(value, () => `${at()}.`, places);
}

function collectMembers(members: JsonObject, prefix: () => string, places: Places, areTag = false): void {
  for (const [name, value] of members) {
    if (areTag && (name === ENVELOPE.key || name === ENVELOPE.value)) continue;
    const at = () => `${prefix()}${name}`;
    places.add(name, at);
    collectMember(value, at, places, name === ENVELOPE.tags);
  }
}

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

/** The leaks of a reply's status text and headers, the first of each kind. */
export function leaksInHead({ statusText, headers }: Pick<Reply, 'statusText' | 'headers'>): readonly Leak[] {
  const places = new Places();
  if (statusText !== undefined) places.add(statusText, () => 'status');
  for (const [name, value] of headers) {
    if (!ADDRESSES.has(name.toLowerCase())) places.add(`${name}: ${value}`, () => name);
  }
  return leaksOf(places);
}

const ofEachKind = (leaks: readonly Leak[]): readonly Leak[] => [
  ...new Map(leaks.toReversed().map((leak) => [leak.kind, leak])).values(),
];

const NOTHING_LEAKED: readonly Leak[] = [];

/** The leaks of a reply's JSON, the first of each kind; keys and values of tags are left out. */
export function leaksIn(json: Json): readonly Leak[] {
  const places = new Places();
  if (isObject(json)) collectMembers(json, () => '', places);
  else collectMember(json, () => 'body', places);
  return leaksOf(places);
}

function leaksOf({ found }: Places): readonly Leak[] {
  if (found.length === 0) return NOTHING_LEAKED;
  const leaks = found.map(({ at, text }) => leakInText(text, at));
  return ofEachKind(leaks.filter((leak) => leak !== undefined));
}

const lossyDecoder = new TextDecoder();
const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether the request holds the text itself: a reply that repeats it shows nothing of the server. */
function isEchoed(quoted: string, { path, headers, body }: Request): boolean {
  const lines = headers.map(([, value]) => (isSecretRef(value) ? '' : value));
  const sent = [path, ...lines, body === undefined ? '' : lossyDecoder.decode(body)].join('\n');
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

/** A secret in a reply. It is named and never quoted. */
export function secretLeak(at: string, name: string): Finding {
  return leakFinding('secret', at, 'no secret', `the value of the secret ${name}`);
}

/** The name of a secret whose value the text of a reply to a request carries; undefined: it carries none. */
export type SecretIn = (text: string, request?: Request) => string | undefined;

const NO_LEAK_FINDINGS: readonly Finding[] = [];
/** A reply may be hostile: only this many bytes of its body are searched for secrets. */
const MAX_SEARCHED_BYTES = 1024 * 1024;

function secretLeakIn(reply: Reply, secretIn: (text: string) => string | undefined): Finding | undefined {
  if (reply.statusText !== undefined) {
    const inStatus = secretIn(reply.statusText);
    if (inStatus !== undefined) return secretLeak('status', inStatus);
  }
  const lines = reply.headers.map(([name, value]) => `${name}: ${value}`);
  const inHead = secretIn(lines.join('\n'));
  if (inHead !== undefined) {
    const at = reply.headers.find((_, index) => secretIn(lines[index] ?? '') !== undefined)?.[0] ?? '';
    return secretLeak(at, inHead);
  }
  const inBody = secretIn(lossyDecoder.decode(reply.body.subarray(0, MAX_SEARCHED_BYTES)));
  return inBody === undefined ? undefined : secretLeak('body', inBody);
}

/** The secret that a reply shows: in its status text, its headers or its body. */
export function secretLeaks({ outcome, request }: Exchange, secretIn: SecretIn): readonly Finding[] {
  const inIt = (text: string): string | undefined => secretIn(text, request);
  const found = outcome.kind === 'reply' ? secretLeakIn(outcome, inIt) : undefined;
  return found === undefined ? NO_LEAK_FINDINGS : [found];
}
