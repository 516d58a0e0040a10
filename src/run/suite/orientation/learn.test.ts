/** Which facts are learned from plain replies, and which stay open. */
import { describe, expect, test } from 'vitest';
import { worldOf } from '../../../cases/test-helpers/made.ts';
import { holdsRule, UNKNOWN } from '../../../world/world.ts';
import type { Answered } from './inquiry.ts';
import { factsFrom } from './learn.ts';
import { describeEvidence, describeFact, worldWith, type LearnedFact } from './learned.ts';
import { inquiry, NOT_FOUND, OK, refusedWith, type Question } from './test-helpers/inquiries.ts';

const { world } = worldOf(`{
  secretKeys: [{ name: vague, key: key-of-vague }, { name: admin, key: key-of-admin, role: Admin }, { name: player, key: key-of-player, role: Player }],
  authTokens: [{ name: ann, token: token-of-ann, player: playerann1 }, { name: bob, token: token-of-bob, player: playerbob2 }],
  gamePlayers: [{ userId: playerann1, tags: [{ key: vip, value: gold }] }, { userId: playerbob2 }],
}`);

const games = worldOf(`{
  games: [{ id: meadow }, { id: harbor }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
  gamePlayers: [{ userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }] }, { userId: playerann1, game: harbor, tags: [{ key: vip, value: rope }] }],
}`).world;

const GOLD = OK(['vip', 'gold']);
const SERVER: Question = { key: 'admin', on: 'gamePlayer.server', about: 'playerann1' };
const CLIENT: Partial<Question> = { key: 'player', on: 'gamePlayer.client', token: 'ann' };

type Seen = readonly [question: Partial<Question>, answered: Answered];
const got = (...seen: Seen): Seen => seen;

function factsOf(
  seen: readonly Seen[],
  of = world,
  invented: readonly string[] = [],
): readonly LearnedFact[] {
  const inquiries = seen.map(([question, answered]) => inquiry(of, { ...SERVER, ...question }, answered));
  return factsFrom(of, { inquiries, inventions: new Map([['gamePlayer', invented]]) });
}

const wordsOf = (facts: readonly LearnedFact[]): readonly string[] => facts.map(describeFact);

describe('of a key', () => {
  test.each<readonly [what: string, seen: readonly Seen[], learned: readonly string[]]>([
    [
      'the role, the rule and that it carries a game, if it is answered',
      [got({ key: 'vague' }, GOLD)],
      [
        'key vague has the role Admin',
        'key vague carries a game',
        'key vague has the rule gamePlayer.getTag.serverSelfEnable',
      ],
    ],
    [
      'no role if it is answered in both',
      [got({ key: 'vague' }, GOLD), got({ ...CLIENT, key: 'vague' }, GOLD)],
      [
        'key vague carries a game',
        'key vague has the rule gamePlayer.getTag.serverSelfEnable',
        'key vague has the rule gamePlayer.getTag.selfEnable',
      ],
    ],
    [
      'nothing if the role is unknown and it is refused',
      [got({ key: 'vague' }, refusedWith('OperationNotAllow'))],
      [],
    ],
    [
      'the missing rule if the role is known',
      [got({}, refusedWith('OperationNotAllow'))],
      ['key admin lacks the rule gamePlayer.getTag.serverSelfEnable'],
    ],
    [
      'the missing rule of a client that asks for its own player',
      [got(CLIENT, refusedWith('OperationNotAllow'))],
      ['key player lacks the rule gamePlayer.getTag.selfEnable'],
    ],
    [
      'nothing from a client that asks for another player',
      [got({ ...CLIENT, token: 'bob' }, refusedWith('OperationNotAllow'))],
      [],
    ],
    ['nothing from the refusal SecretInvalid', [got({}, refusedWith('SecretInvalid'))], []],
    ['nothing from a reply that is not an envelope', [got({}, { kind: 'other', status: 500 })], []],
  ])('%s', (_, seen, learned) => {
    expect(wordsOf(factsOf(seen))).toEqual(learned);
  });

  test.each<readonly [what: string, seen: readonly Seen[], learned: string | undefined]>([
    [
      'it carries the game whose player it finds, if it is refused for another one',
      [got({}, GOLD), got({ gameId: 'harbor' }, refusedWith('SecretInvalid'))],
      'key admin carries the game meadow',
    ],
    ['nothing is learned of a backend that may ignore Game-Id', [got({}, GOLD)], undefined],
    [
      'it carries none if it is only accepted with a Game-Id',
      [got({}, refusedWith('SecretInvalid')), got({ gameId: 'meadow' }, GOLD)],
      'key admin carries no game',
    ],
    ['nothing is learned if it finds nothing', [got({}, NOT_FOUND)], undefined],
    ['nothing is learned if every request had a Game-Id', [got({ gameId: 'meadow' }, GOLD)], undefined],
  ])('in a world of two games: %s', (_, seen, learned) => {
    const facts = factsOf(seen, games).filter(({ kind }) => kind === 'game');
    expect(wordsOf(facts)).toEqual(learned === undefined ? [] : [learned]);
  });
});

