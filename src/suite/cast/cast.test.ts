/** Who plays the four roles: the plainest that fit one another, or what a world would have to declare. */
import { describe, expect, test } from 'vitest';
import type { EndpointId } from '../../contract/endpoints.ts';
import { believed } from '../../dialect/dialect.ts';
import { castSaid, factsOf, planOf, requestsOf, worldOf, type Differs } from '../test-helpers/made.ts';

type Row = readonly [given: Differs, on: EndpointId, said: string];

/** In fixtures/world.yaml: key, token, game, subject. */
test.each<Row>([
  [{}, 'gamePlayer.client', 'player, ann, meadow-run, playerann1'],
  [{}, 'gamePlayer.server', 'admin, -, meadow-run, playerann1'],
  [{}, 'characterPlayer.client', 'player, ann, meadow-run, characterA1'],
  [{}, 'group.admin', 'admin, -, meadow-run, grouplarks'],
  [{ key: { rules: 'own-only' } }, 'group.client', 'only-group-client, ann, meadow-run, grouplarks'],
  [{ key: { rules: 'all-but-own' } }, 'group.server', 'all-but-group-server, -, meadow-run, grouplarks'],
  [{ key: { rules: 'none' } }, 'group.client', 'player-no-rules, ann, meadow-run, grouplarks'],
  [{ key: { rules: 'without-other' } }, 'group.client', 'player-self-only, ann, meadow-run, grouplarks'],
  [{ key: { rules: 'other-only' } }, 'group.client', 'player-other-only, ann, meadow-run, grouplarks'],
  [
    { key: { role: 'other', rules: 'with-own' } },
    'group.client',
    'admin-every-rule, ann, meadow-run, grouplarks',
  ],
  [{ key: { role: 'other', rules: 'without-own' } }, 'group.admin', 'player, -, meadow-run, grouplarks'],
  [{ key: { game: 'unbound' } }, 'gamePlayer.client', 'roaming-player, ann, meadow-run, playerann1'],
  [{ key: { game: 'bound' } }, 'gamePlayer.admin', 'admin, -, meadow-run, playerann1'],
  [{ key: { limit: 'sessions' } }, 'gamePlayer.client', 'player-sessions, ann, meadow-run, playerann1'],
  [{ key: { nth: 2 } }, 'gamePlayer.server', 'admin-every-rule, -, meadow-run, playerann1'],
  [{ token: { of: 'own' }, subject: { nth: 2 } }, 'gamePlayer.client', 'player, bob, meadow-run, playerbob2'],
  [{ token: { of: 'another' } }, 'gamePlayer.client', 'player, bob, meadow-run, playerann1'],
  [{ token: { of: 'another' } }, 'group.client', 'player, bob, meadow-run, grouplarks'],
  [{ token: { of: 'dashboard' } }, 'group.client', 'player, dashboard, meadow-run, grouplarks'],
  [{ token: { state: 'expired' } }, 'group.client', 'player, stale, meadow-run, grouplarks'],
  [{ token: { state: 'other-game' } }, 'gamePlayer.client', 'player, harbor-ann, meadow-run, playerann1'],
  [{ token: { nth: 2 } }, 'gamePlayer.client', 'player, bob, meadow-run, playerbob2'],
  [{ subject: { tags: 'none' } }, 'gamePlayer.client', 'player, dot, meadow-run, playerdot4'],
  [{ subject: { tags: 'one' } }, 'gamePlayer.client', 'player, bob, meadow-run, playerbob2'],
  [{ subject: { tags: 'several' } }, 'group.server', 'admin, -, meadow-run, grouplarks'],
  [{ subject: { tags: 'many' } }, 'characterPlayer.server', 'admin, -, meadow-run, characterH8'],
  [{ subject: { tags: 'long' } }, 'group.admin', 'admin, -, meadow-run, grouptexts'],
  [{ subject: { tags: 'emoji' } }, 'gamePlayer.client', 'player, eve, meadow-run, playereve5'],
  [{ subject: { tags: 'prototype-keys' } }, 'gamePlayer.server', 'admin, -, meadow-run, playerkey7'],
  [{ subject: { twin: 'case' } }, 'gamePlayer.client', 'player, ann, meadow-run, Meadowlark'],
  [{ subject: { twin: 'leading-zero' } }, 'group.client', 'player, ann, meadow-run, 0987654321'],
  [{ subject: { twin: 'kind' } }, 'group.client', 'player, ann, meadow-run, sharedid01'],
  [{ subject: { twin: 'game' } }, 'characterPlayer.admin', 'admin, -, meadow-run, characterA1'],
  [
    { subject: { twin: 'game', nth: 2 } },
    'characterPlayer.admin',
    'harbor-admin, -, harbor-lights, characterA1',
  ],
  [
    { subject: { twin: 'game', nth: 2 } },
    'gamePlayer.client',
    'harbor-player, harbor-ann, harbor-lights, playerann1',
  ],
  [{ subject: { nth: 3 } }, 'group.server', 'admin, -, meadow-run, groupfinch'],
  [{ subject: { absent: 'plain' } }, 'gamePlayer.client', 'player, ann, meadow-run, nosuchplay'],
  [{ subject: { absent: 'digits' } }, 'characterPlayer.server', 'admin, -, meadow-run, 99999999999'],
  [{ subject: { absent: 'mixed' } }, 'group.admin', 'admin, -, meadow-run, NoSuchGr0u'],
  [{ subject: { absent: 'prototype' } }, 'characterPlayer.client', 'player, ann, meadow-run, constructor'],
  [{ subject: { absent: 'punctuation' } }, 'group.server', 'admin, -, meadow-run, no-such-gr'],
  [{ subject: { absent: 'other-game' } }, 'gamePlayer.server', 'admin, -, meadow-run, harborfolk'],
  [{ subject: { absent: 'other-kind' } }, 'group.server', 'admin, -, meadow-run, playerann1'],
  [{ subject: { game: 'harbor-lights' } }, 'group.server', 'harbor-admin, -, harbor-lights, grouplarks'],
  [
    { subject: { absent: 'plain', game: 'harbor-lights' } },
    'group.server',
    'harbor-admin, -, harbor-lights, nosuchgrou',
  ],
])('given %j on %s: %s', (given, on, said) => {
  expect(castSaid(planOf(on, { given }))).toBe(said);
});

