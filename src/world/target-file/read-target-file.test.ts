import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../http/test-helpers/certificate.ts';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { z } from 'zod';
import { ENDPOINT_IDS, PERMISSION_RULES } from '../../spec/endpoints.ts';
import { IMPLICIT_GAME } from '../declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../world.ts';
import { readTargetFile, readTargetSource } from './read-target-file.ts';
import type { TargetFile } from './target-file.ts';
import { targetSchema } from './target-schema.ts';

const read = (text: string, env: Readonly<Record<string, string>> = {}): TargetFile =>
  readTargetSource({ file: 't.yaml', text }, env);

const smallest = `
target: https://staging.example.com/base
world:
  secretKeys: [{ name: admin, key: "\${env:ADMIN}" }]
  gamePlayers: [{ userId: aaaaaaaaaa }]
`;

describe('the smallest useful target file', () => {
  const file = read(smallest, { ADMIN: 'secret-admin-key' });

  it('keeps the path prefix of the URL', () => {
    expect(file.target?.href).toBe('https://staging.example.com/base');
  });

  it('leaves undeclared facts unknown', () => {
    expect(file.world.secretKeys).toEqual([
      { name: 'admin', role: UNKNOWN, game: UNKNOWN, rules: UNKNOWN, limits: {} },
    ]);
    expect(file.world).toMatchObject({ complete: false, limits: {}, authTokens: [], absents: [] });
  });

  it('has its subjects in a game without a name', () => {
    expect(file.world.games).toEqual([IMPLICIT_GAME]);
    expect(file.world.subjects).toEqual([
      {
        resource: 'gamePlayer',
        id: 'aaaaaaaaaa',
        game: IMPLICIT_GAME,
        owners: ['aaaaaaaaaa'],
        tags: UNKNOWN,
      },
    ]);
    expect(file.world.subject('gamePlayer', IMPLICIT_GAME, 'aaaaaaaaaa').is).toBe('present');
  });

  it('names the variable that its secret came from', () => {
    expect(file.secrets).toEqual([
      { name: 'admin', value: 'secret-admin-key', envName: 'ADMIN', public: false },
    ]);
    expect(file.warnings).toEqual([]);
  });
});

const inComplete = (entry: string): string => `world: { complete: true, games: [{ id: g }], ${entry} }`;
const subjects = ({ world }: TargetFile): unknown =>
  world.subjects.map(({ owners, tags }) => ({ owners, tags }));
const keyWith = (rules: string): string =>
  `world: { secretKeys: [{ name: k, key: abcdefgh, rules: ${rules} }] }`;
const rules = ({ world }: TargetFile): unknown => world.secretKeys[0]?.rules;
const tagged = (tags: string): string => `world: { gamePlayers: [{ userId: aaaaaaaaaa, tags: ${tags} }] }`;
const tags = ({ world }: TargetFile): unknown => world.subjects[0]?.tags;
const extending = (shape: string): string => `extensions: [{ on: [group.admin], member: x, ${shape} }]`;
const shape = ({ extensions }: TargetFile): unknown => extensions.map((each) => each.shape);
const answers = ({ dialectAnswers }: TargetFile): unknown =>
  dialectAnswers.map(({ question, at, option }) => `${question}@${at}: ${option}`);
const games = ({ world }: TargetFile): unknown => [
  world.games,
  world.subjects.map(({ game }) => game),
  world.secretKeys.map(({ game }) => game),
];
const HOLDER = { kind: 'player', userId: 'aaaaaaaaaa', game: 'g' };

