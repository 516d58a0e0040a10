import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { Simulator } from '../../../simulator/http/server.ts';
import { sampled } from '../../../test/test-helpers/deep.ts';
import { SECRETS, STORE } from '../../../simulator/test-helpers/small-world.ts';
import type { HeaderLine } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { type LinkSettings, linkOf } from '../link.ts';
import { rawCommandOf } from './raw-command.ts';
import { rawTransport } from '../test-helpers/raw-transport.ts';
import { ReplyParser } from '../raw/reply-parser.ts';
import { secretStoreOf, type SecretStore } from '../secrets/secrets.ts';
import { makeCertificate, writePems } from '../test-helpers/certificate.ts';
import { PLAYER, REQUEST, SETTINGS, targetAt, SECRET_STORE } from '../test-helpers/requests.ts';
import { listening, rawServer, shown } from '../test-helpers/servers.ts';

const BASE = new URL('http://127.0.0.1:4020/base');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const commandOf = (change: Partial<Request>, base = BASE, secretStore = SECRET_STORE): string =>
  rawCommandOf({ ...REQUEST, ...change }, targetAt(base, {}, secretStore), 'r.bin').command;

const PLAIN: Partial<Request> = { headers: [['Secret-Key', { secret: 'open' }]] };
const CONNECT = 'exec 3<>/dev/tcp/127.0.0.1/4020 || exit; cat >&3; cat <&3';