/** Whoever is wanted by name plays, whatever the others are like. */
test.each<Row>([
  [{ key: { name: 'admin' } }, 'gamePlayer.client', 'admin, ann, meadow-run, playerann1'],
  [{ key: { name: 'player-no-rules' } }, 'group.client', 'player-no-rules, ann, meadow-run, grouplarks'],
  [{ key: { name: 'harbor-admin' } }, 'group.server', 'harbor-admin, -, meadow-run, grouplarks'],
  [{ key: { name: 'player-sessions' } }, 'group.server', 'player-sessions, -, meadow-run, grouplarks'],
  [{ token: { name: 'stale' } }, 'group.client', 'player, stale, meadow-run, grouplarks'],
  [{ token: { name: 'harbor-ann' } }, 'group.client', 'player, harbor-ann, meadow-run, grouplarks'],
  [
    { token: { name: 'bob' }, key: { name: 'player-self-only' } },
    'group.client',
    'player-self-only, bob, meadow-run, grouplarks',
  ],
  [{ token: { name: 'ann' } }, 'group.server', 'admin, ann, meadow-run, grouplarks'],
  [{ subject: { id: 'playereve5' } }, 'gamePlayer.server', 'admin, -, meadow-run, playereve5'],
  [{ subject: { id: 'harborfolk' } }, 'gamePlayer.server', 'harbor-admin, -, harbor-lights, harborfolk'],
  [
    { subject: { id: 'playerann1', game: 'harbor-lights' } },
    'gamePlayer.client',
    'harbor-player, harbor-ann, harbor-lights, playerann1',
  ],
  [
    { subject: { id: 'playerann1', game: 'harbor-lights' }, key: { name: 'admin' }, token: { name: 'cyd' } },
    'gamePlayer.client',
    'admin, cyd, harbor-lights, playerann1',
  ],
  [{ subject: { id: 'short' } }, 'gamePlayer.client', 'player, ann, meadow-run, short'],
])('given %j by name on %s: %s', (given, on, said) => {
  expect(castSaid(planOf(on, { given }))).toBe(said);
});

test.each([
  ['playerann1', 'harbor-lights', true],
  ['harborfolk', 'meadow-run', false],
  ['', 'meadow-run', false],
])('whether %j is in %s is looked up: %j', (id, game, exists) => {
  const [request] = requestsOf(planOf('gamePlayer.server', { given: { subject: { id, game } } }));
  expect(request?.cast.subject).toMatchObject({ id, game });
  expect(request?.cast.subject.exists !== undefined).toBe(exists);
});

