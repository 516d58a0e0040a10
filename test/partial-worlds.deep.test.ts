/** A team begins with one key and one player: what the world file does not say is unknown, and accuses no backend. */
import { describe, expect, test } from 'vitest';
import { completeDialect, type Answer } from '../src/dialect/dialect.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { readTargetFile, readTargetSource } from '../src/config/target-file/read-target-file.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

/** What the backend serves; what the runner knows of it is in each row. */
const served = readTargetFile('fixtures/world.yaml', {});
const instances = expand(loadSuite(['suites']));

const declared = (world: string) =>
  readTargetSource({ file: 'w.yaml', text: `public: true\nworld: ${world}` }, {});

const ADMIN = '{ name: admin, key: public-admin-key-all-rules-0001, role: Admin }';
const PLAYER = '{ name: player, key: public-player-key-all-rules-0001, role: Player }';
const SELF_ONLY = '{ name: player-self-only, key: public-player-key-self-only-0001, role: Player }';
const NO_RULES = '{ name: player-no-rules, key: public-player-key-no-rules-0001 }';
const ROAMING = '{ name: roaming-admin, key: public-admin-key-roaming-0001, role: Admin }';
const ANN = '{ name: ann, token: public-token-of-ann-0001, player: playerann1 }';
const BOB = '{ name: bob, token: public-token-of-bob-0001, player: playerbob2 }';
const DASHBOARD = '{ name: dashboard, token: public-token-of-dashboard-0001, admin: true }';
const TAGS = 'tags: [{ key: vip, value: gold }, { key: guild, value: larks }]';
const OTHERS =
  'characterPlayers: [{ characterId: characterA1 }, { characterId: characterB2 }], groups: [{ groupId: grouplarks }, { groupId: groupwrens }]';

/** Each with a case that can be verified though so little is known. */
const WORLDS: readonly (readonly [what: string, world: string, verified: string])[] = [
  ['nothing', '{}', 'secret-key/missing@group.admin'],
  [
    'one key and one player',
    '{ secretKeys: [{ name: admin, key: public-admin-key-all-rules-0001 }], gamePlayers: [{ userId: playerann1 }] }',
    'secret/cut@gamePlayer.server',
  ],
  [
    'a key with its role and a player',
    `{ secretKeys: [${ADMIN}], gamePlayers: [{ userId: playerann1 }] }`,
    'secret/cut@gamePlayer.admin',
  ],
  [
    'a key, a player with tags, and absent ids',
    `{ secretKeys: [${ADMIN}], gamePlayers: [{ userId: playerann1, ${TAGS} }], absent: { gamePlayers: [nosuchplay], groups: [nosuchgrou] } }`,
    'tags/several@gamePlayer.server',
  ],
  [
    'a key without tokens',
    `{ secretKeys: [${PLAYER}], gamePlayers: [{ userId: playerann1, ${TAGS} }] }`,
    'auth-token/missing@gamePlayer.client',
  ],
  [
    'a token, tags unknown',
    `{ secretKeys: [${PLAYER}], authTokens: [${ANN}], gamePlayers: [{ userId: playerann1 }], ${OTHERS} }`,
    'token/unknown@group.client',
  ],
  [
    'two tokens, rules unknown',
    `{ secretKeys: [${SELF_ONLY}], authTokens: [${ANN}, ${BOB}], gamePlayers: [{ userId: playerann1 }, { userId: playerbob2 }], ${OTHERS} }`,
    'secret/cut@gamePlayer.client',
  ],
  [
    'a key that may do nothing',
    `{ secretKeys: [${NO_RULES}], authTokens: [${ANN}], gamePlayers: [{ userId: playerann1 }] }`,
    'secret/cut@gamePlayer.client',
  ],
  [
    'a dashboard token alone',
    `{ secretKeys: [${PLAYER}], authTokens: [${DASHBOARD}], gamePlayers: [{ userId: playerann1 }] }`,
    'token/unknown@gamePlayer.client',
  ],
];