it.each<readonly [what: string, text: string, of: (file: TargetFile) => unknown, expected: unknown]>([
  [
    'no game and no rule of a key of a complete world',
    inComplete('secretKeys: [{ name: k, key: abcdefgh, role: Player }]'),
    ({ world }) => world.secretKeys,
    [{ name: 'k', role: 'Player', game: null, rules: new Set(), limits: {} }],
  ],
  [
    'no tags, no owner and no members of a complete world',
    inComplete(
      'gamePlayers: [{ userId: aaaaaaaaaa }], characterPlayers: [{ characterId: ccccccccccc }], groups: [{ groupId: gggggggggg }]',
    ),
    subjects,
    [
      { owners: ['aaaaaaaaaa'], tags: [] },
      { owners: [], tags: [] },
      { owners: [], tags: [] },
    ],
  ],
  [
    'the games that some entry names',
    'world: { secretKeys: [{ name: k, key: abcdefgh, game: one }], gamePlayers: [{ userId: aaaaaaaaaa, game: two }, { userId: aaaaaaaaaa, game: one }] }',
    games,
    [['one', 'two'], ['two', 'one'], ['one']],
  ],
  [
    'the only game of subjects, which is not guessed for a key',
    'world: { games: [{ id: one }], gamePlayers: [{ userId: aaaaaaaaaa }], secretKeys: [{ name: a, key: abcdefgh }, { name: b, key: abcdefghi, game: null }, { name: c, key: abcdefghij, game: one }] }',
    games,
    [['one'], ['one'], [UNKNOWN, null, 'one']],
  ],
  ['all rules', keyWith('all'), rules, new Set(PERMISSION_RULES)],
  ['no rules', keyWith('[]'), rules, new Set()],
  ['a rule', keyWith('[group.getTag.selfEnable]'), rules, new Set(['group.getTag.selfEnable'])],
  [
    'tags in a list',
    tagged('[{ key: __proto__, value: "" }, { key: a, value: { repeat: abc, times: 3 } }]'),
    tags,
    [
      { key: '__proto__', value: '' },
      { key: 'a', value: 'abcabcabc' },
    ],
  ],
  ['no tags', tagged('[]'), tags, []],
  ['unknown tags', tagged('unknown'), tags, UNKNOWN],
  [
    'generated tags, with as many digits as needed',
    tagged('{ generate: 12 }'),
    tags,
    Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')).map((digits) => ({
      key: `tag-${digits}`,
      value: `value-${digits}`,
    })),
  ],
  [
    'tokens of a player, in force and expired, and of an admin',
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa }], authTokens: [{ name: ann, token: token-of-ann, player: aaaaaaaaaa }, { name: stale, token: old-token-of-ann, player: aaaaaaaaaa, expired: true }, { name: dashboard, token: token-of-admin, admin: true }] }',
    ({ world }) => world.authTokens,
    [
      { name: 'ann', holder: HOLDER, expired: false },
      { name: 'stale', holder: HOLDER, expired: true },
      { name: 'dashboard', holder: { kind: 'dashboard' }, expired: false },
    ],
  ],
  [
    'answers for the whole backend, a resource or an endpoint',
    'dialect: { codes.returnCode: name, id.missing: { gamePlayer: DataRequired, group.server: StringNull } }',
    answers,
    ['codes.returnCode@: name', 'id.missing@gamePlayer: DataRequired', 'id.missing@group.server: StringNull'],
  ],
  ...[
    ['dataless.parameters', 'null', 'null'],
    ['tags.none', '[]', '[]'],
    ['tags.none', '"[]"', '[]'],
    ['notFound.info', '{}', '{}'],
    ['notFound.info', '{ tags: [] }', '{tags: []}'],
    ['notFound.info', '{tags: null}', '{tags: null}'],
  ].map(
    ([question, written, option]) =>
      [
        `the answer ${option}, as ${written}`,
        `dialect: { ${question}: ${written} }`,
        answers,
        [`${question}@: ${option}`],
      ] as const,
  ),
  [
    'a member for each endpoint',
    'extensions: [{ on: all, member: limit, type: number, min: 1, int: true }]',
    ({ extensions }) => extensions,
    ENDPOINT_IDS.map((on) => ({ on, member: 'limit', shape: { type: 'number', min: 1, int: true } })),
  ],
  ['a list of anything', extending('type: array'), shape, [{ type: 'array', of: 'any' }]],
  [
    'a list of texts',
    extending('type: array, of: string, max: 3'),
    shape,
    [{ type: 'array', of: 'string', max: 3 }],
  ],
  ['a table', extending('type: hashtable, min: 1'), shape, [{ type: 'hashtable', min: 1 }]],
  ['a text', extending('type: string, max: 5'), shape, [{ type: 'string', min: 0, max: 5 }]],
  [
    'a provoked failure by its code',
    'provoke: { UnknownError: { header: [X-Fault, unknown] } }',
    ({ provoke }) => [...provoke],
    [['UnknownError', { header: ['X-Fault', 'unknown'] }]],
  ],
])('%s', (_, text, of, expected) => {
  expect(of(read(text))).toEqual(expected);
});