describe('of tags', () => {
  const tagsIn = (seen: readonly Seen[]): readonly LearnedFact[] =>
    factsOf(seen).filter(({ kind }) => kind === 'tags');
  const TIN = OK(['vip', 'tin']);

  test('are learned for a player whose tags are unknown', () => {
    expect(tagsIn([got({ about: 'playerbob2' }, TIN)])).toMatchObject([
      {
        id: 'playerbob2',
        tags: [{ key: 'vip', value: 'tin' }],
        evidence: ['orientation/admin@gamePlayer.server'],
      },
    ]);
  });

  test('are learned against the file if every reading contradicts it', () => {
    expect(tagsIn([got({}, TIN), got({ on: 'gamePlayer.admin' }, TIN)])).toMatchObject([
      { id: 'playerann1', against: [{ key: 'vip', value: 'gold' }] },
    ]);
  });

  test('are also learned against the file from requests for the declared keys, if tagKeys is required', () => {
    expect(tagsIn([got({ tagKeys: ['vip'] }, TIN)])).toMatchObject([
      { against: [{ key: 'vip', value: 'gold' }] },
    ]);
    expect(tagsIn([got({ about: 'playerbob2', tagKeys: ['tagproof'] }, OK())])).toEqual([]);
  });

  test.each<readonly [what: string, seen: readonly Seen[]]>([
    ['one reading confirms the file', [got({}, TIN), got({ on: 'gamePlayer.admin' }, GOLD)]],
    ['readings differ from one another', [got({}, TIN), got({ on: 'gamePlayer.admin' }, OK())]],
    ['the form of a reply is wrong', [got({}, { kind: 'tags', tags: [], sound: false })]],
  ])('do not contradict the file if %s', (_, seen) => {
    expect(tagsIn(seen)).toEqual([]);
  });
});

describe('of tags that the file declares for the same id elsewhere', () => {
  const namesakes = worldOf(`{
    games: [{ id: meadow }, { id: harbor }],
    secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
    gamePlayers: [{ userId: sameid0001, game: meadow, tags: [{ key: vip, value: gold }] }, { userId: sameid0001, game: harbor, tags: [{ key: vip, value: rope }] }, { userId: emptyid002, game: meadow, tags: [{ key: vip, value: gold }] }, { userId: emptyid002, game: harbor, tags: [] }],
    groups: [{ groupId: sameid0001, game: meadow, tags: [{ key: motto, value: loud }] }],
  }`).world;

  test.each<readonly [what: string, question: Partial<Question>, answered: Answered, learned: number]>([
    ['nothing if it is the one in another game', { game: 'meadow' }, OK(['vip', 'rope']), 0],
    ['nothing if it is of another resource', { game: 'harbor' }, OK(['motto', 'loud']), 0],
    ['the answer if it is none of them', { game: 'meadow' }, OK(['vip', 'tin']), 1],
    ['no tags, which may also be its own', { game: 'meadow', about: 'emptyid002' }, OK(), 1],
  ])('is learned %s', (_, question, answered, learned) => {
    const facts = factsOf([got({ about: 'sameid0001', ...question }, answered)], namesakes);
    expect(facts.filter(({ kind }) => kind === 'tags')).toHaveLength(learned);
  });
});

