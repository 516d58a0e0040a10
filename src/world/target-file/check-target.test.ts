import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import { showFileFault } from '../yaml/fault.ts';
import { checkTargetSource } from './check-target.ts';

const env = { KEY: 'secret-key-1', SAME: 'secret-key-1', EMPTY: '', BREAK: 'a\nb', ENDED: 'secret-key-2\n' };

/** The faults of a text as they are shown. */
function faultsIn(text: string): string {
  const reading = checkTargetSource({ file: 't.yaml', text }, env);
  return reading.ok ? 'nothing is wrong' : reading.faults.map(showFileFault).join('\n\n');
}

/** A file for each mistake. */
const IN_WORLD = `
world: { secretKey: [] }
world: { game: [{ id: g }] }
world: { games: [{ id: g }], gamePlayers: [{ userId: 0123456789 }] }
world: { secretKeys: [{ name: a, key: "\${env:EMPTY}" }] }
world: { games: [{ id: meadow }], secretKeys: [{ name: a, key: abcdefgh, game: medow }] }
world: { games: [{ id: a }, { id: a }] }
world: { games: [{ id: a }, { id: b }], gamePlayers: [{ userId: aaaaaaaaaa }] }
world: { complete: true, gamePlayers: [{ userId: aaaaaaaaaa }] }
world: { complete: true, secretKeys: [{ name: a, key: abcdefgh }] }
world: { secretKeys: [{ name: a, key: abcdefgh, rules: [group.getTag.selfEnabled] }] }
world: { secretKeys: [{ name: a, key: abcdefgh, rules: { lacks: [group.getTag.adminSelfEnabled] } }] }
world: { secretKeys: [{ name: a, key: abcdefgh, rules: { has: [group.getTag.selfEnable], lacks: [ group.getTag.selfEnable ] } }] }
world: { complete: true, games: [{ id: g }], secretKeys: [{ name: a, key: abcdefgh, role: Player, rules: { has: [group.getTag.selfEnable] } }] }
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { requestsPerSecond: 0 } }] }
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessions: 2 } }] }
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessionSeconds: 2 } }] }
world: { secretKeys: [{ name: a, key: abcdefgh }], authTokens: [{ name: a, token: ijklmnop, admin: true }] }
world: { secretKeys: [{ name: a b, key: abcdefgh }] }
world: { secretKeys: [{ name: a, key: "\${env:KEY}" }, { name: b, key: "\${env:SAME}" }] }
world: { secretKeys: [{ name: a, key: "\${env:BREAK}" }] }
world: { secretKeys: [{ name: a, key: schlüssel→ }] }
world: { secretKeys: [{ name: a, key: "abcdefgh " }] }
world: { authTokens: [{ name: a, token: abcdefgh }] }
world: { authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa, admin: true }] }
world: { games: [{ id: g }], authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa }] }
world: { gamePlayers: [{ userId: aaaaaaaaaa }], characterPlayers: [{ characterId: ccccccccccc, owner: aaaaaaaaab }] }
world: { gamePlayers: [{ userId: aaaaaaaaaa }], groups: [{ groupId: gggggggggg, members: [aaaaaaaaaa, bbbbbbbbbb] }] }
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaa }] }
world: { absent: { characterPlayers: [aaaaaaaaaa] } }
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa }, { userId: aaaaaaaaaa }] }
world: { gamePlayers: [{ userId: aaaaaaaaaa }], absent: { gamePlayers: [aaaaaaaaaa] } }
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: "\\uD83D" }] }] }
{ world: { authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa }] }, gamePlayers: [{ userId: aaaaaaaaaa }] }
world: { secretKeys: [{ name: a, key: "\${env:ENDED}" }] }
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: { repeat: abcd, times: 1000000 } }] }] }
`;
const IN_FILE = `
traget: x
target: localhost:8080
target: u:p@x
target: ftp://x
target: http://x:99999
world: { secretKeys: [{ name: a, key: $STAGING_KEY }] }
world: { secretKeys: [{ name: a, key: "\${STAGING_KEY}" }] }
world: { secretKeys: [{ name: a, key: "\${ENV:STAGING_KEY}" }] }
world: { secretKeys: [{ name: a, key: "\${{ secrets.staging_key }}" }] }
target: "https://\${STAGING_HOST}/base"
target: http://u:p@x/
target: http://x/?a=b
target: http://x/api/rJson
http: { headers: { secret-key: x } }
http: { headers: { Host: x } }
http: { headers: { X-A: x, x-a: y } }
http: { headers: { X-A: "\${env:BREAK}" } }
http: { proxy: nowhere }
http: { cert: package.json }
provoke: { UnknownError: { header: [Game-Id, x] } }
provoke: { UnknownError: { header: [X Y, x] } }
dialect: { codes.returnCod: number }
dialect: { codes.returnCode: nummer }
dialect: { id.null: 7 }
dialect: { tagKeys.effect: { grup: filter } }
dialect: { codes.errorCode: { group: name } }
extensions: [{ on: group.server, member: tagKeys, type: number }]
extensions: [{ on: all, member: a, type: number }, { on: group.admin, member: a, type: array }]
extensions: [{ on: group.admin, member: a, type: number, min: 4, max: 2 }]
extensions: [{ on: group.admin, member: __proto__, type: array }]
`;

