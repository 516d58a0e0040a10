/** The base of a generated world: the keys, tokens and traps of a world file, to which generated entities are added. */
import { parse } from 'yaml';
import { RESOURCE_FACTS, RESOURCES, ruleName, VARIANT_FACTS, type Role } from '../contract/endpoints.ts';
import type { Vocabulary } from './vocabulary.ts';

type Item = Readonly<Record<string, unknown>>;

/** A world file as plain values. */
export interface BaseWorld {
  readonly world: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** The document of a world file that was read before without faults. */
export const fixturesOf = (text: string): BaseWorld => parse(text) as BaseWorld;

const listIn = ({ world }: BaseWorld, key: string): readonly Item[] => (world[key] ?? []) as readonly Item[];

/** The games of the base world. */
export const gamesOf = (fixtures: BaseWorld): readonly string[] =>
  listIn(fixtures, 'games').map(({ id }) => String(id));

/** All ids that the base world has, or needs to be absent. */
export function baseIds(fixtures: BaseWorld): ReadonlySet<string> {
  const { absent = {} } = fixtures.world as { absent?: Readonly<Record<string, readonly string[]>> };
  const declared = RESOURCES.flatMap((resource) => {
    const { plural, idMember } = RESOURCE_FACTS[resource];
    return listIn(fixtures, plural).map((item) => String(item[idMember]));
  });
  return new Set([...declared, ...Object.values(absent).flat()]);
}

function keyFor(game: string, role: Role): Item {
  const rules = Object.values(VARIANT_FACTS).flatMap((variant) =>
    variant.role === role ? RESOURCES.map((resource) => ruleName(resource, variant.rule)) : [],
  );
  const word = role.toLowerCase();
  return { name: `${game}-${word}`, key: `public-${word}-key-of-${game}`, role, game, rules };
}

/** Names of the games to add, none of which the base world has. */
export function newGames(fixtures: BaseWorld, count: number, { games }: Vocabulary): readonly string[] {
  const taken = new Set(gamesOf(fixtures));
  const free = games.filter((game) => !taken.has(game));
  return Array.from({ length: count }, (_, at) => free[at] ?? `game-${at + 1}`);
}

/** The base world with these games added, each with a key of both roles. */
export function withGames(fixtures: BaseWorld, games: readonly string[]): BaseWorld {
  const keys = games.flatMap((game) => [keyFor(game, 'Player'), keyFor(game, 'Admin')]);
  return {
    ...fixtures,
    world: {
      ...fixtures.world,
      games: [...listIn(fixtures, 'games'), ...games.map((id) => ({ id }))],
      secretKeys: [...listIn(fixtures, 'secretKeys'), ...keys],
    },
  };
}
