/**
 * One line of a large world that is written in the plainest way: read at once, without the machinery for faults. What a
 * line may hold that is not plain in its text alone (variables, halves of surrogate pairs) is sorted out before.
 */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { ENTITY_KINDS } from '../../world/entity-kinds.ts';
import { UNKNOWN, type Fact, type Subject } from '../../world/world.ts';
import type { EntityScope } from '../world-file/entity.ts';

/** How many keys, and values of each, are remembered; what comes beyond them is not shared. */
const MAX_KEYS = 1000;
const MAX_VALUES = 1000;

/** Tags that many subjects have are one object: a world of a million players has few different ones. */
export class SharedTags {
  readonly #known = new Map<string, Map<string, TagItem>>();

  /** The tag; the one that was seen before where it is remembered. */
  tag(key: string, value: string): TagItem {
    let values = this.#known.get(key);
    if (values === undefined) {
      if (this.#known.size >= MAX_KEYS) return { key, value };
      this.#known.set(key, (values = new Map()));
    }
    const known = values.get(value);
    if (known !== undefined) return known;
    // The first key stands for all, so that its text is in memory once.
    const first = values.values().next();
    const tag = { key: first.done === true ? key : first.value.key, value };
    if (values.size < MAX_VALUES) values.set(value, tag);
    return tag;
  }
}

/** The world around a line, with the tags that lines share. */
export interface PlainScope extends Omit<EntityScope, 'complain'> {
  readonly shared: SharedTags;
  readonly gameIds: ReadonlySet<string>;
}

type Line = Readonly<Record<string, unknown>>;

/** The kind of a line, by its id member. */
export function resourceOf(line: Line): Resource | undefined {
  return RESOURCES.find((resource) => Object.hasOwn(line, RESOURCE_FACTS[resource].idMember));
}

/** Whether this reader knows all members of a line. */
function hasOnlyPlainMembers(line: Line, resource: Resource): boolean {
  const { nameMember, ownersMember } = ENTITY_KINDS[resource];
  for (const member of Object.keys(line))
    if (member !== nameMember && member !== ownersMember && member !== 'game' && member !== 'tags')
      return false;
  return true;
}

function tagOf(tag: unknown, shared: SharedTags): TagItem | undefined {
  if (typeof tag !== 'object' || tag === null || Object.keys(tag).length !== 2) return undefined;
  const { key, value } = tag as Line;
  if (typeof key !== 'string' || typeof value !== 'string') return undefined;
  return shared.tag(key, value);
}

/** The tags; undefined if they are not plain. */
function tagsOf(tags: unknown, { complete, shared }: PlainScope): Fact<readonly TagItem[]> | undefined {
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
  given: unknown,
  resource: Resource,
  game: string,
  { complete, isPlayer }: PlainScope,
): Fact<readonly string[]> | undefined {
  if (given === undefined) return complete ? [] : UNKNOWN;
  // A character has one owner, a group a list of members; null: no owner.
  if (Array.isArray(given) !== (resource === 'group')) return undefined;
  if (given === null) return [];
  const all = Array.isArray(given) ? (given as readonly unknown[]) : [given];
  const known = all.every((owner): owner is string => typeof owner === 'string' && isPlayer(game, owner));
  return known ? (all as readonly string[]) : undefined;
}

/** The subject of a line; undefined: the line is not plain, whether or not it is right. */
export function plainSubject(line: Line, scope: PlainScope): Subject | undefined {
  const resource = resourceOf(line);
  if (resource === undefined || !hasOnlyPlainMembers(line, resource)) return undefined;
  const { idMember, idLength } = RESOURCE_FACTS[resource];
  const { [idMember]: id, game = scope.games.length === 1 ? scope.games[0] : undefined, tags: given } = line;
  if (typeof id !== 'string' || id.length !== idLength) return undefined;
  if (typeof game !== 'string' || !scope.gameIds.has(game)) return undefined;
  const { ownersMember } = ENTITY_KINDS[resource];
  const owners = ownersMember === undefined ? [id] : ownersOf(line[ownersMember], resource, game, scope);
  const tags = tagsOf(given, scope);
  return owners === undefined || tags === undefined ? undefined : { resource, id, game, owners, tags };
}
