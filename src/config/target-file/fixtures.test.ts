import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  ENDPOINTS,
  PERMISSION_RULES,
  RESOURCES,
  RESOURCE_FACTS,
  type Resource,
} from '../../contract/endpoints.ts';
import { membersOf } from '../../contract/members.ts';
import { alterString } from '../../http/alterations/string-alterations.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import { readTargetFile } from './read-target-file.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
const file = readTargetFile(fixture('world.yaml'), {});
const { world } = file;
const [home = '', other = ''] = world.games;

const tagsOf = ({ tags }: Subject): readonly string[] =>
  tags === UNKNOWN ? [] : tags.map(({ key, value }) => JSON.stringify([key, value]));
const subjects = (resource: Resource, game = home): readonly Subject[] =>
  world.subjects.filter((subject) => subject.resource === resource && subject.game === game);
const ids = (resource: Resource): readonly string[] => subjects(resource).map(({ id }) => id);
const texts = (resource: Resource): readonly string[] =>
  subjects(resource).flatMap(({ tags }) =>
    tags === UNKNOWN ? [] : tags.flatMap(({ key, value }) => [key, value]),
  );
const pairs = (resource: Resource, related: (a: string, b: string) => boolean): number =>
  ids(resource).flatMap((a) => ids(resource).filter((b) => a !== b && related(a, b))).length;

const hasExactly = ({ rules }: SecretKey, wanted: readonly string[]): boolean =>
  rules !== UNKNOWN && rules.size === wanted.length && wanted.every((rule) => rules.has(rule));
const keyWith = (role: SecretKey['role'], rules: readonly string[]): SecretKey | undefined =>
  world.secretKeys.find((key) => key.role === role && key.game === home && hasExactly(key, rules));

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

  it.each(ENDPOINTS)(
    'has a key with only the rule of $id, and one with every other rule',
    ({ role, rule }) => {
      expect(keyWith(role, [rule])).toBeDefined();
      expect(
        keyWith(
          role,
          PERMISSION_RULES.filter((each) => each !== rule),
        ),
      ).toBeDefined();
    },
  );

  it.each(['Player', 'Admin'] as const)(
    'has keys of the role %s for each game, without a game, without rules and with all rules',
    (role) => {
      const keys = world.secretKeys.filter((key) => key.role === role);
      expect(new Set(keys.map(({ game }) => game))).toEqual(new Set([home, other, null]));
      expect(keyWith(role, [])).toBeDefined();
      expect(keyWith(role, PERMISSION_RULES)).toBeDefined();
      expect(keys.some(({ limits }) => limits.requestsPerSecond !== undefined)).toBe(true);
    },
  );

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

  it('has more live tokens than the session limit of any key', () => {
    const sessions = world.secretKeys.flatMap(({ limits }) => limits.sessions ?? []);
    const live = world.authTokens.filter(
      ({ holder, expired }) => !expired && holder.kind === 'player' && holder.game === home,
    );
    expect(sessions).not.toEqual([]);
    expect(live.length).toBeGreaterThan(Math.max(...sessions));
  });

  it('has an expired token, one of the other game and one of an admin', () => {
    expect(world.authTokens.some(({ expired }) => expired)).toBe(true);
    expect(world.authTokens.some(({ holder }) => holder.kind === 'player' && holder.game === other)).toBe(
      true,
    );
    expect(world.authTokens.some(({ holder }) => holder.kind === 'dashboard')).toBe(true);
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
  it.each([0, 1, 2, 3, 250])('has a subject with %i tags', (count) => {
    expect(subjects(resource).some((subject) => tagsOf(subject).length === count)).toBe(true);
  });

  it('starts with a plain subject with few tags', () => {
    const [first] = subjects(resource);
    expect(first && tagsOf(first).length).toBeGreaterThan(0);
    expect(first && tagsOf(first).length).toBeLessThan(4);
    expect(first?.id).toMatch(/^[A-Za-z0-9]+$/);
  });

  it('has the same ids with other tags in the other game, and one id that only that game has', () => {
    const there = subjects(resource, other);
    const shared = there.filter(({ id }) => ids(resource).includes(id));
    expect(shared.length).toBeGreaterThan(1);
    for (const subject of shared) {
      const here = subjects(resource).find(({ id }) => id === subject.id);
      expect(here && tagsOf(here)).not.toEqual(tagsOf(subject));
    }
    expect(there.length).toBeGreaterThan(shared.length);
  });

  it('has ids that differ only in case or in the last character, with other tags', () => {
    expect(pairs(resource, (a, b) => alterString(a, 'swap-case') === b)).toBeGreaterThan(0);
    expect(pairs(resource, (a, b) => alterString(a, 'change-last') === b)).toBeGreaterThan(0);
    const close = subjects(resource).filter(({ id }) =>
      ids(resource).some((each) => each !== id && each.toLowerCase() === id.toLowerCase()),
    );
    expect(new Set(close.map((subject) => tagsOf(subject).join())).size).toBe(close.length);
  });

  it('has an id of digits with a leading zero, and the id that a backend gets by padding it without the zero', () => {
    const { idLength } = RESOURCE_FACTS[resource];
    expect(
      pairs(resource, (a, b) => /^0[0-9]+$/.test(a) && a.slice(1).padEnd(idLength, '0') === b),
    ).toBeGreaterThan(0);
  });

  it.each([
    ['an empty text', /^$/],
    ['blanks at both ends', /^ .* $/],
    ['8 kB', /^.{8192}$/s],
    ['an emoji', /\p{Extended_Pictographic}/u],
    ['a right-to-left script', /\p{Script=Arabic}/u],
    ['a combining accent', /\u0301/],
    ['Chinese', /\p{Script=Han}/u],
    ['a line separator', /\u2028/],
    ['HTML', /<script>/],
    ['quotes', /'.*".*`/],
    ['a backslash', /\\/],
    ['__proto__', /^__proto__$/],
    ['constructor', /^constructor$/],
    ['dots', /^a\.b\.c$/],
    ['brackets', /\[0\]/],
    ['no control character', /^\P{Cc}+$/u],
  ])('has tags with %s', (_, pattern) => {
    expect(texts(resource).some((text) => pattern.test(text))).toBe(true);
  });

  it('has keys that differ only in case, and keys that are prefixes of others', () => {
    const odd = subjects(resource).find(
      ({ tags }) => tags !== UNKNOWN && tags.some(({ key }) => key === 'RANK'),
    );
    const keys = odd === undefined || odd.tags === UNKNOWN ? [] : odd.tags.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['rank', 'Rank', 'RANK', 'quest', 'quest.1', 'quest.10']));
  });

  it('has absent ids of letters, of digits and with other characters', () => {
    const absent = world.absents.filter((each) => each.resource === resource).map(({ id }) => id);
    for (const pattern of [/^[a-z]+$/, /^[1-9][0-9]+$/, /^[a-z-]+-[a-z-]+$/, / /]) {
      expect(absent.some((id) => pattern.test(id))).toBe(true);
    }
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

  it('include a player and a group with the same id and other tags', () => {
    const shared = ids('gamePlayer').filter((id) => ids('group').includes(id));
    expect(shared).not.toEqual([]);
    const tags = (resource: Resource): unknown => world.subject(resource, home, shared[0] ?? '');
    expect(tags('gamePlayer')).not.toEqual(tags('group'));
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