const answers = (options: Readonly<Record<string, string>>): readonly Answer[] =>
  Object.entries(options).map(([question, option]) => ({ question, at: '', option }) as Answer);

const DIALECTS: readonly (readonly [what: string, answers: readonly Answer[]])[] = [
  ['as ours', []],
  [
    'which requires tagKeys and userId and is particular throughout',
    answers({
      'tagKeys.omitted': 'DataRequired',
      'tagKeys.effect': 'none',
      'tagKeys.empty': 'ServiceArrayMinLength',
      'userId.omitted': 'DataRequired',
      'userId.null': 'DataRequired',
      'id.empty': 'StringMinLength',
      'other.refused': 'OperationNotAuthorized',
      'other.foreign': 'OperationNotAllow',
      'other.absent': 'OperationNotAuthorized',
      'token.unasked': 'refused',
      'members.extra': 'invalid',
      'contentType.other': 'refused',
      'codes.returnCode': 'name',
      'codes.errorCode': 'name',
    }),
  ],
  [
    'which takes what it can get',
    answers({
      'tagKeys.empty': 'none',
      'userId.null': 'sender',
      'dashboard.refused': 'answered',
      'gameId.empty': 'as absent',
      'gameId.case': 'that game',
      'header.repeated': 'last',
      'text.lenient': 'one reading',
      'body.empty': 'as {}',
      'members.listed': 'first',
      'path.spelling': 'the endpoint',
      'notFound.info': '{tags: []}',
      'tags.none': 'omitted',
    }),
  ],
];

/** The last dialect shows nothing more where less is known than a key, a token or tags. */
const rows = DIALECTS.map(
  ([what, answered], index) => [what, answered, index < 2 ? WORLDS : WORLDS.slice(3, 7)] as const,
);

describe.each(rows)('of a backend %s', (_, answered, worlds) => {
  test.each(worlds)(
    'knowing %s accuses it of nothing, and says what to declare',
    async (__, world, verified) => {
      const result = await runInProcess({
        instances,
        served,
        declared: declared(world),
        simulator: { dialect: completeDialect(answered) },
      });
      expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
      const passed = result.cases.filter(({ verdict }) => verdict === 'pass').map((each) => each.case.id);
      expect(passed).toContain(verified);
      const mute = result.cases
        .filter(
          ({ verdict, reason }) =>
            verdict === 'skip' &&
            !/^needs .+\((world|extensions|provoke)\b|declare more of the (world|dialect)/.test(reason),
        )
        .map(({ reason }) => reason);
      expect([...new Set(mute)]).toEqual([]);
    },
  );
});

/** Without a Game-Id, which no game is declared for, the backend refuses the key as if it were unknown. */
test('a key without a game, in a file that names none, is a fault of the set-up; ignored, it fails no case', async () => {
  const file = declared(`{ secretKeys: [${ROAMING}], gamePlayers: [{ userId: playerann1 }] }`);
  await expect(runInProcess({ instances: [], served, declared: file })).rejects.toThrow(
    /the key "roaming-admin" is refused everywhere with SecretInvalid\n.*declare its games \(world\.games\)/,
  );
  const result = await runInProcess({ instances, served, declared: file, setup: 'ignore' });
  expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
  const passed = result.cases.filter(({ verdict }) => verdict === 'pass').map((each) => each.case.id);
  expect(passed).toContain('secret/cut@gamePlayer.server');
});

test('the same key in a file that names its game is answered', async () => {
  const file = declared(
    `{ games: [{ id: meadow-run }], secretKeys: [${ROAMING}], gamePlayers: [{ userId: playerann1 }] }`,
  );
  const result = await runInProcess({ instances, served, declared: file });
  expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
  const passed = result.cases.filter(({ verdict }) => verdict === 'pass').map((each) => each.case.id);
  expect(passed).toContain('game-id/unknown@gamePlayer.server');
});
