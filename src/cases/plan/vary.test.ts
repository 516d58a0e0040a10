/** Steps with several requests: one for each declared subject, for ids one small change away from declared ones, or with each declared key. */
import { describe, expect, test } from 'vitest';
import { UNKNOWN } from '../../world/world.ts';
import { MAX_VARIED_SUBJECTS } from './vary.ts';
import { describeRoles, factsOf, planned, planOf, requestsOf, WORLD, worldOf } from '../test-helpers/made.ts';

const EVERY = { steps: [{ vary: 'subject' }] };
const ALTERED = {
  given: { world: 'complete' },
  steps: [{ vary: 'altered-id' }],
  expect: { reply: 'not-found' },
};

const KEYS =
  '{ name: a, key: key-of-admins-1, role: Admin, game: g, rules: all }, { name: p, key: key-of-players-1, role: Player, game: g, rules: all }';

describe('vary: subject', () => {
  test.each(['gamePlayer.client', 'characterPlayer.server', 'group.admin'] as const)(
    'on %s each declared subject is requested once, whatever its game',
    (endpoint) => {
      const requests = requestsOf(planOf(endpoint, EVERY));
      const [resource] = endpoint.split('.');
      const declared = WORLD.world.subjects.filter((subject) => subject.resource === resource);
      expect(requests.map(({ who: { subject } }) => `${subject.id} ${subject.game}`)).toEqual(
        declared.map(({ id, game }) => `${id} ${game}`),
      );
      expect(requests.map(({ label }) => label)).toEqual(declared.map(({ id, game }) => `${id} of ${game}`));
    },
  );

  test("a client sends the subject's own token if one exists, and another player's otherwise", () => {
    const tokens = new Map(
      requestsOf(planOf('gamePlayer.client', EVERY)).map(({ who: { subject, token } }) => [
        `${subject.id} ${subject.game}`,
        token?.name,
      ]),
    );
    expect(tokens.get('playercyd3 meadow-run')).toBe('cyd');
    expect(tokens.get('playerann1 harbor-lights')).toBe('harbor-ann');
    expect(tokens.get('playertxt6 meadow-run')).toBe('ann');
  });

  test('subjects without a fitting key are left out and counted in a note', () => {
    const world = worldOf(
      `{ complete: true, games: [{ id: g }, { id: h }], secretKeys: [${KEYS}], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [] }, { groupId: bbbbbbbbbb, game: h, tags: [] }] }`,
    );
    const plan = planned(planOf('group.server', EVERY, factsOf(world)));
    expect(describeRoles(plan)).toBe('a, -, g, aaaaaaaaaa');
    expect(plan.notes).toEqual(['no declared key and token fit 1 of 2 groups']);
  });

  test('a large world is sampled evenly up to a limit, with a note', () => {
    const many = Array.from({ length: 1200 }, (_, at) => {
      const id = `g${String(at).padStart(9, '0')}`;
      return `{ groupId: ${id}, game: g, tags: [] }`;
    });
    const world = worldOf(
      `{ complete: true, games: [{ id: g }], secretKeys: [${KEYS}], groups: [${many.join(', ')}] }`,
    );
    const plan = planned(planOf('group.server', EVERY, factsOf(world)));
    const ids = requestsOf(plan).map(({ who: { subject } }) => subject.id);
    expect(ids).toHaveLength(MAX_VARIED_SUBJECTS);
    expect([ids[0], ids.at(-1)]).toEqual(['g000000000', 'g000001197']);
    expect(plan.notes).toEqual(['500 of 1200 declared groups are read, spread over the file']);
  });

  test('a case without a declared subject is skipped, with what to declare', () => {
    const world = worldOf(`{ games: [{ id: g }], secretKeys: [${KEYS}] }`);
    const plan = planOf('group.server', EVERY, factsOf(world));
    expect(plan).toMatchObject({ kind: 'skip', need: 'a group' });
  });
});

describe('vary: altered-id', () => {
  test('ids keep their length and the classes of their characters and are not declared', () => {
    const requests = requestsOf(planOf('gamePlayer.server', ALTERED));
    const ids = requests.map(({ who: { subject } }) => subject.id);
    expect(ids.length).toBeGreaterThan(15);
    const players = WORLD.world.subjects.filter(({ resource }) => resource === 'gamePlayer');
    const declared = new Set(players.map(({ id, game }) => `${id} ${game}`));
    for (const { who, allowed } of requests) {
      expect(who.subject.id).toMatch(/^[A-Za-z0-9]{10}$/);
      expect(declared.has(`${who.subject.id} ${who.subject.game}`)).toBe(false);
      expect(allowed.outcomes.map(({ expected }) => expected.kind)).toEqual(['not-found']);
    }
  });

  test('skips the case in an incomplete world, where such ids may exist', () => {
    const world = worldOf(
      `{ games: [{ id: g }], secretKeys: [${KEYS}], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [] }] }`,
    );
    expect(planOf('group.server', ALTERED, factsOf(world)).kind).toBe('skip');
  });
});

describe('vary: key', () => {
  const WITHOUT = { given: { key: { rules: 'without-own' } }, steps: [{ vary: 'key' }] };
  const keysOf = (endpoint: 'group.server' | 'group.client', facts?: ReturnType<typeof factsOf>) =>
    requestsOf(planOf(endpoint, WITHOUT, facts)).map(({ who: { key } }) => key);

  test('each key that fits is sent once, and names its request', () => {
    const plan = planned(planOf('group.server', WITHOUT));
    const requests = requestsOf(plan);
    const lacking = WORLD.world.secretKeys.filter(
      ({ role, limits, rules }) =>
        role === 'Admin' &&
        limits.requestsPerSecond === undefined &&
        rules !== UNKNOWN &&
        !rules.has('group.getTag.serverSelfEnable'),
    );
    expect(new Set(requests.map(({ who }) => who.key))).toEqual(new Set(lacking));
    expect(requests).toHaveLength(lacking.length);
    expect(requests.map(({ label }) => label)).toEqual(requests.map(({ who }) => `with ${who.key?.name}`));
  });

  test('where one key fits, one request is sent; where none does, the case is skipped', () => {
    const lacking = '{ name: l, key: key-of-admins-2, role: Admin, game: g, rules: [] }';
    const subject = 'groups: [{ groupId: aaaaaaaaaa, game: g, tags: [] }]';
    const world = (keys: string) => worldOf(`{ games: [{ id: g }], secretKeys: [${keys}], ${subject} }`);
    expect(keysOf('group.server', factsOf(world(`${KEYS}, ${lacking}`))).map((key) => key?.name)).toEqual([
      'l',
    ]);
    expect(planOf('group.server', WITHOUT, factsOf(world(KEYS))).kind).toBe('skip');
  });
});
