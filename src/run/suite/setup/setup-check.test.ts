/** What the set-up check asks, which faults it names and what it learns, of a target that is a function. */
import { describe, expect, test } from 'vitest';
import type { RefusalCode } from '../../../spec/codes.ts';
import { RESOURCE_FACTS, RESOURCES, type Role } from '../../../spec/endpoints.ts';
import { worldOf } from '../../../cases/test-helpers/made.ts';
import { holdsRule, UNKNOWN } from '../../../world/world.ts';
import { describeEvidence, describeFact, summariseFacts, type LearnedFact } from './facts.ts';
import { tryName, type PlainReply, type PlainRequest } from './plain-try.ts';
import { checkSetup } from './setup-check.ts';

const of = (...items: readonly (readonly [key: string, value: string])[]): PlainReply => ({
  kind: 'tags',
  tags: items.map(([key, value]) => ({ key, value })),
  sound: true,
});
const GOLD = of(['vip', 'gold']);
const NOT_FOUND: PlainReply = { kind: 'not-found' };
const refused = (code: RefusalCode, forTagKeys = false): PlainReply => ({
  kind: 'refused',
  code,
  forTagKeys,
});
const NO_SECRET = refused('SecretInvalid');
const NO_RULE = refused('OperationNotAllow');

type Answer = (request: PlainRequest) => PlainReply;

async function checked(world: string, answer: Answer) {
  const sent: PlainRequest[] = [];
  const notes: string[] = [];
  const check = await checkSetup(
    worldOf(world).world,
    async (request) => {
      sent.push(request);
      return answer(request);
    },
    [],
    (note) => notes.push(note),
  );
  return { ...check, sent, notes };
}

const faultsOf = async (world: string, answer: Answer): Promise<readonly string[]> =>
  (await checked(world, answer)).faults.map(({ message }) => message);

/** What is learned, but for made-up ids that nothing was asked about. */
const learnedOf = async (world: string, answer: Answer): Promise<readonly string[]> =>
  (await checked(world, answer)).facts.filter(({ evidence }) => evidence.length > 0).map(describeFact);

/** Refuses a key on the endpoints of the other role. */
const byRole =
  (roleOf: (key: string) => Role): Answer =>
  ({ key, endpoint }) =>
    endpoint.role === roleOf(key.name) ? GOLD : NO_SECRET;

const RULES = 'rules: all, game: meadow';
const KNOWN = `{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [
    { name: admin, key: key-of-admin, role: Admin, ${RULES} },
    { name: second, key: key-of-second, role: Admin, ${RULES} },
    { name: player, key: key-of-player, role: Player, ${RULES} },
    { name: other, key: key-of-other, role: Player, ${RULES} },
  ],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1, game: meadow }, { name: bob, token: token-of-bob, player: playerbob2, game: meadow }],
  gamePlayers: [{ userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] }, { userId: playerbob2, game: meadow, tags: [] }],
}`;
const HARBOR = 'rules: all, game: harbor';
const TWO_GAMES = `{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [
    { name: admin, key: key-of-admin, role: Admin, ${RULES} },
    { name: harbor-admin, key: key-of-harbor-admin, role: Admin, ${HARBOR} },
    { name: player, key: key-of-player, role: Player, ${RULES} },
    { name: harbor-player, key: key-of-harbor-player, role: Player, ${HARBOR} },
  ],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1, game: meadow }, { name: bob, token: token-of-bob, player: playerbob2, game: harbor }],
  gamePlayers: [{ userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] }, { userId: playerbob2, game: harbor, tags: [] }],
}`;
const LITTLE = `{
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
  gamePlayers: [{ userId: playerann1 }, { userId: playerbob2, tags: [{ key: guild, value: larks }] }],
}`;

