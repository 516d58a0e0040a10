/** Files that are wrong in one way, against backends that are right: the run stops, and names just what is wrong with its place. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import type { TargetFile } from '../src/world/target-file/target-file.ts';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import {
  runInProcess,
  runOnSocket,
  troubles,
  type InProcessRun,
  type Declared,
} from './test-helpers/in-process-run.ts';
import { sampled } from './test-helpers/deep.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { FILE as served, PROMPT, WORLD } from './test-helpers/shipped.ts';

const FULL = readFileSync(WORLD, 'utf8');

const SMALL = `public: true
world:
  secretKeys:
    - { name: player, key: public-player-key-all-rules-0001, role: Player }
    - { name: admin, key: public-admin-key-all-rules-0001, role: Admin }
  authTokens:
    - { name: ann, token: public-token-of-ann-0001, player: playerann1 }
  gamePlayers:
    - { userId: playerann1, tags: [{ key: vip, value: gold }, { key: guild, value: larks }] }
`;

type Edit = readonly [from: string | RegExp, to: string];

/** The file with these replacements, each of which must change something. */
function wrong(text: string, ...edits: readonly Edit[]): TargetFile {
  const edited = edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`nothing to replace: ${String(from)}`);
    return after;
  }, text);
  return readTargetSource({ file: 'wrong.yaml', text: edited }, {});
}

const fullWith = (...edits: readonly Edit[]): TargetFile => wrong(FULL, ...edits);
const smallWith = (...edits: readonly Edit[]): TargetFile => wrong(SMALL, ...edits);

const PLAYER = 'public-player-key-all-rules-0001';
const ADMIN = 'public-admin-key-all-rules-0001';
const SWAPPED: readonly Edit[] = [
  [PLAYER, 'the-other'],
  [ADMIN, PLAYER],
  ['the-other', ADMIN],
];

const OF_ROLE: ReadonlySet<string> = new Set(['swapped keys', 'a wrong role']);

const FEW = PROMPT.filter(({ from }) => from.written.id === 'secret-key/missing');
const NEAR = PROMPT.filter(({ endpoint }) => endpoint.id === 'gamePlayer.server').filter(
  (_, at) => at % 3 === 0,
);

const SMALL_FILE = readTargetSource({ file: 'right.yaml', text: SMALL }, {});

/** A file, and what is wrong with it as it is listed: with the place of the entry. */
type Row = readonly [what: string, file: TargetFile, faults: readonly string[]];

const refused = (place: string, key: string): string =>
  `wrong.yaml:${place}: the key "${key}" is refused everywhere with SecretInvalid`;
const ofOtherRole = (place: string, key: string, role: string, answered: string): string =>
  `wrong.yaml:${place}: the key "${key}" is declared with role ${role}, but it is refused there and answered on ${answered}`;
const lacking = (place: string, key: string, rule: string, endpoint: string): string =>
  `wrong.yaml:${place}: the key "${key}" is declared with the rule ${rule}, but ${endpoint} refuses it with OperationNotAllow`;
const expired = (place: string, token: string): string =>
  `wrong.yaml:${place}: the token "${token}" is refused with OperationNotAuthorized`;

/** The line of the whole file that has this text. */
function lineOf(text: string | RegExp): number {
  const at = FULL.split('\n').findIndex((line) =>
    typeof text === 'string' ? line.includes(text) : text.test(line),
  );
  if (at < 0) throw new Error(`no line with ${String(text)}`);
  return at + 1;
}

/** The place in the whole file where a key or a token is declared. */
const placeOf = (name: string): string => `${lineOf(new RegExp(`name: ${name}(?:,|$)`))}:7`;

/** The beginning of a key whose text is in words. */
const PUBLIC_KEY = /key: public-(player|admin)-key/g;

/** So many faults are listed. */
const MAX_LISTED = 12;

