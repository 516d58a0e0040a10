/** What the world browser lists: how the API calls each kind, and which member names one of it. */
import { RESOURCE_FACTS } from '../../../../src/contract/endpoints.ts';

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** An item of a list, in the form of a world file. */
export type Item = Readonly<Record<string, unknown>>;

export interface Kind {
  /** In the plural, as a heading. */
  readonly title: string;
  /** Of one, in a sentence. */
  readonly word: string;
  readonly idMember: string;
  readonly hasTags: boolean;
}

export const KINDS = {
  players: { title: 'Players', word: 'player', idMember: RESOURCE_FACTS.gamePlayer.idMember, hasTags: true },
  characters: {
    title: 'Characters',
    word: 'character',
    idMember: RESOURCE_FACTS.characterPlayer.idMember,
    hasTags: true,
  },
  groups: { title: 'Groups', word: 'group', idMember: RESOURCE_FACTS.group.idMember, hasTags: true },
  keys: { title: 'Keys', word: 'key', idMember: 'name', hasTags: false },
  tokens: { title: 'Tokens', word: 'token', idMember: 'name', hasTags: false },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

export const kindOf = (text: string | undefined): KindName =>
  text !== undefined && Object.hasOwn(KINDS, text) ? (text as KindName) : 'players';

/** The tags of an item; undefined: the world does not know them. */
export const tagsOf = ({ tags }: Item): readonly Tag[] | undefined =>
  Array.isArray(tags) ? (tags as readonly Tag[]) : undefined;

const MOST_SHOWN = 4;

/** What a list shows of an item besides its id. */
export function summaryOf(item: Item, kind: KindName): string {
  const facts = Object.entries(item)
    .filter(([name]) => !['tags', 'game', 'key', 'token', KINDS[kind].idMember].includes(name))
    .map(
      ([name, value]) =>
        `${name} ${Array.isArray(value) ? value.length : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)}`,
    );
  const tags = tagsOf(item) ?? [];
  const shown = tags.slice(0, MOST_SHOWN).map(({ key, value }) => `${cut(key)}: ${cut(value)}`);
  const more = tags.length > MOST_SHOWN ? [`and ${tags.length - MOST_SHOWN} more`] : [];
  return [...facts, ...shown, ...more].join(', ');
}

const MOST_CHARACTERS = 40;

const cut = (text: string): string => {
  const characters = Array.from(text.slice(0, 2 * MOST_CHARACTERS));
  return text.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
};