describe('what is asked', () => {
  test('of a world that is known: each key once and each token once, with how far it is', async () => {
    const { sent, facts, faults, notes } = await checked(KNOWN, () => GOLD);
    expect(sent.map(tryName)).toEqual([
      'setup/admin@gamePlayer.server',
      'setup/second@gamePlayer.server',
      'setup/player@gamePlayer.client',
      'setup/other@gamePlayer.client',
      'setup/player@gamePlayer.client',
    ]);
    expect(sent.map(({ token }) => token?.name)).toEqual([undefined, undefined, 'ann', 'ann', 'bob']);
    expect(faults).toEqual([]);
    expect(facts.map(({ kind }) => kind)).toEqual(['absent', 'absent', 'absent']);
    expect(notes.at(-1)).toBe('set-up check: tried 6 of 6 keys, subjects and tokens');
  });

  test('of a world that is little known: each endpoint of the key, and the subjects whose tags are unknown', async () => {
    const { sent } = await checked(LITTLE, () => GOLD);
    expect(sent.map(({ endpoint, subject }) => `${endpoint.id} ${subject.id}`)).toEqual([
      'gamePlayer.server playerbob2',
      'gamePlayer.admin playerbob2',
      expect.stringMatching(/^characterPlayer\.server [1abelnopry2]{11}$/),
      expect.stringMatching(/^characterPlayer\.admin /),
      expect.stringMatching(/^group\.server /),
      expect.stringMatching(/^group\.admin /),
      'gamePlayer.server playerann1',
    ]);
  });

  test('with a key of tags, where none is refused', async () => {
    const { sent, facts } = await checked(LITTLE, ({ tagKeys }) =>
      tagKeys === undefined ? refused('InvalidRequestParameters', true) : of(),
    );
    expect(sent.flatMap(({ tagKeys }) => tagKeys ?? [])).toEqual([
      'guild',
      'guild',
      ...Array.from({ length: 4 }, () => 'tagproof'),
      'guild',
    ]);
    expect(facts.filter(({ kind }) => kind === 'rule')).toHaveLength(6);
    expect(facts.filter(({ kind }) => kind === 'tags')).toEqual([]);
  });

  test('nothing where nothing is declared', async () => {
    const { sent, faults } = await checked('{}', () => GOLD);
    expect([sent, faults]).toEqual([[], []]);
  });
});

test.each<readonly [what: string, world: string, answer: Answer, messages: readonly string[]]>([
  [
    'a key that is refused everywhere, while others work',
    KNOWN,
    ({ key }) => (key.name === 'second' ? NO_SECRET : GOLD),
    ['the key "second" is refused everywhere with SecretInvalid'],
  ],
  ['the only key', LITTLE, () => NO_SECRET, ['the key "admin" is refused everywhere with SecretInvalid']],
  [
    'all keys swapped',
    KNOWN,
    byRole((key) => (key === 'player' || key === 'other' ? 'Admin' : 'Player')),
    [
      'the key "admin" is declared with role Admin, but it is refused there and answered on gamePlayer.client',
      'the key "second" is declared with role Admin, but it is refused there and answered on gamePlayer.client',
      'the key "player" is declared with role Player, but it is refused there and answered on gamePlayer.server',
      'the key "other" is declared with role Player, but it is refused there and answered on gamePlayer.server',
    ],
  ],
  [
    'keys of one role and two games swapped',
    TWO_GAMES,
    ({ key, subject, token }) => {
      const game = key.game === 'meadow' ? 'harbor' : 'meadow';
      if (token !== undefined && subject.game !== game) return refused('OperationNotAuthorized');
      return subject.game === game ? GOLD : NOT_FOUND;
    },
    [
      'the key "admin" is declared with the game meadow, but nothing of it is found with it, and what harbor has is',
      'the key "harbor-admin" is declared with the game harbor, but nothing of it is found with it, and what meadow has is',
      'the key "player" is declared with the game meadow, but nothing of it is found with it, and what harbor has is',
      'the key "harbor-player" is declared with the game harbor, but nothing of it is found with it, and what meadow has is',
    ],
  ],
  [
    'keys swapped that each find the same id in the other game',
    `{
      games: [{ id: meadow }, { id: harbor }],
      secretKeys: [
        { name: admin, key: key-of-admin, role: Admin, ${RULES} },
        { name: harbor-admin, key: key-of-harbor-admin, role: Admin, ${HARBOR} },
      ],
      gamePlayers: [
        { userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] },
        { userId: playerann1, game: harbor, tags: [{ key: guild, value: larks }] },
      ],
    }`,
    ({ key }) => (key.name === 'admin' ? of(['guild', 'larks']) : GOLD),
    [
      'the key "admin" is declared with the game meadow, but nothing of it is found with it, and what harbor has is',
      'the key "harbor-admin" is declared with the game harbor, but nothing of it is found with it, and what meadow has is',
    ],
  ],
  [
    'not that one game alone is found',
    TWO_GAMES,
    ({ subject }) => (subject.game === 'harbor' ? GOLD : NOT_FOUND),
    [],
  ],
  [
    'a token with which its own player is refused',
    KNOWN,
    ({ token }) => (token?.name === 'bob' ? refused('OperationNotAuthorized') : GOLD),
    ['the token "bob" is refused with OperationNotAuthorized'],
  ],
  [
    'a base path below which nothing is known',
    KNOWN,
    () => refused('OperationInvalid'),
    ['every request is refused with OperationInvalid'],
  ],
])('a fault of the set-up is %s', async (_, world, answer, messages) => {
  expect(await faultsOf(world, answer)).toEqual(messages);
});

