/** Generated worlds: unique ids, the same for the same seed. */
import { describe, expect, test } from 'vitest';
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../contract/endpoints.ts';
import { entityId } from './entity-ids.ts';
import { entitiesOf, type Entity, type WorldPlan } from './generate-world.ts';
import { ODD_TAGS } from './generate-world.ts';
import { vocabularyFor } from './vocabulary.ts';

const words = await vocabularyFor(7);
const plan = (changes: Partial<WorldPlan> = {}): WorldPlan => ({
  seed: 7,
  size: { gamePlayer: 3000, characterPlayer: 1000, group: 500 },
  games: ['one', 'two', 'three'],
  tags: 3,
  words,
  taken: new Set(),
  ...changes,
});
const idOf = (resource: Resource, entity: Entity): string =>
  String(entity[RESOURCE_FACTS[resource].idMember]);
const all = (resource: Resource, changes?: Partial<WorldPlan>): readonly Entity[] => [
  ...entitiesOf(plan(changes), resource),
];

describe.each(RESOURCES)('ids of a %s', (resource) => {
  const COUNT = 60_000;
  const ids = Array.from({ length: COUNT }, (_, index) => entityId(resource, 11, index));

  test('have the length of the document and are unique', () => {
    const { idLength } = RESOURCE_FACTS[resource];
    expect(ids.filter((id) => id.length !== idLength || !/^[A-Za-z0-9]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(COUNT);
  });

  test('include near-duplicates by case and by the last character', () => {
    const lower = new Set(ids.filter((id) => id === id.toLowerCase()));
    const byCase = ids.filter((id) => !lower.has(id) && lower.has(id.toLowerCase()));
    const heads = new Set(ids.filter((id) => !id.endsWith('q')).map((id) => id.slice(0, -1)));
    const byEnd = ids.filter((id) => id.endsWith('q') && heads.has(id.slice(0, -1)));
    expect(byCase.length).toBeGreaterThan(COUNT / 100);
    expect(byEnd.length).toBeGreaterThan(COUNT / 250);
  });

  test('are different for another seed', () => {
    const known = new Set(ids);
    const others = Array.from({ length: 1000 }, (_, index) => entityId(resource, 12, index));
    expect(others.filter((id) => known.has(id))).toEqual([]);
  });
});

describe('entities', () => {
  test.each(RESOURCES)(
    '%s: the same for the same seed, and the first ones do not depend on the size',
    (resource) => {
      expect(all(resource)).toEqual(all(resource));
      if (resource !== 'gamePlayer') return;
      const more = all(resource, { size: { gamePlayer: 4000, characterPlayer: 0, group: 0 } });
      expect(more.slice(0, 2900)).toEqual(all(resource).slice(0, 2900));
    },
  );

  test('have owners and members of their game', () => {
    const players = new Set(all('gamePlayer').map((each) => `${each.game} ${idOf('gamePlayer', each)}`));
    const characters = all('characterPlayer');
    const groups = all('group');
    const named = [
      ...characters.flatMap(({ game, owner }) => (owner === undefined ? [] : [`${game} ${owner}`])),
      ...groups.flatMap(({ game, members = [] }) => members.map((each) => `${game} ${each}`)),
    ];
    expect(named.length).toBeGreaterThan(2000);
    expect(named.filter((each) => !players.has(each))).toEqual([]);
    expect(characters.some(({ owner }) => owner === undefined)).toBe(true);
    expect(groups.some(({ members }) => members?.length === 0)).toBe(true);
  });

  test('of a world without players have no owners or members', () => {
    const size = { gamePlayer: 0, characterPlayer: 100, group: 100 };
    expect(all('characterPlayer', { size }).every(({ owner }) => owner === undefined)).toBe(true);
    expect(all('group', { size }).every(({ members }) => members?.length === 0)).toBe(true);
  });

  test('have the requested number of tags, none, or odd ones, including every odd list', () => {
    const tags = all('gamePlayer').map((each) => each.tags);
    const lengths = new Set(tags.map(({ length }) => length));
    expect(lengths.has(3) && lengths.has(0)).toBe(true);
    const texts = new Set(tags.map((each) => JSON.stringify(each)));
    expect(ODD_TAGS.filter((odd) => !texts.has(JSON.stringify(odd)))).toEqual([]);
    expect(all('group', { tags: 9 }).some((each) => each.tags.length === 9)).toBe(true);
  });

  test('leave out ids that the fixtures have or need to be absent', () => {
    const [first] = all('gamePlayer');
    const taken = new Set([idOf('gamePlayer', first as Entity)]);
    expect(all('gamePlayer', { taken }).some((each) => taken.has(idOf('gamePlayer', each)))).toBe(false);
    const owners = all('characterPlayer', { taken }).map(({ owner }) => owner);
    expect(owners.some((owner) => owner !== undefined && taken.has(owner))).toBe(false);
  });

  test('may have the same id in several games', () => {
    const games = new Map<string, Set<string>>();
    for (const each of all('gamePlayer')) {
      const id = idOf('gamePlayer', each);
      games.set(id, (games.get(id) ?? new Set()).add(each.game));
    }
    expect([...games.values()].some(({ size }) => size === 2)).toBe(true);
  });
});
