/** References in a case: texts that begin with `$` stand for values of the roles. `$$` is a plain dollar. */
import { VARIANT_FACTS, type Endpoint } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { alterString } from '../../http/alterations/string-alterations.ts';
import type { HeaderValue } from '../../http/request.ts';
import { fromPlain, isArray, isObject, type Json } from '../../judge/rules/json.ts';
import { VERY_LONG_KEY, VERY_MANY_KEYS } from '../../judge/rules/tag-keys.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { TagItem } from '../../spec/envelope.ts';
import type { Roles } from '../planned.ts';
import type { Send } from './schema/send-schema.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';

/** `tagKeys[0]`: how a case names an element of a member. */
export const ELEMENT = /^(\w+)\[(\d+)\]$/;

/** `$extension[1]` is an element of what `$extension` stands for: the reference without its place. */
export const withoutElement = (reference: string): string => reference.replace(/\[\d+\]$/, '');

type Serve = (roles: Roles, rest: string) => Json | undefined;

function knownTagsOf({ subject }: Roles): readonly TagItem[] {
  const tags = subject.exists?.tags;
  return tags === undefined || tags === UNKNOWN ? [] : tags;
}

/** A key that no subject has by chance. */
export const NO_KEY = 'tagproof';

const tagKeysNamed = (roles: Roles): readonly string[] => [
  ...new Set(knownTagsOf(roles).map(({ key }) => key)),
];

/** `0.key`: the key or the value of one tag. */
function tagPart(roles: Roles, path: string): Json | undefined {
  const [index = '', part] = path.split('.');
  const tag = knownTagsOf(roles)[Number(index)];
  return part === 'key' ? tag?.key : tag?.value;
}

/** This many short keys, the subject's own last: a backend that reads only the first few loses them. */
function keysAmong(roles: Roles, count: string): Json {
  const own = tagKeysNamed(roles);
  return [...Array.from({ length: Number(count) - own.length }, (_, index) => `k${index + 1}`), ...own];
}

const SEPARATOR = /[-._]/;
const RESPELT = ['other-separators', 'no-separators'] as const;

/** Characters that the smallest columns for keys hold. */
const SHORTEST_COLUMN = 32;

/** The key with a character behind it that makes no other key of it. */
const longerThan = (key: string, own: readonly string[]): string =>
  ['x', 'y'].map((last) => key + last).find((longer) => !own.includes(longer)) ?? `${key}z`;

/** What each reference stands for; the longest name that fits counts, the rest is its path. */
export const REFERENCES: Readonly<Record<string, Serve>> = {
  $id: ({ endpoint }) => endpoint.idMember,
  $tagKeys: () => TAG_KEYS,
  $extension: ({ extension }) => extension?.member,
  '$subject.id': ({ subject }) => subject.id,
  '$subject.keys': (roles) => (roles.subject.exists === undefined ? undefined : tagKeysNamed(roles)),
  $plainKey: (roles) => tagKeysNamed(roles).find((key) => key !== '') ?? NO_KEY,
  $nullAndKeys: (roles) => [null, ...tagKeysNamed(roles)],
  $emptyAndKeys: (roles) => ['', ...tagKeysNamed(roles)],
  '$subject.caseKey': (roles) => {
    const own = tagKeysNamed(roles);
    return own.find((key) => own.some((other) => other !== key && other.toLowerCase() === key.toLowerCase()));
  },
  '$subject.prefixKey': (roles) => {
    const own = tagKeysNamed(roles);
    return own.find((key) => key !== '' && own.some((other) => other !== key && other.startsWith(key)));
  },
  '$subject.tags': tagPart,
  $manyKeys: (roles) => {
    const own = tagKeysNamed(roles);
    const others = { length: VERY_MANY_KEYS - own.length };
    return [...own, ...Array.from(others, (_, index) => `nosuchkey${index + 1}`)];
  },
  /** `$keysAmong.257`: this many keys, the subject's last. */
  $keysAmong: keysAmong,
  /** The subject's keys that fill a column or a buffer, each with one character more. */
  $longerKeys: (roles) => {
    const own = tagKeysNamed(roles);
    return own.filter((key) => key.length >= SHORTEST_COLUMN).map((key) => longerThan(key, own));
  },
  /** The subject's keys that have separators, with others and with none. */
  '$subject.otherSeparators': (roles) => {
    const own = tagKeysNamed(roles);
    const separated = own.filter((key) => SEPARATOR.test(key));
    const others = separated.flatMap((key) => RESPELT.map((alter) => alterString(key, alter)));
    return separated.length === 0 ? undefined : others.filter((key) => !own.includes(key));
  },
  $longKey: () => 'x'.repeat(VERY_LONG_KEY),
  $game: ({ subject }) => (subject.game === IMPLICIT_GAME ? undefined : subject.game),
  $otherGame: ({ otherGame }) => otherGame,
  '$key.limits.requestsPerSecond': ({ key }) => key?.limits.requestsPerSecond,
  '$key.limits.sessions': ({ key }) => key?.limits.sessions,
};

const SUBJECT_TAGS = '$subject.tags';
const KEYS_AMONG = '$keysAmong';
/** References with a path behind their name. */
const WITH_PATH = /^(?:\$subject\.tags\.\d+\.(key|value)|\$keysAmong\.\d{1,4})$/;
const referenceNames = Object.keys(REFERENCES).toSorted((a, b) => b.length - a.length);

