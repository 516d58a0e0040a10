/** The world that the simulator serves, in memory: everything is found in one step, however much there is. */
import { RESOURCES, type Resource } from '../src/contract/endpoints.ts';
import {
  ABSENT,
  UNKNOWN,
  type AuthToken,
  type Lookup,
  type SecretKey,
  type Subject,
  type World,
  type WorldLimits,
} from '../src/world/world.ts';

import { likenessTo } from '../src/world/id-characters.ts';
import { isLike, type Leniency } from './pipeline/read/lenient-secrets.ts';

/** What a store is made of; a world file's declared world is one. */
export interface StoredWorld {
  readonly limits: WorldLimits;
  readonly games: readonly string[];
  readonly secretKeys: readonly SecretKey[];
  readonly authTokens: readonly AuthToken[];
  readonly subjects: readonly Subject[];
}

/** The value of a secret key or an auth token, by the name that the world file gives it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** A world in which nothing is unknown, with its secrets by value. */
export interface Store extends World {
  /** The keys of all tags: what a backend with a catalogue of keys knows. */
  readonly tagKeys: ReadonlySet<string>;
  keyOf(value: string): SecretKey | undefined;
  tokenOf(value: string): AuthToken | undefined;
  /** The key or token that a value is when its spelling is read leniently; see `LENIENT_SPELLINGS`. */
  keyLike(value: string, leniency: Leniency): SecretKey | undefined;
  tokenLike(value: string, leniency: Leniency): AuthToken | undefined;
}

type ById = Map<string, Subject>;
type ByResource = ReadonlyMap<Resource, ById>;

const emptyShelves = (): ByResource => new Map(RESOURCES.map((resource) => [resource, new Map()] as const));

/** Ids come from outside, so they are keys of Maps and never names in plain objects. */
function shelve(subjects: readonly Subject[], games: readonly string[]): ReadonlyMap<string, ByResource> {
  const byGame = new Map(games.map((game) => [game, emptyShelves()] as const));
  for (const subject of subjects) {
    let shelves = byGame.get(subject.game);
    if (shelves === undefined) byGame.set(subject.game, (shelves = emptyShelves()));
    shelves.get(subject.resource)?.set(subject.id, subject);
  }
  return byGame;
}

function byValue<T extends { readonly name: string }>(
  items: readonly T[],
  secrets: readonly NamedSecret[],
): ReadonlyMap<string, T> {
  const values = new Map(secrets.map(({ name, value }) => [name, value]));
  return new Map(
    items.flatMap((item) => {
      const value = values.get(item.name);
      return value === undefined ? [] : [[value, item] as const];
    }),
  );
}

function like<T>(issued: ReadonlyMap<string, T>, value: string, leniency: Leniency): T | undefined {
  for (const [own, item] of issued) if (isLike(own, value, leniency)) return item;
  return undefined;
}

/** In a store nothing is unknown. */
const present = <T>(found: T | undefined): Lookup<T> =>
  found === undefined ? ABSENT : { is: 'present', value: found };

/** A store of a declared world: what the world does not list does not exist here. */
export function storeOf(world: StoredWorld, secrets: readonly NamedSecret[]): Store {
  const byGame = shelve(world.subjects, world.games);
  const games = new Set(world.games);
  const keys = byValue(world.secretKeys, secrets);
  const tokens = byValue(world.authTokens, secrets);
  return {
    complete: true,
    tagKeys: new Set(
      world.subjects.flatMap(({ tags }) => (tags === UNKNOWN ? [] : tags.map(({ key }) => key))),
    ),
    limits: world.limits,
    games: world.games,
    game: (id) => present(games.has(id) ? id : undefined),
    subject: (resource, game, id) => present(byGame.get(game)?.get(resource)?.get(id)),
    isLikeKnown: likenessTo({ complete: true, subjects: world.subjects }),
    keyOf: (value) => keys.get(value),
    tokenOf: (value) => tokens.get(value),
    keyLike: (value, leniency) => like(keys, value, leniency),
    tokenLike: (value, leniency) => like(tokens, value, leniency),
  };
}