describe('a step that describes a role otherwise lets go of the name that its case has for it', () => {
  test.each<readonly [what: string, given: Differs, step: Differs, said: string]>([
    [
      'key',
      { key: { name: 'roaming-admin' } },
      { key: { rules: 'none' } },
      'admin-no-rules, -, meadow-run, grouplarks',
    ],
    [
      'another key',
      { key: { rules: 'none' } },
      { key: { name: 'admin' } },
      'admin, -, meadow-run, grouplarks',
    ],
    [
      'subject',
      { subject: { id: 'groupfinch' } },
      { subject: { tags: 'none' } },
      'admin, -, meadow-run, groupempty',
    ],
    [
      'game of the subject',
      { subject: { id: 'grouplarks', game: 'meadow-run' } },
      { subject: { game: 'harbor-lights' } },
      'harbor-admin, -, harbor-lights, grouplarks',
    ],
    ['nothing', { subject: { id: 'groupfinch' } }, {}, 'admin, -, meadow-run, groupfinch'],
  ])('%s', (_, given, step, said) => {
    expect(castSaid(planOf('group.server', { given, steps: [{ given: step }] }))).toBe(said);
  });
});

describe('the roles fit one another', () => {
  test.each<readonly [what: string, on: EndpointId, differs: Differs, said: string]>([
    [
      'a key of one game only opens the subjects of that game, so another key is taken',
      'gamePlayer.server',
      { given: { subject: { absent: 'other-game' }, key: { game: 'unbound' } } },
      'roaming-admin, -, meadow-run, harborfolk',
    ],
    [
      'without otherSelfEnable the subject is the own one of a token',
      'characterPlayer.client',
      { given: { key: { rules: 'without-other' }, subject: { nth: 2 } } },
      'player-self-only, bob, meadow-run, characterB2',
    ],
    [
      'steps keep the subject of the first one',
      'gamePlayer.client',
      {
        given: { subject: { tags: 'one' } },
        steps: [{}, { given: { key: { rules: 'none' }, subject: { tags: 'some' } } }],
      },
      'player, bob, meadow-run, playerbob2 | player-no-rules, bob, meadow-run, playerbob2',
    ],
    [
      'a step may ask for a subject that does not exist',
      'group.server',
      { steps: [{}, { given: { subject: { absent: 'plain' } } }, {}] },
      'admin, -, meadow-run, grouplarks | admin, -, meadow-run, nosuchgrou | admin, -, meadow-run, grouplarks',
    ],
    [
      'each request of a step that varies the token has another',
      'gamePlayer.client',
      { steps: [{ times: 2, vary: 'token' }, { vary: 'token' }] },
      'player, ann, meadow-run, playerann1 | player, bob, meadow-run, playerann1 | player, cyd, meadow-run, playerann1',
    ],
  ])('%s', (_, on, differs, said) => {
    expect(castSaid(planOf(on, differs))).toBe(said);
  });

  test('endpoints begin with different keys of a limit, so that none waits for another', () => {
    const keys = (['gamePlayer.server', 'gamePlayer.admin', 'characterPlayer.server'] as const).map(
      (on) => castSaid(planOf(on, { given: { key: { limit: 'rate' } } })).split(',')[0],
    );
    expect(new Set(keys).size).toBe(3);
  });
});

describe('a request that goes without a role needs nobody for it', () => {
  test.each<readonly [send: Differs, on: EndpointId, said: string]>([
    [{ headers: { without: ['Secret-Key'] } }, 'group.client', '-, ann, meadow-run, grouplarks'],
    [{ headers: { without: ['secret-key'] } }, 'group.server', '-, -, meadow-run, grouplarks'],
    [{ headers: { set: { 'Secret-Key': 'nobodys' } } }, 'group.server', '-, -, meadow-run, grouplarks'],
    [{ headers: { set: { 'Secret-Key': '$token' } } }, 'group.client', 'player, ann, meadow-run, grouplarks'],
    [{ headers: { without: ['Auth-Token'] } }, 'group.client', 'player, -, meadow-run, grouplarks'],
    [{ headers: { set: { 'Auth-Token': '$token' } } }, 'group.server', 'admin, ann, meadow-run, grouplarks'],
    [{ headers: { bend: { 'Secret-Key': 'empty' } } }, 'group.server', 'admin, -, meadow-run, grouplarks'],
    [{ headers: { lines: [] } }, 'group.client', '-, -, meadow-run, grouplarks'],
    [
      { headers: { lines: [{ name: 'Secret-Key', secret: 'player' }] } },
      'group.client',
      '-, -, meadow-run, grouplarks',
    ],
  ])('%j on %s: %s', (send, on, said) => {
    expect(castSaid(planOf(on, { send }))).toBe(said);
  });

  test.each<readonly [given: Differs, said: string]>([
    [{ key: { name: 'admin' } }, 'admin, -, meadow-run, grouplarks'],
    [{ token: { name: 'bob' } }, '-, bob, meadow-run, grouplarks'],
    [{ key: { limit: 'rate' } }, 'player-rate-3, -, meadow-run, grouplarks'],
  ])('but where the lines are written out somebody of whom the case speaks plays: %j', (given, said) => {
    expect(castSaid(planOf('group.client', { given, send: { headers: { lines: [] } } }))).toBe(said);
  });

  test('in a world of which nothing is known a request without a key is made up', () => {
    const facts = factsOf(worldOf('{}'), believed());
    const send = { headers: { without: ['Secret-Key', 'Auth-Token'] } };
    expect(castSaid(planOf('characterPlayer.client', { send }, facts))).toBe('-, -, , tagproofxxx');
  });
});

