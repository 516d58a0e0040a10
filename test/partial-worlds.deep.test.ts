/** A team begins with little: what its file does not say is unknown, and accuses no backend, whatever it chose where the document is silent. */
import { expect, test } from 'vitest';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { readTargetFile, readTargetSource } from '../src/world/target-file/read-target-file.ts';
import { bareTarget, type TargetFile } from '../src/world/target-file/target-file.ts';
import { onOneEndpoint } from './test-helpers/deep.ts';
import { COMBINATIONS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { CASES as instances, FILE as served, PROMPT } from './test-helpers/shipped.ts';

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
  [
    'a key without a game, and its game',
    `{ games: [{ id: meadow-run }], secretKeys: [${ROAMING}], gamePlayers: [{ userId: playerann1 }] }`,
    'game-id/unknown@gamePlayer.server',
  ],
];

test.each(WORLDS)(
  'knowing %s of a backend as ours accuses it of nothing, and says what to declare',
  async (_, world, verified) => {
    const result = await runInProcess({ instances, served, declared: declared(world) });
    expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
    const passed = result.cases.filter(({ verdict }) => verdict === 'pass').map((each) => each.case.id);
    expect(passed).toContain(verified);
    const mute = result.cases
      .filter(
        ({ verdict, need, reason }) =>
          verdict === 'skip' &&
          need === undefined &&
          !/may be right: (the target file does not say|.*declare dialect: )/.test(reason),
      )
      .map(({ reason }) => reason);
    expect([...new Set(mute)]).toEqual([]);
  },
);

const ENV = {
  STAGING_URL: 'http://127.0.0.1:1',
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

/** Each with the fewest cases that any of its dialects passes. */
const FILES: readonly (readonly [what: string, declared: TargetFile, passed: number])[] = [
  ['the small file', readTargetFile('fixtures/small-target.yaml', ENV), 310],
  ['the minimal file', readTargetFile('fixtures/minimal-target.yaml', ENV), 127],
  ['a URL alone', bareTarget(new URL(ENV.STAGING_URL)), 11],
  ...WORLDS.slice(1, -1).map(([what, world]) => [what, declared(world), 31] as const),
];

/** Each dialect meets one of the files, each case on one endpoint; `tolerance.test.ts` does the same with the whole world. */
const MEETINGS = COMBINATIONS.map((combination, index) => {
  const [what, file, passed] = FILES[index % FILES.length] ?? expect.unreachable();
  return [index + 1, what, file, passed, combination] as const;
});

test.each(MEETINGS)(
  'dialect %i is accused of nothing by a run that knows %s, and its set-up is right',
  async (turn, __, file, passed, combination) => {
    const onOne = new Set(onOneEndpoint(PROMPT, turn));
    const result = await runInProcess({
      // Whether many tagKeys are refused is learned where it is asked, and which case asks where changes with the suite.
      instances: PROMPT.filter((each) => each.from.written.decides === 'tagKeys.many' || onOne.has(each)),
      served,
      declared: file,
      simulator: simulatorOf(combination),
    });
    expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
    expect(result.totals.pass).toBeGreaterThanOrEqual(passed);
  },
);

test('of an id that is perhaps that of another player, a backend may only say what the key may not read', async () => {
  const key = SELF_ONLY.replace(' }', ', rules: [gamePlayer.getTag.selfEnable] }');
  const file = declared(
    `{ secretKeys: [${key}], authTokens: [${ANN}], gamePlayers: [{ userId: playerann1 }] }`,
  );
  const answers = [{ question: 'other.absent', at: '', option: 'OperationNotAllow' }] as const;
  const simulator = { dialect: completeDialect(answers) };
  const result = await runInProcess({ instances: PROMPT, served, declared: file, simulator });
  expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
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
