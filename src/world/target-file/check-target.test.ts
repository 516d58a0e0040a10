import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import { examples } from '../../../test/test-helpers/examples.ts';
import { hintText, showFileFault } from '../yaml/fault.ts';
import { checkTargetSource } from './check-target.ts';

const env = { KEY: 'secret-key-1', SAME: 'secret-key-1', EMPTY: '', BREAK: 'a\nb' };

/** Lists the marked part of the source and the message of each fault, and its remedy. */
function messages(text: string, atMost?: number): readonly (readonly string[])[] {
  const reading = checkTargetSource({ file: 't.yaml', text }, env);
  if (reading.ok) return [];
  return reading.faults.slice(0, atMost).map(({ at, message, hint }) => {
    const [part = ''] = text.slice(at?.start, at?.end).split('\n');
    return [
      `${part.trim()}: ${message}`,
      ...(hintText(hint) ?? '').split('\n').filter((line) => line !== ''),
    ];
  });
}

/** A file for each mistake, and what is said of it. */
const IN_WORLD = examples(`
world: { secretKeys: [{ name: a, key: "\${env:EMPTY}" }] }
  "\${env:EMPTY}": "key" must not be empty
  the environment variable EMPTY is set, but empty
world: { games: [{ id: meadow }], secretKeys: [{ name: a, key: abcdefgh, game: medow }] }
  medow: no game "medow" is declared
  did you mean "meadow"?
world: { games: [{ id: a }, { id: a }] }
  a: the game "a" is declared twice
world: { games: [{ id: a }, { id: b }], gamePlayers: [{ userId: aaaaaaaaaa }] }
  { userId: aaaaaaaaaa }: the game is missing, and there are several
  add game: a or game: b
world: { complete: true, gamePlayers: [{ userId: aaaaaaaaaa }] }
  { userId: aaaaaaaaaa }: a world without games has nothing in it
  declare one: games: [{ id: … }]
world: { complete: true, secretKeys: [{ name: a, key: abcdefgh }] }
  { name: a, key: abcdefgh }: the key "role" is missing: a complete world knows it
  add role: Player or role: Admin
world: { secretKeys: [{ name: a, key: abcdefgh, rules: [group.getTag.selfEnabled] }] }
  group.getTag.selfEnabled: item 1 of "rules" can't be "group.getTag.selfEnabled"
  did you mean "group.getTag.selfEnable"?
world: { secretKeys: [{ name: a, key: abcdefgh, rules: { has: [group.getTag.selfEnable], lacks: [ group.getTag.selfEnable ] } }] }
  group.getTag.selfEnable: the rule group.getTag.selfEnable is in both lists
  a key either has a rule or lacks it
world: { complete: true, games: [{ id: g }], secretKeys: [{ name: a, key: abcdefgh, role: Player, rules: { has: [group.getTag.selfEnable] } }] }
  rules: has and lacks leave rules unknown: a complete world knows them all
  list exactly the rules that the key has: rules: [group.getTag.selfEnable]
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { requestsPerSecond: 0 } }] }
  0: "requestsPerSecond" must be more than 0
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessions: 2 } }] }
  sessions: sessions without sessionSeconds
  say for how long a token counts: sessionSeconds: 5
world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessionSeconds: 2 } }] }
  sessionSeconds: sessionSeconds without sessions
  say how many tokens the key may serve: sessions: 2
world: { secretKeys: [{ name: a, key: abcdefgh }], authTokens: [{ name: a, token: ijklmnop, admin: true }] }
  a: the name "a" is taken
  names are unique among keys and tokens
world: { secretKeys: [{ name: a b, key: abcdefgh }] }
  a b: "name" must be a word of letters, digits, ".", "_" and "-"
world: { secretKeys: [{ name: a, key: "\${env:KEY}" }, { name: b, key: "\${env:SAME}" }] }
  "\${env:SAME}": the same value as "a"
  every key and token has a value of its own
world: { secretKeys: [{ name: a, key: "\${env:BREAK}" }] }
  "\${env:BREAK}": "key" holds a control character or a line break, which no header can carry
world: { secretKeys: [{ name: a, key: schlüssel→ }] }
  schlüssel→: "key" holds a character beyond Latin-1, which no header can carry
world: { secretKeys: [{ name: a, key: "abcdefgh " }] }
  "abcdefgh ": "key" begins or ends with a blank, which headers lose
world: { authTokens: [{ name: a, token: abcdefgh }] }
  { name: a, token: abcdefgh }: this token has no holder
  add player: the userId of the player who logged in, or admin: true
world: { authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa, admin: true }] }
  player: a token belongs to a player or to an admin, not to both
  leave out player or admin
world: { games: [{ id: g }], authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa }] }
  aaaaaaaaaa: no game player "aaaaaaaaaa" is declared in the game "g"
  declare it: gamePlayers: [{ userId: "aaaaaaaaaa" }]
world: { gamePlayers: [{ userId: aaaaaaaaaa }], characterPlayers: [{ characterId: ccccccccccc, owner: aaaaaaaaab }] }
  aaaaaaaaab: no game player "aaaaaaaaab" is declared
  did you mean "aaaaaaaaaa"?
world: { gamePlayers: [{ userId: aaaaaaaaaa }], groups: [{ groupId: gggggggggg, members: [aaaaaaaaaa, bbbbbbbbbb] }] }
  bbbbbbbbbb: no game player "bbbbbbbbbb" is declared
  declare it: gamePlayers: [{ userId: "bbbbbbbbbb" }]
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaa }] }
  aaaaaaaaa: "userId" must have 10 characters, not 9 (§2.1)
world: { absent: { characterPlayers: [aaaaaaaaaa] } }
  aaaaaaaaaa: item 1 of "characterPlayers" must have 11 characters, not 10 (§2.1)
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa }, { userId: aaaaaaaaaa }] }
  aaaaaaaaaa: the game player "aaaaaaaaaa" is declared twice in the game "g"
world: { gamePlayers: [{ userId: aaaaaaaaaa }], absent: { gamePlayers: [aaaaaaaaaa] } }
  aaaaaaaaaa: the game player "aaaaaaaaaa" is declared as existing
  an absent id exists in no game
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: "\\uD83D" }] }] }
  "\\uD83D": "value" holds half of a surrogate pair, which is not text
world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: { repeat: abcd, times: 1000000 } }] }] }
  { repeat: abcd, times: 1000000 }: "value" has 4000000 characters
  at most 1048576 are possible
`);