it.each([
  ['file', IN_FILE],
  ['world', IN_WORLD],
])('each mistake in a %s is reported with its place and remedy', async (where, texts) => {
  const faults = texts.trim().split('\n').map(faultsIn);
  expect(faults).not.toContain('nothing is wrong');
  await expect(`${faults.join('\n\n----\n\n').replaceAll(process.cwd(), '.')}\n`).toMatchFileSnapshot(
    `__snapshots__/mistakes-in-a-${where}.txt`,
  );
});

it('all mistakes are reported at once, in the order of the file', () => {
  const text = 'target: nowhere://x\ndialect: { no: no }\nworld:\n  gamePlayers:\n    - userId: short\n';
  expect(faultsIn(text).match(/^t\.yaml.*/gm)).toEqual([
    't.yaml:1:9: "target" is wrong: not a URL of http or https',
    't.yaml:2:12: unknown key "no"',
    't.yaml:5:15: "userId" must have 10 characters, not 5 (§2.1)',
  ]);
});

it('references are checked beside other faults of the same list', () => {
  const text = `run: { reporters: [htlm], failOn: [fial] }
extensions: [{ on: grup.admin, member: a, type: numbr }, { on: all, member: b, type: number, min: 3, max: 2, int: 1 }]
world:
  games: [{ id: g }]
  secretKeys:
    - { name: a, key: kkkkkkkk, role: Admn, game: h, limits: { sessions: 0, sessionSeconds: 5 } }
    - { name: a, key: kkkkkkkk, rules: al }
  authTokens: [{ name: t, token: "\${env:NONE}", player: bbbbbbbbbb }, { name: u, token: uuuuuuuu, plyer: aaaaaaaaaa }]
  gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: 1, value: v }] }]
  groups: [{ groupId: ggg, members: [aaaaaaaaaa, cccccccccc] }]
`;
  expect(faultsIn(text).match(/^t\.yaml.*/gm)).toEqual([
    't.yaml:1:20: item 1 of "reporters" is wrong: there is no reporter "htlm"',
    't.yaml:1:36: item 1 of "failOn" can\'t be "fial"',
    't.yaml:2:20: "on" can\'t be "grup.admin"',
    't.yaml:2:49: "type" can\'t be "numbr"',
    't.yaml:2:107: max 2 is less than min 3',
    't.yaml:2:115: "int" must be true or false, not the number 1',
    't.yaml:6:39: "role" can\'t be "Admn"',
    't.yaml:6:51: no game "h" is declared',
    't.yaml:6:74: "sessions" must be at least 1',
    't.yaml:7:15: the name "a" is taken: the first is at t.yaml:6:15',
    't.yaml:7:23: the same value as "a": the first is at t.yaml:6:23',
    't.yaml:7:40: "rules" can\'t be "al"',
    't.yaml:8:35: the environment variable NONE is not set',
    't.yaml:8:57: no game player "bbbbbbbbbb" is declared in the game "g"',
    't.yaml:8:99: unknown key "plyer"',
    't.yaml:9:53: "key" must be text; unquoted, 1 is a number',
    't.yaml:10:23: "groupId" must have 10 characters, not 3 (§2.1)',
    't.yaml:10:50: no game player "cccccccccc" is declared in the game "g"',
  ]);
});