/** Whether a text is a reference that some roles could serve. */
export function isReference(text: string): boolean {
  return (
    WITH_PATH.test(text) || (referenceNames.includes(text) && text !== SUBJECT_TAGS && text !== KEYS_AMONG)
  );
}

/** What a reference stands for with these roles; undefined: nothing. */
function servedValue(text: string, roles: Roles): Json | undefined {
  const name = referenceNames.find((each) => text === each || text.startsWith(`${each}.`));
  return name === undefined ? undefined : REFERENCES[name]?.(roles, text.slice(name.length + 1));
}

/** The secrets that only the wire knows. */
type ServeSecret = (roles: Roles) => { readonly name: string } | undefined;
const SECRETS_SERVED: ReadonlyMap<string, ServeSecret> = new Map<string, ServeSecret>([
  ['$key', ({ key }) => key],
  ['$token', ({ token }) => token],
]);

/** The texts that headers, and places that the document does not name, are given: secrets among them. */
export function secretsIn({ headers, misplaced = {} }: Send): ReadonlySet<string> {
  const { query = {}, body = {}, cookie = {} } = misplaced;
  return new Set([headers?.set ?? {}, query, body, cookie].flatMap((each) => Object.values<string>(each)));
}

/** Whether any request of these carries a token. */
export const sendsToken = (endpoints: readonly Endpoint[], send: Send): boolean =>
  secretsIn(send).has('$token') || endpoints.some(({ variant }) => VARIANT_FACTS[variant].sendsToken);

const REPEATED_REFERENCE = /^(?:(\d+) x )?(\$.+)$/;

/** The texts in any part of a case that are references, names of members among them. */
export function referencesIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return !part.startsWith('$$') && REPEATED_REFERENCE.test(part) ? [part] : [];
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(referencesIn);
  return Object.entries(part).flat().flatMap(referencesIn);
}

const PART_OF_SUBJECT = /^\$subject\.(?!id$)/;

/** Whether a reference stands for tags of the subject, so that a made-up id has none to offer. */
export const isOfTags = (reference: string): boolean => PART_OF_SUBJECT.test(reference);

/** Whether these roles have nothing for a reference. */
export function isUnserved(text: string, roles: Roles): boolean {
  const [, , reference = text] = REPEATED_REFERENCE.exec(text) ?? [];
  return (
    (SECRETS_SERVED.get(reference)?.(roles) ?? servedValue(withoutElement(reference), roles)) === undefined
  );
}

function serve(text: string, roles: Roles): Json {
  const found = servedValue(text, roles);
  if (found === undefined) throw new TypeError(`no check whether ${text} is served was made`);
  return found;
}

/** The text itself, or what it refers to. */
export function resolveText(text: string, roles: Roles): Json {
  if (text.startsWith('$$')) return text.slice(1);
  return text.startsWith('$') ? serve(text, roles) : text;
}

function resolveJson(value: Json, roles: Roles): Json {
  if (typeof value === 'string') return resolveText(value, roles);
  if (isArray(value)) return value.map((item) => resolveJson(item, roles));
  if (isObject(value)) return new Map([...value].map(([name, member]) => [name, resolveJson(member, roles)]));
  return value;
}

/** A value as YAML has it, its references replaced. */
export function resolveValue(value: unknown, roles: Roles): Json {
  return resolveJson(fromPlain(value), roles);
}

/** A member's name: `$id`, `tagKeys`, or `tagKeys[1]`. */
export function resolveName(name: string, roles: Roles): string {
  return String(resolveText(name, roles));
}

/** A header's value; `$key` and `$token` are secrets, which only the wire knows. */
export function resolveHeaderValue(text: string, roles: Roles): HeaderValue {
  const secret = SECRETS_SERVED.get(text)?.(roles);
  return secret === undefined ? String(resolveText(text, roles)) : { secret: secret.name };
}

/** `$key.limits.requestsPerSecond`, `3 x $key.limits.sessions` or a number. */
export function resolveCount(times: number | string, roles: Roles): number {
  if (typeof times === 'number') return times;
  const [, factor, reference = times] = REPEATED_REFERENCE.exec(times) ?? [];
  return Number(factor ?? 1) * Number(resolveText(reference, roles));
}

/** Whether a text is a count of requests. */
export function isCount(text: string): boolean {
  const [, factor = '1', reference] = REPEATED_REFERENCE.exec(text) ?? [];
  return (
    Number(factor) > 0 &&
    reference !== undefined &&
    reference.startsWith('$key.limits.') &&
    isReference(reference)
  );
}

/** Parts of what is sent in which no text is a reference: they say byte for byte what that is. */
const LITERAL = {
  method: undefined,
  target: undefined,
  text: undefined,
  base64: undefined,
} as const satisfies Partial<Record<keyof Send, undefined>>;

/** What is sent, without the parts that say byte for byte what that is. */
export function referringSend(send: Send): object {
  return { ...send, ...LITERAL };
}

/** What is expected, without the tags that are given literally. */
export const referringOutcome = (outcome: WrittenOutcome): object => ({ ...outcome, tags: undefined });
