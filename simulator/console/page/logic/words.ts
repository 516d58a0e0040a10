/** What the page says of entities, faults and requests, in a line. */
import { RESOURCE_FACTS, type Resource } from '../../../../src/spec/endpoints.ts';
import type { FaultInput } from '../../../faults/fault-shapes.ts';
import type { EntryDetails } from '../../../journal/entry-view.ts';
import type { Status } from '../../../control/status.ts';

/** An item of a list, in the form of a world file. */
export type Item = Readonly<Record<string, unknown>>;

export interface Tag {
  readonly key: string;
  readonly value: string;
}

interface Kind {
  /** In the plural, as a heading. */
  readonly title: string;
  /** Of one, in a sentence. */
  readonly word: string;
  readonly idMember: string;
  /** How many of them a game has. */
  readonly count: keyof Omit<Status['games'][number], 'id'>;
  /** The resource that it is; left out: it is none, and has no tags. */
  readonly resource?: Resource;
}

const ofResource = (resource: Resource, title: string, word: string): Kind => ({
  title,
  word,
  resource,
  idMember: RESOURCE_FACTS[resource].idMember,
  count: RESOURCE_FACTS[resource].plural,
});

/** What the world has, by the word of its paths in the API. */
export const KINDS = {
  players: ofResource('gamePlayer', 'Players', 'player'),
  characters: ofResource('characterPlayer', 'Characters', 'character'),
  groups: ofResource('group', 'Groups', 'group'),
  keys: { title: 'Keys', word: 'key', idMember: 'name', count: 'secretKeys' } as Kind,
  tokens: { title: 'Tokens', word: 'token', idMember: 'name', count: 'authTokens' } as Kind,
} as const;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

/** The tags of an item; undefined: the world does not know them. */
export const tagsOf = ({ tags }: Item): readonly Tag[] | undefined =>
  Array.isArray(tags) ? (tags as readonly Tag[]) : undefined;

/** A member of an item in words: `requestsPerSecond 25`, or the items of a list. */
export function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return Object.entries(value)
    .map(([name, each]) => `${name} ${wordsOf(each)}`)
    .join(', ');
}

const MAX_TAGS = 4;
const MAX_CHARACTERS = 40;

const cut = (text: string): string => {
  const characters = Array.from(text.slice(0, 2 * MAX_CHARACTERS));
  return text.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text;
};

/** What a list shows of an item besides its id. */
export function summaryOf(item: Item, kind: KindName): string {
  const facts = Object.entries(item)
    .filter(([name]) => !['tags', 'game', 'key', 'token', KINDS[kind].idMember].includes(name))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : wordsOf(value)}`);
  const tags = tagsOf(item) ?? [];
  const shown = tags.slice(0, MAX_TAGS).map(({ key, value }) => `${cut(key)}: ${cut(value)}`);
  const more = tags.length > MAX_TAGS ? [`and ${tags.length - MAX_TAGS} more`] : [];
  return [...facts, ...shown, ...more].join(', ');
}

const PERCENT = 100;

/** What a fault does and which requests it meets. */
export function summaryOfFault(fault: FaultInput): string {
  const { endpoint, key, game, returnCode, latency, kind, contentType, bytesPerSecond, share, next } = fault;
  const effects = [
    returnCode ?? [],
    kind ?? [],
    latency === undefined ? [] : `latency ${JSON.stringify(latency)} ms`,
    contentType === undefined ? [] : `Content-Type ${contentType}`,
    bytesPerSecond === undefined ? [] : `${bytesPerSecond} bytes a second`,
  ];
  const whom = [
    endpoint === undefined ? 'all endpoints' : [endpoint].flat(),
    key === undefined ? [] : `key ${key}`,
    game === undefined ? [] : `game ${game}`,
    share === undefined ? [] : `${Math.round(share * PERCENT)} % of requests`,
    next === undefined ? [] : `the next ${next}`,
  ];
  return `${effects.flat().join(', ')} for ${whom.flat().join(', ')}`;
}

/** Headers that curl makes by itself. */
const OWN = /^(?:host|connection|content-length|transfer-encoding|accept-encoding)$/i;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A header for a shell: a secret that the journal hides is a variable, which only double quotes fill in. */
const headerOf = ([name, value]: readonly [name: string, value: string]): string =>
  /^\$\w+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);

/** A request of the journal as a curl line. */
export const curlOfEntry = ({ method, target, request }: EntryDetails, origin: string): string =>
  [
    `curl -sS -X ${method} ${quoted(origin + target)}`,
    ...request.headers.filter(([name]) => !OWN.test(name)).map((header) => `-H ${headerOf(header)}`),
    ...(request.body === '' ? [] : [`--data-binary ${quoted(request.body)}`]),
  ].join(' ');
