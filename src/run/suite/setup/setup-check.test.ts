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

const VAGUE = `{
  secretKeys: [{ name: vague, key: key-of-vague }],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1 }],
  gamePlayers: [{ userId: playerann1, tags: [{ key: vip, value: gold }] }],
}`;
const SAME_ID = `{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [
    { name: admin, key: key-of-admin, role: Admin, ${RULES} },
    { name: harbor-admin, key: key-of-harbor-admin, role: Admin, ${HARBOR} },
  ],
  gamePlayers: [
    { userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] },
    { userId: playerann1, game: harbor, tags: [{ key: guild, value: larks }] },
  ],
}`;
const CLIENT = `{
  secretKeys: [{ name: player, key: key-of-player, role: Player }],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1 }],
  gamePlayers: [{ userId: playerann1 }],
}`;
const ofGames = (key = ', rules: all', rest = ', tags: [{ key: vip, value: gold }]'): string => `{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin${key} }],
  gamePlayers: [{ userId: playerann1, game: meadow${rest} }],
}`;
const onServer =
  (reply: PlainReply, others: PlainReply): Answer =>
  ({ endpoint: { id } }) =>
    id === 'gamePlayer.server' ? reply : others;
const gamesSwapped: Answer = ({ key, subject, token }) => {
  const game = key.game === 'meadow' ? 'harbor' : 'meadow';
  if (token !== undefined && subject.game !== game) return refused('OperationNotAuthorized');
  return subject.game === game ? GOLD : NOT_FOUND;
};

const TARGETS: readonly (readonly [what: string, world: string, answer: Answer])[] = [
  ['a world as declared', KNOWN, () => GOLD],
  [
    'a key that is refused everywhere, while others work',
    KNOWN,
    ({ key }) => (key.name === 'second' ? NO_SECRET : GOLD),
  ],
  ['the only key is refused', LITTLE, () => NO_SECRET],
  ['all keys swapped', KNOWN, byRole((key) => (key === 'player' || key === 'other' ? 'Admin' : 'Player'))],
  ['keys of one role and two games swapped', TWO_GAMES, gamesSwapped],
  [
    'keys swapped that each find the same id in the other game',
    SAME_ID,
    ({ key }) => (key.name === 'admin' ? of(['guild', 'larks']) : GOLD),
  ],
  ['one game alone is found', TWO_GAMES, ({ subject }) => (subject.game === 'harbor' ? GOLD : NOT_FOUND)],
  [
    'a token with which its own player is refused',
    KNOWN,
    ({ token }) => (token?.name === 'bob' ? refused('OperationNotAuthorized') : GOLD),
  ],
  ['a base path below which nothing is known', KNOWN, () => refused('OperationInvalid')],
  ['a key that is refused in some places only', KNOWN, onServer(NO_SECRET, GOLD)],
  ['a key that lacks each rule', LITTLE, () => NO_RULE],
  ['too busy', KNOWN, () => refused('MaxRequestReject')],
  ['no reply', KNOWN, () => ({ kind: 'no-reply' })],
  ['every request is invalid', KNOWN, () => refused('InvalidRequestParameters')],
  ['a token of a player who lacks a rule', KNOWN, ({ token }) => (token === undefined ? GOLD : NO_RULE)],
  ['a player whom nothing finds', KNOWN, () => NOT_FOUND],
  ['a key of unknown role that is answered as an Admin', VAGUE, onServer(GOLD, NO_SECRET)],
  [
    'a key of unknown role that is answered in both',
    VAGUE,
    ({ endpoint: { id } }) => (/^gamePlayer\.(server|client)$/.test(id) ? GOLD : NO_SECRET),
  ],
  ['a key of unknown role that is refused', VAGUE, () => NO_RULE],
  ['replies without an envelope', VAGUE, () => ({ kind: 'other' })],
  // Of the others a client does not ask for its own.
  ['a key of known role that lacks a rule', CLIENT, () => NO_RULE],
  [
    'a key that is refused for another game than that of the player it finds',
    ofGames(),
    ({ gameId }) => (gameId === 'harbor' ? NO_SECRET : GOLD),
  ],
  ['Game-Id is perhaps ignored', ofGames(), () => GOLD],
  [
    'a key that is refused for its own game, on endpoints that it may not use',
    ofGames(''),
    onServer(GOLD, NO_RULE),
  ],
  [
    'a key that is accepted with a Game-Id alone',
    ofGames(),
    ({ gameId }) => (gameId === 'meadow' ? GOLD : NO_SECRET),
  ],
  [
    'tags of a player whose game is named',
    ofGames(', rules: all', ''),
    ({ gameId }) => (gameId === 'harbor' ? NO_SECRET : of(['vip', gameId ?? 'perhaps of another game'])),
  ],
  ['tags whose form is wrong', LITTLE, () => ({ kind: 'tags', tags: [], sound: false })],
];

test('the faults of a set-up and what is learned of it are as the committed text says', async () => {
  const texts: string[] = [];
  for (const [what, world, answer] of TARGETS) {
    const { faults, facts } = await checked(world, answer);
    // Nothing was asked about made-up ids without evidence.
    const learned = facts.filter(({ evidence }) => evidence.length > 0).map(describeFact);
    texts.push(
      [
        what,
        ...faults.map(({ message }) => `fault: ${message}`),
        ...learned.filter((each) => !each.includes('made up')).map((each) => `learned: ${each}`),
      ].join('\n  '),
    );
  }
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/set-ups.txt');
});

test('what is learned makes a world that knows it, and leaves the rest unknown', async () => {
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
  expect(made && describeEvidence(made)).toMatch(/ so nothing has these ids \(setup\/admin@group\.server\)$/);
  expect(summariseFacts(facts)[0]).toMatch(
    /^key admin: carries a game; has the rule gamePlayer\.getTag\.server/,
  );
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