const ADMIN = 'secretKeys: [{ name: admin, key: abcdefgh, role: Admin }]';
const PLAYER = 'secretKeys: [{ name: player, key: abcdefgh, role: Player }]';
const ANN = 'gamePlayers: [{ userId: playerann1, tags: [{ key: a, value: b }] }]';
const TOKEN = 'authTokens: [{ name: ann, token: ijklmnop, player: playerann1 }]';

const SERVER_WORLD = `{ ${ADMIN}, ${ANN} }`;
const CLIENT_WORLD = `{ ${PLAYER}, ${ANN}, ${TOKEN} }`;

/** What a world lacks is said in the words in which it would be declared. */
test.each<readonly [what: string, on: EndpointId, differs: Differs, needs: string, world: string]>([
  [
    'nothing',
    'group.client',
    {},
    'a secret key of role Player with the rule group.getTag.selfEnable (world.secretKeys)',
    '{}',
  ],
  [
    'a key of the other role',
    'group.client',
    {},
    'a secret key of role Player with the rule group.getTag.selfEnable (world.secretKeys)',
    `{ ${ADMIN} }`,
  ],
  ['no subject', 'group.server', {}, 'a group (world.groups)', `{ ${ADMIN} }`],
  [
    'no token',
    'gamePlayer.client',
    {},
    'an auth token of the player asked about (world.authTokens)',
    `{ ${PLAYER}, ${ANN} }`,
  ],
  [
    'unknown rules',
    'gamePlayer.server',
    { given: { key: { rules: 'none' } } },
    'a secret key of role Admin without any rules (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'unknown rules',
    'gamePlayer.server',
    { given: { key: { rules: 'own-only' } } },
    'a secret key of role Admin with the rule gamePlayer.getTag.serverSelfEnable alone (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'unknown rules',
    'gamePlayer.admin',
    { given: { key: { rules: 'all-but-own' } } },
    'a secret key of role Admin with all rules but gamePlayer.getTag.adminSelfEnable (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'unknown rules',
    'gamePlayer.client',
    { given: { key: { rules: 'without-other' } } },
    'a secret key of role Player with the rule gamePlayer.getTag.selfEnable, without gamePlayer.getTag.otherSelfEnable (world.secretKeys)',
    CLIENT_WORLD,
  ],
  [
    'one role',
    'gamePlayer.server',
    { given: { key: { role: 'other' } } },
    'a secret key of role Player (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'an unknown game',
    'gamePlayer.server',
    { given: { key: { game: 'unbound' } } },
    'a secret key of role Admin with the rule gamePlayer.getTag.serverSelfEnable without a game (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'no limits',
    'gamePlayer.server',
    { given: { key: { limit: 'rate' } } },
    'a secret key of role Admin with the rule gamePlayer.getTag.serverSelfEnable with limits.requestsPerSecond (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'other tags',
    'gamePlayer.server',
    { given: { subject: { tags: 'many' } } },
    'a game player with many tags (world.gamePlayers)',
    SERVER_WORLD,
  ],
  [
    'unknown tags',
    'gamePlayer.server',
    { given: { subject: { tags: 'some' } } },
    'a game player with some tags (world.gamePlayers)',
    `{ ${ADMIN}, gamePlayers: [{ userId: playerann1 }] }`,
  ],
  [
    'no twin',
    'gamePlayer.server',
    { given: { subject: { twin: 'case' } } },
    'a game player with a neighbour by case, under other tags (world.gamePlayers)',
    SERVER_WORLD,
  ],
  [
    'one player',
    'gamePlayer.server',
    { given: { subject: { nth: 2 } } },
    '2 game players (world.gamePlayers)',
    SERVER_WORLD,
  ],
  [
    'nobody absent',
    'gamePlayer.server',
    { given: { subject: { absent: 'plain' } } },
    'a game player that does not exist, its id plain (world.absent.gamePlayers)',
    SERVER_WORLD,
  ],
  [
    'one token',
    'gamePlayer.client',
    { given: { token: { of: 'dashboard' } } },
    'an auth token of the admin dashboard (world.authTokens)',
    CLIENT_WORLD,
  ],
  [
    'one token',
    'gamePlayer.client',
    { given: { token: { state: 'expired' } } },
    'an expired auth token of the player asked about (world.authTokens)',
    CLIENT_WORLD,
  ],
  [
    'one token',
    'gamePlayer.client',
    { steps: [{ times: 2, vary: 'token' }] },
    '2 or more auth tokens of players (world.authTokens)',
    CLIENT_WORLD,
  ],
  ['one game', 'gamePlayer.server', { given: { game: 'two' } }, 'a second game (world.games)', SERVER_WORLD],
  [
    'an open world',
    'gamePlayer.server',
    { given: { world: 'complete' } },
    'a world of which everything is listed (world.complete)',
    SERVER_WORLD,
  ],
  [
    'no size limit',
    'gamePlayer.server',
    { given: { limit: 'requestBytes' } },
    'the size limit (world.limits.requestBytes)',
    SERVER_WORLD,
  ],
  [
    'no extension',
    'gamePlayer.server',
    { given: { extension: 'number' } },
    'a request member of type number (extensions)',
    SERVER_WORLD,
  ],
  [
    'no provocation',
    'gamePlayer.server',
    { given: { provoke: 'UnknownError' } },
    'how to provoke UnknownError (provoke)',
    SERVER_WORLD,
  ],
  [
    'no key of the name',
    'gamePlayer.server',
    { given: { key: { name: 'roaming' } } },
    'a secret key named roaming (world.secretKeys)',
    SERVER_WORLD,
  ],
  [
    'no token of the name',
    'gamePlayer.client',
    { given: { token: { name: 'bob' } } },
    'an auth token named bob (world.authTokens)',
    CLIENT_WORLD,
  ],
  [
    'no token of the name',
    'gamePlayer.server',
    { given: { token: { name: 'bob' } } },
    'an auth token named bob (world.authTokens)',
    SERVER_WORLD,
  ],
  [
    'no game of the name',
    'gamePlayer.server',
    { given: { subject: { id: 'playerann1', game: 'meadow' } } },
    'the game player "playerann1" of the game meadow (world.games), declared itself or not',
    SERVER_WORLD,
  ],
  [
    'nobody in the game',
    'gamePlayer.server',
    { given: { subject: { game: 'meadow' } } },
    'a game player of the game meadow (world.gamePlayers)',
    SERVER_WORLD,
  ],
  [
    'no secret of the name',
    'gamePlayer.server',
    { send: { headers: { lines: [{ name: 'Secret-Key', secret: 'roaming' }] } } },
    'a secret named roaming (world.secretKeys or world.authTokens)',
    SERVER_WORLD,
  ],
  [
    'no secret of the name of a second line',
    'gamePlayer.server',
    { send: { headers: { repeat: { 'Secret-Key': { secret: 'roaming' } } } } },
    'a secret named roaming (world.secretKeys or world.authTokens)',
    SERVER_WORLD,
  ],
  [
    'no tags to name',
    'gamePlayer.server',
    { send: { set: { tagKeys: ['$subject.tags.0.key'] } } },
    'tags of the game player playerann1 for $subject.tags.0.key to stand for (world.gamePlayers)',
    `{ ${ADMIN}, gamePlayers: [{ userId: playerann1 }] }`,
  ],
])('a world with %s lacks on %s for %j: %s', (_, on, differs, needs, world) => {
  expect(castSaid(planOf(on, differs, factsOf(worldOf(world), believed())))).toBe(`needs ${needs}`);
});

test('roles that are all there, but do not fit one another, are named together', () => {
  const apart = worldOf(
    '{ games: [{ id: a }, { id: b }], secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: a }], gamePlayers: [{ userId: playerann1, game: b }] }',
  );
  const said = castSaid(planOf('gamePlayer.server', {}, factsOf(apart, believed())));
  expect(said).toMatch(
    /^needs a secret key of role Admin .*; a game player .*of one game, and fitting one another$/,
  );
});