describe('a raw command', () => {
  it('sends the bytes of a file, and bounds the time', () => {
    expect(commandOf(PLAIN)).toBe(`timeout 5 bash -c '${CONNECT}' < r.bin`);
  });

  it('puts secrets in on the way', () => {
    const { bytes, command } = rawCommandOf(REQUEST, targetAt(BASE), "it's.bin");
    expect(command).toBe(
      String.raw`TAGPROOF_1="$PLAYER_KEY" perl -pe 's/\{\{(TAGPROOF_1)\}\}/$ENV{$1}/g' < 'it'\''s.bin' | timeout 5 bash -c '${CONNECT}'`,
    );
    expect(textOf(bytes)).toBe(
      [
        'POST /base/api/rJson/gamePlayer/client/getTag HTTP/1.1',
        'Host: 127.0.0.1:4020',
        'Connection: close',
        'Content-Type: application/json',
        'Secret-Key: {{TAGPROOF_1}}',
        'Content-Length: 23',
        '',
        '{"userId":"aaaaaaaaaa"}',
      ].join('\r\n'),
    );
  });

  it('has one place for each secret and alteration, none that the request holds itself, and none for a public one', () => {
    const secret = (alter?: StringAlteration): HeaderLine => [
      'A',
      alter === undefined ? { secret: 'player' } : { secret: 'player', alter },
    ];
    const headers = [secret(), secret('cut-one'), secret(), ['B', { secret: 'open' }] satisfies HeaderLine];
    const body = Buffer.from('{{TAGPROOF_1}}');
    const { bytes, command } = rawCommandOf({ ...REQUEST, headers, body }, targetAt(BASE), 'r.bin');
    expect(textOf(bytes)).toContain(
      'A: {{TAGPROOF_2}}\r\nA: {{TAGPROOF_3}}\r\nA: {{TAGPROOF_2}}\r\nB: open-key-0001\r\n',
    );
    expect(command).toContain(
      String.raw`TAGPROOF_2="$PLAYER_KEY" TAGPROOF_3="${'${PLAYER_KEY%?}'}" perl -pe 's/\{\{(TAGPROOF_2|TAGPROOF_3)\}\}/$ENV{$1}/g' <`,
    );
  });

  it.each([
    ['http://[::1]:4020', 'exec 3<>/dev/tcp/::1/4020 ||'],
    ['http://localhost', 'exec 3<>/dev/tcp/localhost/80 ||'],
    ["http://a$b'c:81", String.raw`exec 3<>/dev/tcp/'\''a$b'\''\'\'''\''c'\''/81 ||`],
    [
      'https://example.com/x',
      'timeout 5 openssl s_client -quiet -connect example.com:443 -servername example.com < r.bin',
    ],
    ['https://127.0.0.1:8443', 'openssl s_client -quiet -connect 127.0.0.1:8443 < r.bin'],
    ['https://[::1]:8443', "openssl s_client -quiet -connect '[::1]:8443' < r.bin"],
  ])('connects to %s', (base, connect) => {
    expect(commandOf(PLAIN, new URL(base))).toContain(connect);
  });

  it.each<[wire: WireAlteration, remark: string]>([
    ['split-bytes', 'the 24 pieces are sent at once; tagproof replay sends them apart'],
    ['short-body', 'the stream stays open behind the bytes; tagproof replay ends it'],
  ])('says what it does not do of %s', (wire, remark) => {
    expect(commandOf({ ...PLAIN, wire })).toBe(`timeout 5 bash -c '${CONNECT}' < r.bin # ${remark}`);
  });

  it('has the headers of the target, its files, and says that it goes past the proxy', () => {
    const files = { ca: '/x/ca.pem', cert: "/x/a:b's.pem", key: '/x/key.pem' };
    const headers: readonly HeaderLine[] = [
      ['X-Gateway', { secret: 'player' }],
      ['secret-key', 'y'],
    ];
    const target = targetAt('https://localhost', { headers, files, proxy: 'http://u:secret-word@p' });
    const { bytes, command } = rawCommandOf({ ...REQUEST, ...PLAIN }, target, 'r.bin');
    expect(textOf(bytes)).toContain('\r\nSecret-Key: open-key-0001\r\nX-Gateway: {{TAGPROOF_1}}\r\n');
    expect(command).toMatch(/^TAGPROOF_1="\$PLAYER_KEY" perl /);
    expect(command).toContain(
      String.raw` -servername localhost -CAfile /x/ca.pem -cert '/x/a:b'\''s.pem' -key /x/key.pem #`,
    );
    expect(command).toMatch(/ # the bytes go straight to the target, not through the proxy$/);
  });

  it('leaves places out that no byte has', () => {
    expect(commandOf({ wire: 'garbage-head' })).toBe(`timeout 5 bash -c '${CONNECT}' < r.bin`);
  });

  it.each(sampled(Object.keys(STRING_ALTERATIONS) as StringAlteration[], 3, 0))(
    'holds nothing of a secret altered by %s',
    (alter) => {
      const request: Request = { ...REQUEST, headers: [['A', { secret: 'player', alter }]] };
      const of = (value: string) =>
        rawCommandOf(request, targetAt(BASE, {}, secretStoreOf([{ ...PLAYER, value }])), 'r.bin');
      expect(of('k7Fq2LmZ9xT4')).toEqual(of('abcdefghijkq'));
    },
  );
});

const folder = tempFolder();
let files = 0;

/** Runs the command of a request as if it were typed; gives all that it prints, its complaints last. */
async function run(
  request: Request,
  base: URL,
  secretStore: SecretStore,
  settings: Partial<LinkSettings> = {},
): Promise<{ readonly out: Buffer; readonly err: string }> {
  const file = join(folder, `request ${(files += 1)}`);
  const { bytes, command } = rawCommandOf(request, targetAt(base, settings, secretStore), file);
  writeFileSync(file, bytes);
  const secrets = Object.fromEntries(secretStore.all().map(({ envName, value }) => [envName, value]));
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...secrets };
  const child = spawn('bash', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  return { out, err: err.toString() };
}

async function sentRaw(request: Request, baseUrl: URL, secretStore: SecretStore): Promise<string> {
  const transport = rawTransport(linkOf({ baseUrl, secretStore, settings: SETTINGS }));
  const exchange = await transport.send(request);
  await transport.close();
  return shown(exchange);
}

/** The outcome that a command printed. */
async function sentByShell(request: Request, base: URL, secretStore: SecretStore): Promise<string> {
  const { out, err } = await run(request, base, secretStore);
  expect(err).toBe('');
  const parser = new ReplyParser(request.method, { headBytes: 1 << 16, bodyBytes: 1 << 20 });
  const parsed = parser.push(out);
  return shown({ request, outcome: parsed.kind === 'more' ? parser.end() : parsed, ms: 0 });
}

const hasTools = spawnSync('bash', ['-c', 'command -v perl && command -v timeout']).status === 0;
const LONG = { timeout: 30_000 };
const header = (...headers: HeaderLine[]): Partial<Request> => ({ headers });
const altered = (alter: StringAlteration): Partial<Request> =>
  header(['Secret-Key', { secret: 'player', alter }]);

/** Near misses of every making. */
const SAMPLES: readonly StringAlteration[] = ['cut-one', 'doubled', 'backslash-last', 'sql-quote', 'kelvin'];

/** A moment in which no byte comes: the request is over. Once as much has come as before, it is waited for more only shortly. */
const SILENCE_MS = 300;
const SAME_SILENCE_MS = 50;

/** What comes for each connection, in their order; each is answered once nothing more comes. */
async function recorder(): Promise<{ readonly url: URL; readonly came: string[] }> {
  const came: string[] = [];
  const url = await rawServer((socket, index) => {
    const answer = () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    let timer = setTimeout(answer, SILENCE_MS * 10);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      came[index] = (came[index] ?? '') + chunk;
      clearTimeout(timer);
      const isSame = index > 0 && came[index] === came[0];
      timer = setTimeout(answer, isSame ? SAME_SILENCE_MS : SILENCE_MS);
    });
  }, true);
  return { url, came };
}

