/**
 * One line of a large world that is written in the plainest way: read at once, without the machinery for faults. What a
 * line may hold that is not plain in its text alone (variables, halves of surrogate pairs) is sorted out before.
 */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { UNKNOWN, type Fact, type Subject } from '../../world/world.ts';
import type { SharedTags } from './shared-tags.ts';

export interface PlainScene {
  readonly complete: boolean;
  readonly games: ReadonlySet<string>;
  /** The game of what names none; undefined: each has to name one. */
  readonly onlyGame: string | undefined;
  readonly shared: SharedTags;
  readonly isPlayer: (game: string, id: string) => boolean;
}

type Line = Readonly<Record<string, unknown>>;

const OWNERS_KEY = {
  gamePlayer: undefined,
  characterPlayer: 'owner',
  group: 'members',
} as const satisfies Record<Resource, string | undefined>;
const OTHER_KEYS = new Set(['game', 'tags']);

/** The kind of a line, by its id member. */
export function resourceOf(line: Line): Resource | undefined {
  return RESOURCES.find((resource) => Object.hasOwn(line, RESOURCE_FACTS[resource].idMember));
}

function hasOnlyKnownKeys(line: Line, resource: Resource): boolean {
  const { idMember } = RESOURCE_FACTS[resource];
  const owners = OWNERS_KEY[resource];
  for (const key of Object.keys(line))
    if (key !== idMember && key !== owners && !OTHER_KEYS.has(key)) return false;
  return true;
}

function tagOf(tag: unknown, shared: SharedTags): TagItem | undefined {
  if (typeof tag !== 'object' || tag === null || Object.keys(tag).length !== 2) return undefined;
  const { key, value } = tag as Line;
  if (typeof key !== 'string' || typeof value !== 'string') return undefined;
  return shared.tag(key, value);
}

/** The tags; undefined if they are not plain. */
function tagsOf(tags: unknown, { complete, shared }: PlainScene): Fact<readonly TagItem[]> | undefined {
  if (tags === undefined) return complete ? [] : UNKNOWN;
  if (!Array.isArray(tags)) return undefined;
  const all: TagItem[] = [];
  for (const each of tags as readonly unknown[]) {
    const tag = tagOf(each, shared);
    if (tag === undefined) return undefined;
    all.push(tag);
  }
  return all;
}

/** The owners; undefined if they are not plain. */
function ownersOf(
  owners: unknown,
  game: string,
  { complete, isPlayer }: PlainScene,
): Fact<readonly string[]> | undefined {
  if (owners === undefined) return complete ? [] : UNKNOWN;
  if (owners === null) return [];
  const all = Array.isArray(owners) ? (owners as readonly unknown[]) : [owners];
  const known = all.every((owner): owner is string => typeof owner === 'string' && isPlayer(game, owner));
  return known ? (all as readonly string[]) : undefined;
}

/** The subject of a line; undefined: the line is not plain, whether or not it is right. */
export function plainSubject(line: Line, scope: PlainScene): Subject | undefined {
  const resource = resourceOf(line);
  if (resource === undefined || !hasOnlyKnownKeys(line, resource)) return undefined;
  const { idMember, idLength } = RESOURCE_FACTS[resource];
  const { [idMember]: id, game = scope.onlyGame, tags: written } = line;
  if (typeof id !== 'string' || id.length !== idLength) return undefined;
  if (typeof game !== 'string' || !scope.games.has(game)) return undefined;
  const key = OWNERS_KEY[resource];
  const given = key === undefined ? undefined : line[key];
  // A character has one owner, a group a list of members; null: no owner.
  if (key !== undefined && given !== undefined && Array.isArray(given) !== (resource === 'group'))
    return undefined;
  const owners = key === undefined ? [id] : ownersOf(given, game, scope);
  const tags = tagsOf(written, scope);
  return owners === undefined || tags === undefined ? undefined : { resource, id, game, owners, tags };
}
