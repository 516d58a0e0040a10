/** What the world browser lists: how the API calls each kind, and which member names one of it. */
import type { ShownGame } from '../../../control/routes/game-routes.ts';
import { RESOURCE_FACTS, type Resource } from '../../../../src/spec/endpoints.ts';

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** An item of a list, in the form of a world file. */
export type Item = Readonly<Record<string, unknown>>;

interface Kind {
  /** In the plural, as a heading. */
  readonly title: string;
  /** Of one, in a sentence. */
  readonly word: string;
  readonly idMember: string;
  /** How many of them a game has. */
  readonly count: keyof Omit<ShownGame, 'id'>;
  /** The resource that it is; left out: it is none, and has no tags. */
  readonly resource?: Resource;
}

const ofResource = <const T extends Pick<Kind, 'title' | 'word'>>(resource: Resource, words: T) => ({
  ...words,
  resource,
  idMember: RESOURCE_FACTS[resource].idMember,
  count: RESOURCE_FACTS[resource].plural,
});

const ROWS = {
  players: ofResource('gamePlayer', { title: 'Players', word: 'player' }),
  characters: ofResource('characterPlayer', { title: 'Characters', word: 'character' }),
  groups: ofResource('group', { title: 'Groups', word: 'group' }),
  keys: { title: 'Keys', word: 'key', idMember: 'name', count: 'secretKeys' },
  tokens: { title: 'Tokens', word: 'token', idMember: 'name', count: 'authTokens' },
} as const satisfies Record<string, Kind>;

/** By the segment of their paths in the API. */
export type KindName = keyof typeof ROWS;
export const KINDS: Readonly<Record<KindName, Kind>> = ROWS;
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

export const kindOfResource = (resource: string): KindName | undefined =>
  KIND_NAMES.find((kind) => KINDS[kind].resource === resource);

export const kindOf = (text: string | undefined): KindName =>
  text !== undefined && Object.hasOwn(KINDS, text) ? (text as KindName) : 'players';

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

const MAX_SHOWN = 4;

/** What a list shows of an item besides its id. */
export function summaryOf(item: Item, kind: KindName): string {
  const facts = Object.entries(item)
    .filter(([name]) => !['tags', 'game', 'key', 'token', KINDS[kind].idMember].includes(name))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : wordsOf(value)}`);
  const tags = tagsOf(item) ?? [];
  const shown = tags.slice(0, MAX_SHOWN).map(({ key, value }) => `${cut(key)}: ${cut(value)}`);
  const more = tags.length > MAX_SHOWN ? [`and ${tags.length - MAX_SHOWN} more`] : [];
  return [...facts, ...shown, ...more].join(', ');
}

const MAX_CHARACTERS = 40;

const cut = (text: string): string => {
  const characters = Array.from(text.slice(0, 2 * MAX_CHARACTERS));
  return text.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text;
};
