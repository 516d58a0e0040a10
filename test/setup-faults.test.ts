/** Files that are wrong in one way, against backends that are right: the run stops and names just what is wrong, or a case says so. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { optionsOf, questionOf } from '../src/spec/dialect/questions.ts';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import type { TargetFile } from '../src/world/target-file/target-file.ts';
import { sampled } from './test-helpers/deep.ts';
import {
  runInProcess,
  runOnSocket,
  type Declared,
  type InProcessRun,
} from './test-helpers/in-process-run.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { FILE as served, PROMPT, WORLD } from './test-helpers/shipped.ts';

const FULL = readFileSync(WORLD, 'utf8');
const PLAYER = 'public-player-key-all-rules-0001';
const ADMIN = 'public-admin-key-all-rules-0001';
const SMALL = `public: true
world:
  secretKeys:
    - { name: player, key: ${PLAYER}, role: Player }
    - { name: admin, key: ${ADMIN}, role: Admin }
  authTokens:
    - { name: ann, token: public-token-of-ann-0001, player: playerann1 }
  gamePlayers:
    - { userId: playerann1, tags: [{ key: vip, value: gold }, { key: guild, value: larks }] }
`;

const PUBLIC_KEY = /key: public-(player|admin)-key/g;

type Edit = readonly [from: string | RegExp, to: string];

/** A file with these replacements, each of which must change something. */
function edited(text: string, ...edits: readonly Edit[]): TargetFile {
  const made = edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`nothing to replace: ${String(from)}`);
    return after;
  }, text);
  return readTargetSource({ file: 'wrong.yaml', text: made }, {});
}

const SWAPPED: readonly Edit[] = [
  [PLAYER, 'the-other'],
  [ADMIN, PLAYER],
  ['the-other', ADMIN],
];
const OTHER_ROLES = [
  'wrong.yaml:4:7: the key "player" is declared with role Player, but it is refused there and answered on gamePlayer.server',
  'wrong.yaml:5:7: the key "admin" is declared with role Admin, but it is refused there and answered on gamePlayer.client',
];

/** A file, and what is wrong with it as it is listed: with the place of the entry. */
const ROWS: readonly (readonly [what: string, declared: TargetFile, faults: readonly string[]])[] = [
  ['a file that fits', edited(SMALL), ['no fault']],
  ['the whole file, which fits', served, ['no fault']],
  [
    'a mistyped key',
    edited(SMALL, [ADMIN, `${ADMIN}x`]),
    ['wrong.yaml:5:7: the key "admin" is refused everywhere with SecretInvalid'],
  ],
  ['swapped keys', edited(SMALL, ...SWAPPED), OTHER_ROLES],
  [
    'an expired token',
    edited(SMALL, ['of-ann-', 'of-ann-expired-']),
    ['wrong.yaml:7:7: the token "ann" is refused with OperationNotAuthorized'],
  ],
  [
    'all keys mistyped, of which twelve are listed',
    edited(FULL, [PUBLIC_KEY, 'key: mistyped-$1-key']),
    [
      ...served.world.secretKeys
        .slice(0, 12)
        .map(({ name }) =>
          expect.stringMatching(`^wrong.yaml:\\d+:7: the key "${name}" is refused everywhere`),
        ),
      `and ${(FULL.match(PUBLIC_KEY)?.length ?? 0) - 12} more`,
    ],
  ],
];

/** The lines of the error but for its frame and the hints. */
async function faultsOf(running: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await running.then(
    () => new Error('first\nno fault\nlast'),
    (thrown: unknown) => thrown,
  );
  const lines = error instanceof Error ? error.message.split('\n').slice(1, -1) : [];
  return lines.filter((line) => !line.startsWith('  '));
}

type Backend = (declared: Declared) => Promise<InProcessRun>;
const simulator: Backend = (declared) => runInProcess({ ...declared, served });

test.each(ROWS)('%s: the simulator is asked, and that is named', async (_, declared, faults) => {
  expect(await faultsOf(simulator({ instances: [], declared }))).toEqual(faults);
});

const OTHERWISE = optionsOf('role.mismatch').filter(
  (option) => option !== questionOf('role.mismatch').settled,
);

test.each(OTHERWISE)('swapped keys are named where the other role gets %s', async (code) => {
  const dialect = completeDialect([{ question: 'role.mismatch', at: '', option: code }]);
  const declared = edited(SMALL, ...SWAPPED);
  const run = runInProcess({ instances: [], declared, served, simulator: { dialect } });
  expect(await faultsOf(run)).toEqual(OTHER_ROLES);
});

test.each(sampled(INDEPENDENT, 3, 0))('the same is named of the backend %s', async (name) => {
  const url = await startIndependent(name, WORLD);
  for (const [what, declared, faults] of ROWS)
    expect([what, ...(await faultsOf(runOnSocket(url, { instances: [], declared })))]).toEqual([
      what,
      ...faults,
    ]);
});

test.each<readonly [what: string, edit: Edit, id: string, says: string]>([
  [
    'tags',
    ['value: gold', 'value: tin'],
    'reply/success',
    'which tags the game player playerann1 has (gamePlayers.tags)',
  ],
  [
    'a player',
    [/playerann1/g, 'playernob9'],
    'reply/success',
    'that there is the game player playernob9 (gamePlayers)',
  ],
  [
    'a rule',
    [`${ADMIN}, role: Admin }`, 'public-admin-key-only-group-admin-01, role: Admin, rules: all }'],
    'reply/success',
    'that the key admin has the rule gamePlayer.getTag.serverSelfEnable (secretKeys.rules)',
  ],
  [
    'an absent id',
    ['  gamePlayers:', '  absent: { gamePlayers: [neighbourq] }\n  gamePlayers:'],
    'not-found/plain',
    'that nothing has the id neighbourq (absent.gamePlayers)',
  ],
])(
  'what only some requests deny fails the cases that meet it, and each asks whether the file is out of date: %s',
  async (_, edit, id, says) => {
    const instances = PROMPT.filter(
      ({ from, endpoint }) => from.written.id === id && endpoint.id === 'gamePlayer.server',
    );
    const { cases } = await simulator({ instances, declared: edited(SMALL, edit) });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['fail']);
    expect(cases[0]?.notes).toContain(`or is the file out of date? It says ${says}`);
  },
);