const IN_FILE = examples(`
target: localhost:8080
  localhost:8080: "target" is wrong: not a URL: http:// or https:// is missing
  did you mean "http://localhost:8080"?
target: u:p@x
  u:p@x: "target" is wrong: not a URL: http:// or https:// is missing
  did you mean "http://…@x"?
target: ftp://x
  ftp://x: "target" is wrong: not a URL of http or https
  for instance https://staging.example.com/base
target: http://x:99999
  http://x:99999: "target" is wrong: not a URL of http or https
  for instance https://staging.example.com/base
world: { secretKeys: [{ name: a, key: $STAGING_KEY }] }
  $STAGING_KEY: "key" holds a variable that nothing fills in
  write "\${env:STAGING_KEY}"
world: { secretKeys: [{ name: a, key: "\${STAGING_KEY}" }] }
  "\${STAGING_KEY}": "key" holds a variable that nothing fills in
  write "\${env:STAGING_KEY}"
world: { secretKeys: [{ name: a, key: "\${ENV:STAGING_KEY}" }] }
  "\${ENV:STAGING_KEY}": "key" holds a variable that nothing fills in
  write "\${env:STAGING_KEY}"
world: { secretKeys: [{ name: a, key: "\${{ secrets.staging_key }}" }] }
  "\${{ secrets.staging_key }}": "key" holds a variable that nothing fills in
  pass it to the job as the environment variable STAGING_KEY, and write "\${env:STAGING_KEY}"
target: "https://\${STAGING_HOST}/base"
  "https://\${STAGING_HOST}/base": "target" holds a variable that nothing fills in
  write "\${env:STAGING_HOST}"
target: http://u:p@x/
  http://u:p@x/: "target" is wrong: a base URL with a user name or a password
  send an Authorization header instead: http.headers
target: http://x/?a=b
  http://x/?a=b: "target" is wrong: a base URL with a query or a fragment
  give the part before ? and #
target: http://x/api/rJson
  http://x/api/rJson: "target" is wrong: a base URL that already holds /api/rJson
  give the part before /api/rJson; the paths of the document are added to it
http: { headers: { secret-key: x } }
  secret-key: this key can't be set here: the document's own header; keys, tokens and games are declared under world
http: { headers: { Host: x } }
  Host: the key "Host" can't be set here: set by the transport
http: { headers: { X-A: x, x-a: y } }
  x-a: "x-a" is here twice
  names of headers have no case
http: { headers: { X-A: "\${env:BREAK}" } }
  "\${env:BREAK}": "X-A" holds a control character or a line break, which no header can carry
http: { proxy: nowhere }
  nowhere: "proxy" is not the URL of a proxy
  for instance http://proxy.example.com:8080
http: { cert: package.json }
  cert: cert without key
  name the file of its key too
provoke: { UnknownError: { header: [Game-Id, x] } }
  Game-Id: item 1 of "header" can't be set here: the document's own header; keys, tokens and games are declared under world
provoke: { UnknownError: { header: [X Y, x] } }
  X Y: item 1 of "header" is not a header name: letters, digits and !#$%&'*+-.^_\`|~
dialect: { codes.returnCod: number }
  codes.returnCod: unknown key "codes.returnCod"
  did you mean "codes.returnCode"?
dialect: { codes.returnCode: nummer }
  nummer: "codes.returnCode" can't be "nummer"
  did you mean "number"?
dialect: { id.null: 7 }
  7: "id.null" must be "StringNull", "DataRequired", "TypeInvalid" or a mapping, not the number 7
  With which type is a null id refused?
dialect: { codes.errorCode: { group: name } }
  { group: name }: "codes.errorCode" must be "number", "name" or "digits", not a mapping
  In which wire form does errorCode come?
extensions: [{ on: group.server, member: tagKeys, type: number }]
  tagKeys: the document itself has a member "tagKeys" on group.server
  extensions are other members
extensions: [{ on: all, member: a, type: number }, { on: group.admin, member: a, type: array }]
  a: the member "a" is declared twice on group.admin
extensions: [{ on: group.admin, member: a, type: number, min: 4, max: 2 }]
  2: max 2 is less than min 4
extensions: [{ on: group.admin, member: __proto__, type: array }]
  __proto__: "member" can not be "__proto__": it can not be sent as a member
`);

it.each([...IN_FILE, ...IN_WORLD])(
  'the mistake in %s is reported with its place and remedy',
  (text, said) => {
    expect(messages(text)).toContainEqual(said);
  },
);

it('all mistakes are reported at once, in the order of the file', () => {
  const text = 'target: nowhere://x\ndialect: { no: no }\nworld:\n  gamePlayers:\n    - userId: short\n';
  expect(messages(text).map(([message]) => message)).toEqual([
    'nowhere://x: "target" is wrong: not a URL of http or https',
    'no: unknown key "no"',
    'short: "userId" must have 10 characters, not 5 (§2.1)',
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
  expect(messages(textOf(40_000), 1)[0]?.[0] ?? 'nothing').toContain(first);
});