describe('of invented ids', () => {
  const IDS = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'];
  const absentIn = (answers: readonly Answered[], of = world): readonly string[] =>
    factsOf(
      answers.map((answered, at) => [{ about: IDS[at] ?? '', origin: 'invented' }, answered]),
      of,
      IDS,
    ).flatMap((fact) => (fact.kind === 'absent' ? fact.ids : []));
  const empty = worldOf('{ secretKeys: [{ name: admin, key: key-of-admin, role: Admin }] }').world;
  const INVALID = refusedWith('InvalidRequestParameters', 'userId');

  test.each<readonly [what: string, answers: readonly Answered[], of: typeof world, ids: readonly string[]]>([
    ['those that are not found', [NOT_FOUND, GOLD, NOT_FOUND], world, ['aaaaaaaaaa', 'cccccccccc']],
    ['all if each is found, as that is no coincidence', [GOLD, GOLD, GOLD], world, IDS],
    ['all if each is refused although ids of the kind are known', [INVALID, INVALID, INVALID], world, IDS],
    ['none if each is refused and no id of the kind is known', [INVALID, INVALID, INVALID], empty, []],
  ])('absent are %s', (_, answers, of, ids) => {
    expect(absentIn(answers, of)).toEqual(ids);
  });
});

describe('the world with facts', () => {
  const learned = worldWith(world, [
    ...factsOf([got({ key: 'vague' }, GOLD), got({ about: 'playerbob2' }, OK(['vip', 'tin']))]),
    { kind: 'absent', resource: 'group', ids: ['madeupgrou'], isNotFound: true, evidence: [] },
  ]);
  const [vague] = learned.secretKeys;

  test('knows the key', () => {
    expect(vague).toMatchObject({ role: 'Admin', game: '' });
    expect(vague && holdsRule(vague, 'gamePlayer.getTag.serverSelfEnable')).toBe(true);
    expect(vague && holdsRule(vague, 'group.getTag.serverSelfEnable')).toBe(UNKNOWN);
  });

  test('knows the tags and the absent ids, and leaves the rest unknown', () => {
    expect(learned.subject('gamePlayer', '', 'playerbob2')).toMatchObject({
      value: { tags: [{ key: 'vip', value: 'tin' }] },
    });
    expect(learned.subject('group', '', 'madeupgrou').is).toBe('absent');
    expect(learned.subject('group', '', 'anothergru').is).toBe('unknown');
    expect(learned.subject('gamePlayer', '', 'madeupgrou').is).toBe('unknown');
  });

  test('keeps the declared facts of the file', () => {
    const facts: readonly LearnedFact[] = [{ kind: 'role', key: 'player', role: 'Admin', evidence: [] }];
    expect(worldWith(world, facts).secretKeys.find(({ name }) => name === 'player')?.role).toBe('Player');
  });
});

test.each<readonly [fact: LearnedFact, words: string]>([
  [{ kind: 'role', key: 'k', role: 'Player', evidence: ['a'] }, 'key k has the role Player (a)'],
  [{ kind: 'game', key: 'k', game: null, evidence: ['a', 'b'] }, 'key k carries no game (a and 1 more)'],
  [{ kind: 'rule', key: 'k', rule: 'r', held: false, evidence: [] }, 'key k lacks the rule r (no request)'],
  [
    { kind: 'tags', resource: 'group', game: '', id: 'g', tags: [{ key: 'a', value: 'b' }], evidence: ['a'] },
    'group g has 1 tag (a)',
  ],
  [
    { kind: 'tags', resource: 'group', game: '', id: 'g', tags: [], evidence: ['a'] },
    'group g has 0 tags (a)',
  ],
  [
    { kind: 'absent', resource: 'group', ids: ['x', 'y'], isNotFound: true, evidence: ['a'] },
    'group x, y: made up at random, so nothing has these ids (a)',
  ],
])('%j is described as %s', (fact, words) => {
  expect(describeEvidence(fact)).toBe(words);
});