test.each<readonly [what: string, world: string, answer: Answer]>([
  ['a world as declared', KNOWN, () => GOLD],
  [
    'a key that is refused in some places only',
    KNOWN,
    ({ endpoint: { id } }) => (id === 'gamePlayer.server' ? NO_SECRET : GOLD),
  ],
  ['a key that lacks each rule', LITTLE, () => NO_RULE],
  ['a target that is too busy', KNOWN, () => refused('MaxRequestReject')],
  ['a target that gives no reply', KNOWN, () => ({ kind: 'no-reply' })],
  ['a token where every request is invalid', KNOWN, () => refused('InvalidRequestParameters')],
  ['a token of a player who lacks a rule', KNOWN, ({ token }) => (token === undefined ? GOLD : NO_RULE)],
  ['a player whom nothing finds', KNOWN, () => NOT_FOUND],
])('no fault of the set-up is %s', async (_, world, answer) => {
  expect(await faultsOf(world, answer)).toEqual([]);
});

const VAGUE = `{
  secretKeys: [{ name: vague, key: key-of-vague }],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1 }],
  gamePlayers: [{ userId: playerann1, tags: [{ key: vip, value: gold }] }],
}`;
const ofGames = (rest = ''): string => `{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin, rules: all }],
  gamePlayers: [{ userId: playerann1, game: meadow${rest} }],
}`;
const onServer =
  (reply: PlainReply, others: PlainReply): Answer =>
  ({ endpoint: { id } }) =>
    id === 'gamePlayer.server' ? reply : others;

