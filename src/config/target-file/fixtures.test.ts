/** What the tests rest on in the default world beyond what the suite asks for: that no case is skipped proves all shapes, keys and tokens. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, RESOURCES, type Resource } from '../../contract/endpoints.ts';
import { membersOf } from '../../contract/members.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import { readTargetFile } from './read-target-file.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
const file = readTargetFile(fixture('world.yaml'), {});
const { world } = file;
const [home = ''] = world.games;

const tagsOf = ({ tags }: Subject): readonly string[] =>
  tags === UNKNOWN ? [] : tags.map(({ key, value }) => JSON.stringify([key, value]));
const subjects = (resource: Resource, game = home): readonly Subject[] =>
  world.subjects.filter((subject) => subject.resource === resource && subject.game === game);
const texts = (resource: Resource): readonly string[] =>
  subjects(resource).flatMap(({ tags }) =>
    tags === UNKNOWN ? [] : tags.flatMap(({ key, value }) => [key, value]),
  );

const ruleOf = (key: SecretKey | undefined): readonly string[] =>
  ENDPOINTS.filter(({ role }) => role === key?.role).map(({ rule }) => rule);
const ownersOf = (resource: Resource): readonly (readonly string[])[] =>
  subjects(resource).map(({ owners }) => (owners === UNKNOWN ? [] : owners));

describe('the default world', () => {
  it('is complete, public and without warnings', () => {
    expect(world.complete).toBe(true);
    expect(file.warnings).toEqual([]);
    expect(file.secrets.every((secret) => secret.public && secret.value.length >= 16)).toBe(true);
    expect(file.target).toBeUndefined();
  });

  it('leaves no fact unknown', () => {
    const facts = [
      ...world.secretKeys.flatMap(({ role, game, rules }) => [role, game, rules]),
      ...world.subjects.flatMap(({ owners, tags }) => [owners, tags]),
    ];
    expect(facts).not.toContain(UNKNOWN);
  });

  it('starts with the plain keys, without limits and with every rule of their role', () => {
    const [player, admin] = world.secretKeys;
    for (const key of [player, admin]) {
      expect(key).toMatchObject({ game: home, limits: {} });
      expect(
        ruleOf(key).every((rule) => key !== undefined && key.rules !== UNKNOWN && key.rules.has(rule)),
      ).toBe(true);
    }
    expect([player?.role, admin?.role]).toEqual(['Player', 'Admin']);
  });

  it('makes every type of §7.3 reachable', () => {
    for (const { id } of ENDPOINTS) {
      const types = membersOf(id, file.extensions).map(({ shape }) => shape.type);
      expect(types).toEqual(expect.arrayContaining(['string', 'number', 'hashtable', 'array']));
    }
    expect([...file.provoke.keys()].sort()).toEqual([
      'InternalServerError',
      'OperationTimeout',
      'UnknownError',
    ]);
  });
});

describe.each(RESOURCES)('the default world, for %s', (resource) => {
  it('starts with a plain subject with few tags', () => {
    const [first] = subjects(resource);
    expect(first && tagsOf(first).length).toBeGreaterThan(0);
    expect(first && tagsOf(first).length).toBeLessThan(4);
    expect(first?.id).toMatch(/^[A-Za-z0-9]+$/);
  });

  it.each([
    ['quotes', /'.*".*`/],
    ['a backslash', /\\/],
    ['dots', /^a\.b\.c$/],
    ['brackets', /\[0\]/],
  ])('has tags with %s', (_, pattern) => {
    expect(texts(resource).some((text) => pattern.test(text))).toBe(true);
  });
});

describe('the owners in the default world', () => {
  const [ann, bob] = world.authTokens.map(({ holder }) => (holder.kind === 'player' ? holder.userId : ''));

  it('include two players, and some characters and groups have none', () => {
    for (const resource of ['characterPlayer', 'group'] as const) {
      const owners = ownersOf(resource);
      expect(owners.some((each) => each.includes(ann ?? ''))).toBe(true);
      expect(owners.some((each) => each.includes(bob ?? '') && !each.includes(ann ?? ''))).toBe(true);
      expect(owners.some((each) => each.length === 0)).toBe(true);
    }
  });

  it('include several members of a group', () => {
    expect(ownersOf('group').some((each) => each.length > 2)).toBe(true);
  });
});

describe('the smallest target file', () => {
  const env = { STAGING_URL: 'https://staging.example.com/base', STAGING_ADMIN_KEY: 'a-secret-admin-key' };

  it('is read', () => {
    const minimal = readTargetFile(fixture('minimal-target.yaml'), env);
    expect(minimal.target?.href).toBe(env.STAGING_URL);
    expect(minimal.world.secretKeys.map(({ role }) => role)).toEqual(['Admin']);
    expect(minimal.world.subjects.map(({ id }) => id)).toEqual(['0123456789']);
    expect(minimal.warnings).toEqual([]);
  });

  it('names the variable that is not set', () => {
    expect(() => readTargetFile(fixture('minimal-target.yaml'), {})).toThrow(
      'the environment variable STAGING_URL is not set',
    );
  });
});