it('rules may be known in part', () => {
  const { world } = read(
    keyWith('{ has: [group.getTag.selfEnable], lacks: [group.getTag.adminSelfEnable] }'),
  );
  const [key] = world.secretKeys as [SecretKey];
  expect(key.rules).toBe(UNKNOWN);
  expect(holdsRule(key, 'group.getTag.selfEnable')).toBe(true);
  expect(holdsRule(key, 'group.getTag.adminSelfEnable')).toBe(false);
  expect(holdsRule(key, 'group.getTag.serverSelfEnable')).toBe(UNKNOWN);
});

describe('secrets', () => {
  it('have distinct shell variables derived from their names', () => {
    const { secrets } = read(
      'world: { secretKeys: [{ name: a.b, key: secret-1 }, { name: a-b, key: secret-2 }, { name: 1-key, key: "${env:A_B_KEY_2}" }, { name: other-key, key: secret-4 }] }',
      { A_B_KEY_2: 'secret-3' },
    );
    expect(secrets.map(({ envName }) => envName)).toEqual(['A_B_KEY', 'A_B_KEY_3', 'A_B_KEY_2', 'OTHER_KEY']);
  });

  it('in a header are references, and each variable in it is also a secret', () => {
    const { http, secrets } = read(
      'http: { headers: { X-Gateway: "${env:GW}", Authorization: "Bearer ${env:TOKEN}", X-Tenant: dev }, proxy: "http://u:${env:PASS}@p:1" }',
      { GW: 'gateway1', TOKEN: 'token001', PASS: 'password' },
    );
    expect(http).toEqual({
      headers: [
        ['X-Gateway', { secret: 'header X-Gateway' }],
        ['Authorization', { secret: 'header Authorization' }],
        ['X-Tenant', 'dev'],
      ],
      proxy: 'http://u:password@p:1/',
    });
    expect(secrets).toEqual([
      { name: 'header X-Gateway', value: 'gateway1', envName: 'GW', public: false },
      {
        name: 'header Authorization',
        value: 'Bearer token001',
        envName: 'TOKEN',
        scheme: 'Bearer ',
        public: false,
      },
      { name: 'env TOKEN', value: 'token001', envName: 'TOKEN', public: false },
      { name: 'env PASS', value: 'password', envName: 'PASS', public: false },
    ]);
  });

  it.each([
    ['x-${env:TOKEN}', 'X_A'],
    ['Basic ${env:TOKEN}=', 'X_A'],
    ['a ${env:TOKEN}${env:TOKEN}', 'X_A'],
    ['Basic abc ${env:TOKEN}', 'X_A'],
    ['Basic ${env:TOKEN}', 'TOKEN'],
  ])('in the header %s cover all of it, or the part after a scheme', (value, envName) => {
    const { secrets } = read(`http: { headers: { X-A: ${JSON.stringify(value)} } }`, { TOKEN: 'token001' });
    expect(secrets[0]).toMatchObject({ name: 'header X-A', envName });
    expect(secrets[0]?.scheme).toBe(envName === 'TOKEN' ? 'Basic ' : undefined);
  });

  it.each<[proxy: string, secrets: readonly string[]]>([
    ['http://p:1', []],
    ['http://u@p:1', []],
    ['http://u:hunter2hunter2@p:1', ['proxy password: hunter2hunter2']],
    [' http:u@u:hunter2@hunter2@p', ['proxy password: hunter2%40hunter2']],
    ['http://u:x${env:PASS}x@p:1', ['env PASS: password', 'proxy password: xpasswordx']],
    ['http://${env:LOGIN}@p:1', ['env LOGIN: user:password']],
    ['${env:PROXY}', ['env PROXY: http://u:p@p:1']],
  ])('in the proxy URL %s are secrets', (proxy, expected) => {
    const env = { PASS: 'password', LOGIN: 'user:password', PROXY: 'http://u:p@p:1' };
    const { secrets } = read(`http: { proxy: ${JSON.stringify(proxy)} }`, env);
    expect(secrets.map(({ name, value }) => `${name}: ${value}`)).toEqual(expected);
  });

  it.each(['public: true\nworld: { W }', 'world: { public: true, W }'])('of %j may be shown', (text) => {
    const { secrets, warnings } = read(text.replace('W', 'secretKeys: [{ name: k, key: short }]'));
    expect(secrets.map((secret) => secret.public)).toEqual([true]);
    expect(warnings).toEqual([]);
  });

  it('that are short or written in the file itself get a warning', () => {
    expect(read('world: { secretKeys: [{ name: k, key: short }] }').warnings).toEqual([
      'the secret "k" has fewer than 8 characters: reports mask it only as a whole word',
      't.yaml holds secrets as plain text (k): write "${env:NAME}", or public: true where they are not secret',
    ]);
  });
});