const FULL_ROWS: readonly Row[] = [
  [
    'a mistyped key without rules',
    fullWith(['public-admin-key-no-rules-0001', 'public-admin-key-no-rules-0002']),
    [refused(placeOf('admin-no-rules'), 'admin-no-rules')],
  ],
  [
    'all keys mistyped',
    fullWith([PUBLIC_KEY, 'key: mistyped-$1-key']),
    [
      ...served.world.secretKeys.slice(0, MAX_LISTED).map(({ name }) => refused(placeOf(name), name)),
      `and ${(FULL.match(PUBLIC_KEY)?.length ?? 0) - MAX_LISTED} more`,
    ],
  ],
  ['an expired token in force', fullWith([', expired: true', '']), [expired(placeOf('stale'), 'stale')]],
  [
    'a game that does not exist',
    fullWith(
      ['    - { id: harbor-lights }', '    - { id: harbor-lights }\n    - { id: ghost-town }'],
      ['    # Ann: what', '    - { userId: playerann1, game: ghost-town, tags: [] }\n    # Ann: what'],
    ),
    [
      `wrong.yaml:${lineOf('{ id: harbor-lights }') + 1}:7: the game "ghost-town" is refused as Game-Id with SecretInvalid`,
    ],
  ],
  [
    'a group that does not exist',
    fullWith([
      '    # Without members.',
      '    - { groupId: groupgone9, members: [], game: meadow-run, tags: [] }',
    ]),
    [
      `wrong.yaml:${lineOf('    # Without members.')}:7: the group groupgone9 of the game meadow-run is not found`,
    ],
  ],
];

const SMALL_ROWS: readonly Row[] = [
  ['a mistyped key', smallWith([ADMIN, `${ADMIN}x`]), [refused('5:7', 'admin')]],
  [
    'all keys mistyped',
    smallWith([PLAYER, `${PLAYER}x`], [ADMIN, `${ADMIN}x`]),
    [refused('4:7', 'player'), refused('5:7', 'admin')],
  ],
  [
    'swapped keys',
    smallWith(...SWAPPED),
    [
      ofOtherRole('4:7', 'player', 'Player', 'gamePlayer.server'),
      ofOtherRole('5:7', 'admin', 'Admin', 'gamePlayer.client'),
    ],
  ],
  [
    'a wrong role',
    smallWith([ADMIN, 'public-player-key-self-only-0001']),
    [ofOtherRole('5:7', 'admin', 'Admin', 'gamePlayer.client')],
  ],
  [
    'a wrong game',
    smallWith(
      ['world:', 'world:\n  games: [{ id: meadow-run }]'],
      [`${ADMIN}, role: Admin`, 'public-admin-key-harbor-0001, role: Admin, game: meadow-run'],
    ),
    [
      'wrong.yaml:6:7: the key "admin" is declared with the game meadow-run, but refuses it as Game-Id with SecretInvalid, and does not find what is declared in it',
    ],
  ],
  [
    'a rule that the key lacks',
    smallWith([
      `${ADMIN}, role: Admin }`,
      'public-admin-key-only-group-admin-01, role: Admin, rules: [group.getTag.adminSelfEnable, gamePlayer.getTag.serverSelfEnable] }',
    ]),
    [lacking('5:7', 'admin', 'gamePlayer.getTag.serverSelfEnable', 'gamePlayer.server')],
  ],
  [
    'an expired token',
    smallWith(['public-token-of-ann-0001', 'public-token-of-ann-expired-0001']),
    [expired('7:7', 'ann')],
  ],
  [
    'a player who does not exist',
    smallWith([/playerann1/g, 'playernob9']),
    ['wrong.yaml:9:7: the game player playernob9 is not found'],
  ],
];