describe('learned', () => {
  test.each<readonly [what: string, world: string, answer: Answer, facts: readonly string[]]>([
    [
      'is the role, a rule and that the key carries a game, if it is answered',
      VAGUE,
      onServer(GOLD, NO_SECRET),
      [
        'key vague has the role Admin',
        'key vague carries a game',
        'key vague has the rule gamePlayer.getTag.serverSelfEnable',
      ],
    ],
    [
      'is no role if the key is answered in both',
      VAGUE,
      ({ endpoint: { id } }) => (/^gamePlayer\.(server|client)$/.test(id) ? GOLD : NO_SECRET),
      [
        'key vague carries a game',
        'key vague has the rule gamePlayer.getTag.selfEnable',
        'key vague has the rule gamePlayer.getTag.serverSelfEnable',
      ],
    ],
    ['is nothing of a key of unknown role that is refused', VAGUE, () => NO_RULE, []],
    [
      'is a missing rule of a key whose role is known',
      '{ secretKeys: [{ name: player, key: key-of-player, role: Player }], authTokens: [{ name: ann, token: token-of-ann, player: playerann1 }], gamePlayers: [{ userId: playerann1 }] }',
      () => NO_RULE,
      // Of the others a client does not ask for its own.
      ['key player lacks the rule gamePlayer.getTag.selfEnable'],
    ],
    [
      'is the game of the player whom the key finds, if it is refused for another one',
      ofGames(', tags: [{ key: vip, value: gold }]'),
      ({ gameId }) => (gameId === 'harbor' ? NO_SECRET : GOLD),
      ['key admin carries the game meadow'],
    ],
    [
      'is no game of a backend that may ignore Game-Id',
      ofGames(', tags: [{ key: vip, value: gold }]'),
      () => GOLD,
      [],
    ],
    [
      'is no game of a key that is refused for its own one, on an endpoint that it may not use',
      ofGames(', tags: [{ key: vip, value: gold }]').replace(', rules: all', ''),
      onServer(GOLD, NO_RULE),
      [
        'key admin has the rule gamePlayer.getTag.serverSelfEnable',
        ...['gamePlayer.getTag.admin', 'characterPlayer.getTag.server', 'characterPlayer.getTag.admin'].map(
          (rule) => `key admin lacks the rule ${rule}SelfEnable`,
        ),
        'key admin lacks the rule group.getTag.serverSelfEnable',
        'key admin lacks the rule group.getTag.adminSelfEnable',
      ],
    ],
    [
      'is that the key carries no game, if it is accepted with a Game-Id alone',
      ofGames(', tags: [{ key: vip, value: gold }]'),
      ({ gameId }) => (gameId === 'meadow' ? GOLD : NO_SECRET),
      ['key admin carries no game'],
    ],
    [
      'are tags of a player whose game is named',
      ofGames(),
      ({ gameId }) => (gameId === 'harbor' ? NO_SECRET : of(['vip', gameId ?? 'perhaps of another game'])),
      ['key admin carries the game meadow', 'gamePlayer playerann1 has 1 tag'],
    ],
    ['is nothing from replies without an envelope', VAGUE, () => ({ kind: 'other' }), []],
  ])('%s', async (_, world, answer, facts) => {
    expect((await learnedOf(world, answer)).filter((each) => !each.includes('made up'))).toEqual(facts);
  });

  test('are no tags whose form is wrong, or that can not be kept', async () => {
    const unsound: PlainReply = { kind: 'tags', tags: [], sound: false };
    expect((await checked(LITTLE, () => unsound)).facts.some(({ kind }) => kind === 'tags')).toBe(false);
  });

  test('makes a world that knows it, and leaves the rest unknown', async () => {
    const { world, facts } = await checked(LITTLE, ({ subject: { exists }, endpoint: { id } }) => {
      if (id === 'group.admin') return NO_SECRET;
      return exists === undefined ? NOT_FOUND : GOLD;
    });
    const [key] = world.secretKeys;
    expect(key).toMatchObject({ role: 'Admin', game: '' });
    expect(key && holdsRule(key, 'group.getTag.serverSelfEnable')).toBe(true);
    expect(key && holdsRule(key, 'group.getTag.adminSelfEnable')).toBe(UNKNOWN);
    expect(world.subject('gamePlayer', '', 'playerann1')).toMatchObject({
      value: { tags: [{ value: 'gold' }] },
    });
    expect(world.subject('gamePlayer', '', 'playerbob2')).toMatchObject({
      value: { tags: [{ value: 'larks' }] },
    });
    const made = facts.find((fact) => fact.kind === 'absent' && fact.resource === 'group');
    const [id = ''] = made?.kind === 'absent' ? made.ids : [];
    expect(world.subject('group', '', id).is).toBe('absent');
    expect(world.subject('group', '', 'anothergru').is).toBe('unknown');
    // It was answered as not found, so no format forbids its characters.
    expect(world.fitsKnownAlphabet('group', id)).toBe(true);
    expect(made && describeEvidence(made)).toMatch(
      / so nothing has these ids \(setup\/admin@group\.server\)$/,
    );
    expect(summariseFacts(facts)[0]).toMatch(
      /^key admin: carries a game; has the rule gamePlayer\.getTag\.server/,
    );
  });
});

describe('made-up ids', () => {
  const madeIn = async (world: string, answer: Answer = () => NO_RULE) =>
    (await checked(world, answer)).facts.filter((fact) => fact.kind === 'absent');

  test.each(RESOURCES)('of a %s are three of the right length, the same in every run', async (resource) => {
    const ids = (await madeIn(LITTLE)).flatMap((fact) => (fact.resource === resource ? fact.ids : []));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids)
      expect(id).toMatch(new RegExp(`^[abelnopry12]{${RESOURCE_FACTS[resource].idLength}}$`));
    expect((await madeIn(LITTLE)).flatMap((fact) => (fact.resource === resource ? fact.ids : []))).toEqual(
      ids,
    );
  });

  test('are of small letters where few characters are known', async () => {
    const [fact] = await madeIn('{ absent: { groups: [aaaaaaaaa-] } }');
    expect(fact?.ids[0]).toMatch(/^[a-z]{10}$/);
  });

  test('are none of a kind without known ids that are refused, as if by their format', async () => {
    const made = await madeIn(LITTLE, ({ subject: { resource } }) =>
      resource === 'group' ? refused('InvalidRequestParameters') : NOT_FOUND,
    );
    expect(made.map((fact: LearnedFact) => 'resource' in fact && fact.resource)).toEqual([
      'gamePlayer',
      'characterPlayer',
    ]);
  });
});