const pemOf = (label: string): string => `-----BEGIN ${label}-----\nx\n-----END ${label}-----\n`;
/** The beginning of a sequence in DER; in PKCS#12 it begins with the version, 3. */
const DER = Uint8Array.of(0x30, 0x82, 0x04, 0x00, 0x30);
const PKCS12 = Uint8Array.of(0x30, 0x82, 0x04, 0x00, 0x02, 0x01, 0x03);

it.each<readonly [key: 'ca' | 'cert' | 'key', file: string | Uint8Array, message: string, remedy: string]>([
  ['ca', 'hello', 'the file holds no PEM text', 'it has a line -----BEGIN …-----'],
  [
    'ca',
    pemOf('CERTIFICATE').slice(0, -20),
    'the file is cut: -----END CERTIFICATE----- is missing',
    'copy the whole file again',
  ],
  ['ca', DER, 'this file is DER, not PEM', 'convert it: openssl x509 -inform der -in FILE -out FILE.pem'],
  ['key', DER, 'this file is DER, not PEM', 'convert it: openssl pkey -inform der -in FILE -out FILE.pem'],
  [
    'cert',
    PKCS12,
    'this file is PKCS#12 (.p12, .pfx), not PEM',
    'convert it: openssl pkcs12 -nodes -in FILE -out FILE.pem',
  ],
  [
    'cert',
    pemOf('EC PRIVATE KEY'),
    'the file holds EC PRIVATE KEY, not a certificate',
    'name a file with a certificate; are cert and key swapped?',
  ],
  [
    'key',
    pemOf('ENCRYPTED PRIVATE KEY'),
    'this key is encrypted',
    'write it without its passphrase: openssl pkey -in FILE -out FILE.pem',
  ],
  [
    'key',
    pemOf('OPENSSH PRIVATE KEY'),
    'this key is for SSH',
    'name the key that belongs to the certificate',
  ],
])('%s with %j is refused', (key, content, message, remedy) => {
  const folder = tempFolder();
  const path = join(folder, 'odd');
  writeFileSync(path, content);
  writeFileSync(join(folder, 't.yaml'), `http: { ${key}: odd }`);
  expect(() => readTargetFile(join(folder, 't.yaml'), {})).toThrow(message);
  expect(() => readTargetFile(join(folder, 't.yaml'), {})).toThrow(remedy.replaceAll('FILE', path));
});

const [pair, other] = [makeCertificate(), makeCertificate()];

it.runIf(pair)('certificates are read from files next to the target file', () => {
  const folder = tempFolder();
  const { cert = '', key = '' } = pair ?? {};
  for (const name of ['ca.pem', 'cert.pem']) writeFileSync(join(folder, name), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 't.yaml'), 'http: { ca: ca.pem, cert: ./cert.pem, key: key.pem }');
  expect(readTargetFile(join(folder, 't.yaml'), {}).http).toEqual({
    headers: [],
    ca: cert,
    cert,
    key,
    files: { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') },
  });
});

it.runIf(pair)('PEM files that TLS refuses are reported with the other faults of the file', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'ca.pem'), pemOf('CERTIFICATE'));
  writeFileSync(join(folder, 'cert.pem'), pair?.cert ?? '');
  writeFileSync(join(folder, 'key.pem'), other?.key ?? '');
  const file = join(folder, 't.yaml');
  writeFileSync(file, 'http: { ca: ca.pem, cert: cert.pem, key: key.pem, heders: {} }');
  expect(() => readTargetFile(file, {})).toThrow(
    /:1:13: TLS can't use this PEM text[^]*:1:42: the key belongs to another[^]*:1:51: unknown key "heders"/,
  );
});

it('the schema converts to a JSON Schema for editors', () => {
  const schema = z.toJSONSchema(targetSchema, { io: 'input' });
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(targetSchema.shape));
  expect(schema.properties?.['dialect']).toMatchObject({
    properties: { 'tagKeys.effect': {} },
    additionalProperties: false,
  });
});