/** The absent id has tags of its own, which a backend that filters by required tagKeys never shows. */
const EXISTS: readonly Row[] = [
  [
    'an absent group that exists, in the whole world,',
    fullWith(
      [/ {4}- \{ groupId: groupnone9.*\n/g, ''],
      ['groups: [nosuchgrou,', 'groups: [nosuchgrou, groupnone9,'],
    ),
    [
      // One line less: the group itself is taken out.
      `wrong.yaml:${lineOf('groups: [nosuchgrou,') - 1}:26: the group groupnone9 is declared absent, but it has tags`,
    ],
  ],
  [
    'an absent player who exists',
    smallWith(['  gamePlayers:', '  absent: { gamePlayers: [playerbob2] }\n  gamePlayers:']),
    ['wrong.yaml:8:27: the game player playerbob2 is declared absent, but it has tags'],
  ],
];

/** The lines of the error but for its frame, the hints and which request showed it. */
async function faultsOf(running: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await running.then(
    () => new Error('first\nno fault\nlast'),
    (thrown: unknown) => thrown,
  );
  return (error instanceof Error ? error.message : '')
    .split('\n')
    .slice(1, -1)
    .filter((line) => !line.startsWith('  '))
    .map((line) => line.replace(/ \(orientation\/\S+\)$/, ''));
}

const urls = new Map<string, URL>();
beforeAll(async () => {
  await Promise.all(INDEPENDENT.map(async (name) => urls.set(name, await startIndependent(name, WORLD))));
});

type Backend = (declared: Declared) => Promise<InProcessRun>;

const simulator: Backend = (declared) => runInProcess({ ...declared, served });
const independent =
  (name: string): Backend =>
  (declared) =>
    runOnSocket(urls.get(name) as URL, declared);

describe('against the simulator', () => {
  test.each(sampled([...FULL_ROWS, ...EXISTS], 4, 0))(
    '%s is named, and nothing else',
    async (_, declared, faults) => {
      expect(await faultsOf(simulator({ instances: [], declared }))).toEqual(faults);
    },
  );

  test.each(SMALL_ROWS)('%s in a small file is named, and nothing else', async (_, declared, faults) => {
    expect(await faultsOf(simulator({ instances: [], declared }))).toEqual(faults);
  });

  test('ignored, the run goes on', async () => {
    const declared = smallWith(...SWAPPED);
    const { cases } = await simulator({ instances: FEW, declared, setup: 'ignore' });
    expect(cases.map((each) => each.case.id)).toEqual(FEW.map(({ id }) => id));
  });

  // A key of the other role may be refused with other codes than a key that the backend does not know.
  test.each(['OperationNotAuthorized', 'OperationInvalid'])('a wrong role that gets %s', async (code) => {
    const dialect = completeDialect([{ question: 'role.mismatch', at: '', option: code }]);
    for (const [what, declared, faults] of [...FULL_ROWS, ...SMALL_ROWS].filter(([row]) =>
      OF_ROLE.has(row),
    )) {
      const run = runInProcess({ instances: [], declared, served, simulator: { dialect } });
      expect([what, ...(await faultsOf(run))]).toEqual([what, ...faults]);
    }
  });

  test('a file that fits is not a fault', async () => {
    expect(await faultsOf(simulator({ instances: [], declared: served }))).toEqual(['no fault']);
    expect(await faultsOf(simulator({ instances: [], declared: SMALL_FILE }))).toEqual(['no fault']);
  });
});

describe.each(INDEPENDENT.map((name, at) => [name, at] as const))('against %s', (name, at) => {
  const backend = independent(name);

  // In npm test each of them meets a third of the small files and a sixth of the large ones.
  test.each(sampled(SMALL_ROWS, INDEPENDENT.length, at))(
    '%s in a small file is named, and nothing else',
    async (_, declared, faults) => {
      expect(await faultsOf(backend({ instances: [], declared }))).toEqual(faults);
    },
  );

  const own = FULL_ROWS.filter((_, index) => index % INDEPENDENT.length === at);
  test.each(sampled(own, 2, at))('%s is named, and nothing else', async (_, declared, faults) => {
    expect(await faultsOf(backend({ instances: [], declared }))).toEqual(faults);
  });

  // The strict one requires tagKeys, so it never shows these tags.
  test.each(name === 'strict' ? [] : EXISTS.slice(1))('%s is named', async (_, declared, faults) => {
    expect(await faultsOf(backend({ instances: [], declared }))).toEqual(faults);
  });
});

describe('tags that are out of date', () => {
  const OLD = smallWith(['value: gold', 'value: bronze']);

  test.each([['the simulator', simulator] as const, [INDEPENDENT[0], independent(INDEPENDENT[0])] as const])(
    'are one failure against %s, with the hint first',
    async (_, backend) => {
      const result = await backend({ instances: NEAR, declared: OLD });
      const failed = result.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip');
      const [first] = failed;
      expect(failed.map(({ verdict, case: { id } }) => `${verdict} ${id.split('@')[0]}`)).toEqual([
        'fail orientation/tags-of-playerann1',
      ]);
      expect(first?.notes?.[0]).toMatch(
        /^the file says .*bronze.*, the backend has answered .*gold.* in \d+ requests \(.+\): is the file out of date\?$/,
      );
      expect(first?.case).toMatchObject({ file: 'wrong.yaml', line: 9 });
      expect(result.totals.pass).toBeGreaterThan(33);
    },
  );

  test('are the only failure, all else being declared', async () => {
    const declared = fullWith(['value: silver', 'value: brass']);
    const result = await simulator({ instances: NEAR, declared });
    expect(troubles(result)).toHaveLength(1);
    expect(troubles(result)[0]).toMatch(/^fail orientation\/tags-of-playerbob2@\S+: 4\.5\.2\/tags /);
  });
});