/** Ways to end a value early, or to begin another one within it. */
const SLIPS = [
  '"',
  "'",
  ': ',
  '{',
  '}',
  ']',
  ', ',
  ' #',
  '&',
  '*',
  '!',
  '|',
  '>',
  '\n',
  '\n  ',
  '\t',
  '@',
  '`',
  '%',
  '? ',
];
const SECRETS = `target: https://x
http:
  headers:
    X-A: ThE-sEcReT-1
    Authorization: "Bearer ThE-sEcReT-2"
  proxy: http://u:ThE-sEcReT-3@p:1
world:
  games: [{ id: g }]
  secretKeys:
    - name: a
      key: ThE-sEcReT-4
      role: Player
  authTokens: [{ name: t, token: 'ThE-sEcReT-5', admin: true }]
  gamePlayers:
    - { userId: aaaaaaaaaa, tags: [{ key: vip, value: gold }] }
`;

it.each([1, 2, 3, 4, 5])('whatever breaks the value of secret %i, no fault shows a part of it', (nth) => {
  for (const slip of SLIPS)
    for (let at = 1; at <= 12; at += 1) {
      const place = SECRETS.indexOf(`ThE-sEcReT-${nth}`) + at;
      const text = `${SECRETS.slice(0, place)}${slip}${SECRETS.slice(place)}`;
      const reading = checkTargetSource({ file: 't.yaml', text }, {});
      if (!reading.ok) expect(reading.faults.map(showFileFault).join('\n'), text).not.toMatch(/ThE-sE|EcReT/);
    }
});

const secret = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.=+/'),
  minLength: 28,
  maxLength: 40,
});
/** A change at a place of the text, both as shares of its length: something goes, comes, or stands elsewhere. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  take: fc.nat(30),
  put: fc.constantFrom('', '', ...SLIPS),
  isMove: fc.boolean(),
});

/** The text with one more mistake in it. */
function changed(
  text: string,
  { at, to, take, put, isMove }: { at: number; to: number; take: number; put: string; isMove: boolean },
): string {
  const from = Math.floor(at * text.length);
  const rest = text.slice(0, from) + put + text.slice(from + take);
  const target = Math.floor(to * rest.length);
  return isMove ? rest.slice(0, target) + text.slice(from, from + take) + rest.slice(target) : rest;
}

it('a secret that stands where a file is named is not shown', () => {
  const text = 'http: { cert: cert.pem, key: ThE-sEcReT-FoR-a-KeY }';
  const reading = checkTargetSource({ file: 't.yaml', text }, {});
  const shown = reading.ok ? '' : reading.faults.map(showFileFault).join('\n');
  expect(shown).toContain('/cert.pem: ');
  expect(shown).toContain('what is named here: ');
  expect(shown).not.toContain('ThE-sEcReT');
});

it('whatever mistakes a file has, no six characters of a secret are shown', () => {
  const inputs = [
    fc.tuple(secret, secret, secret, secret, secret),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  ] as const;
  fc.assert(
    fc.property(...inputs, (secrets, changes) => {
      const file = secrets.reduce(
        (all, value, at) => all.replace(`ThE-sEcReT-${at + 1}`, () => value),
        SECRETS,
      );
      const reading = checkTargetSource({ file: 't.yaml', text: changes.reduce(changed, file) }, {});
      const shown = reading.ok ? '' : reading.faults.map(showFileFault).join('\n').toLowerCase();
      const parts = secrets.flatMap((value) =>
        Array.from({ length: value.length - 5 }, (_, at) => value.slice(at, at + 6)),
      );
      expect(parts.filter((part) => shown.includes(part.toLowerCase()))).toEqual([]);
    }),
    { numRuns: DEEP ? 20_000 : 300 },
  );
});

it.each([
  [
    'keys of one mapping',
    (n: number) => `http:\n  headers:\n${'    X-Hn: v\n'.repeat(n).replaceAll(/n:/g, (_, at) => `${at}:`)}`,
    'nothing',
  ],
  [
    'unknown keys',
    (n: number) => 'k: v\n'.repeat(n).replaceAll('k', (_, at) => `k${at}`),
    'unknown key "k0"',
  ],
])('40000 %s are read, which takes no longer for each than for a few', (_, textOf, first) => {
  const reading = checkTargetSource({ file: 't.yaml', text: textOf(40_000) }, env);
  expect(reading.ok ? 'nothing' : reading.faults[0]?.message).toContain(first);
});