describe.skipIf(!hasTools).concurrent('running a raw command sends the same bytes', LONG, () => {
  it.each<[string, Partial<Request>]>([
    ['as it is', {}],
    ['without a body', { body: undefined }],
    [
      'with a secret twice, an altered and a public one',
      header(
        ['A', { secret: 'player' }],
        ['B', { secret: 'open' }],
        ['A', { secret: 'player', alter: 'doubled' }],
        ['a', { secret: 'player' }],
      ),
    ],
    [
      'with odd bytes in the path, headers and the body',
      {
        path: '/\0',
        ...header(['', 'x'], ['Game', 'a\0b'], ['A', 'caf\xe9'], ['B', 'ключ 😀']),
        body: Uint8Array.from({ length: 256 }, (_, at) => at),
      },
    ],
    ['with a place in the body', { body: Buffer.from('{{TAGPROOF_1}}{{TAGPROOF_2}}') }],
    ['with a long body', { body: Buffer.alloc(300_000, 'x\n') }],
    ...sampled(SAMPLES, SAMPLES.length, 2).map((alter): [string, Partial<Request>] => [
      `with a secret altered by ${alter}`,
      altered(alter),
    ]),
    ...sampled(Object.keys(WIRE_ALTERATIONS) as WireAlteration[], 8, 0).map(
      (wire): [string, Partial<Request>] => [wire, { wire }],
    ),
  ])('%s', async (_, change) => {
    const { url, came } = await recorder();
    const request = { ...REQUEST, ...change };
    const base = new URL('/base', url);
    await sentRaw(request, base, SECRET_STORE);
    const { out, err } = await run(request, base, SECRET_STORE);
    expect(out.toString()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    expect(err).toBe('');
    expect(came).toHaveLength(2);
    expect(came[1]).toBe(came[0]);
  });
});

const PUBLIC = secretStoreOf(SECRETS);
const PRIVATE = secretStoreOf(SECRETS.map((secret) => ({ ...secret, public: false })));
const credentials = (alter?: StringAlteration): readonly HeaderLine[] => [
  ['Content-Type', 'application/json'],
  ['Secret-Key', alter === undefined ? { secret: 'player' } : { secret: 'player', alter }],
  ['Auth-Token', { secret: 'ann' }],
];
const OWN: Request = { ...REQUEST, headers: credentials(), body: Buffer.from('{"userId":"playerann1"}') };

describe.skipIf(!hasTools)('running a raw command gets the reply of the raw transport', LONG, () => {
  const simulator = new Simulator({ store: STORE, basePath: '/base' });
  let url = '';
  beforeAll(async () => ({ url } = await simulator.start()));
  afterAll(() => simulator.close());

  const both = async (request: Request, secretStore: SecretStore, base = new URL(url)): Promise<string> => {
    const raw = await sentRaw(request, base, secretStore);
    expect(await sentByShell(request, base, secretStore)).toBe(raw);
    return raw;
  };

  it.each([
    ['public secrets', PUBLIC],
    ['secrets of the environment', PRIVATE],
  ])('with %s', async (_, secretStore) => {
    expect(await both({ ...OWN, wire: 'chunked' }, secretStore)).toContain('"gold"');
    expect(await both({ ...OWN, headers: credentials('cut-one') }, secretStore)).toMatch(/^200 .*-10/);
    expect(await both({ ...OWN, headers: [...credentials(), ['', 'x']] }, secretStore)).toMatch(/^[24]00 /);
  });

  // Those keep the connection open, so that their commands end only with the time.
  const lasting: ReadonlySet<WireAlteration> = new Set(['short-body', 'broken-chunks', 'upgrade']);
  const wires = (Object.keys(WIRE_ALTERATIONS) as WireAlteration[]).filter((wire) => !lasting.has(wire));
  it.each(sampled(wires, 8, 1))('altered by %s', async (wire) => {
    expect(await both({ ...OWN, wire }, PRIVATE)).toMatch(/^\d{3} |^closed: /);
  });

  it.each(['localhost', '127.0.0.1'])('from %s', async (host) => {
    const base = new URL(url);
    base.hostname = host;
    expect(await both(OWN, PRIVATE, base)).toContain('"gold"');
  });
});

describe.skipIf(!hasTools)('running a raw command', LONG, () => {
  it('reaches an IPv6 address', async ({ skip }) => {
    const simulator = new Simulator({ store: STORE });
    const started = await simulator.start({ host: '::1' }).catch(() => skip('no IPv6 here'));
    const base = new URL(started.url);
    expect(await sentByShell(OWN, base, PRIVATE)).toBe(await sentRaw(OWN, base, PRIVATE));
    await simulator.close();
  });

  it('says that nothing listens', async () => {
    const { out, err } = await run(REQUEST, new URL('http://127.0.0.1:1'), SECRET_STORE);
    expect(out.toString()).toBe('');
    expect(err).toMatch(/Connection refused/);
    expect(err).not.toMatch(/descriptor/);
  });

  const pair = makeCertificate();
  it.skipIf(pair === undefined)('speaks TLS', async () => {
    const server = https.createServer({ ...pair }, (request, response) => {
      request.resume().on('end', () => response.end(String(request.headers['secret-key'])));
    });
    const base = new URL(`https://localhost:${await listening(server)}`);
    const { out } = await run({ ...REQUEST, wire: 'chunked' }, base, SECRET_STORE);
    expect(out.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n[^]*k7Fq2LmZ9xT4/);
  });

  it.skipIf(pair === undefined)('shows a certificate, and sends the headers of the target', async () => {
    if (pair === undefined) return;
    const options = { ...pair, requestCert: true, rejectUnauthorized: true, ca: pair.cert };
    const server = https.createServer(options, (request, response) => {
      request.resume().on('end', () => response.end(String(request.headers['x-gateway'])));
    });
    const base = new URL(`https://localhost:${await listening(server)}`);
    const settings: Partial<LinkSettings> = {
      files: writePems(folder, pair),
      headers: [['X-Gateway', { secret: 'player' }]],
    };
    const { out, err } = await run({ ...REQUEST, wire: 'chunked' }, base, SECRET_STORE, settings);
    expect(out.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n[^]*k7Fq2LmZ9xT4/);
    expect(err).not.toMatch(/error/);
  });
});
