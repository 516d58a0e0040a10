/** TLS and proxies by the compiled command line, which bundles the HTTP client: what works from source may be missing there. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import tls from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';
import { fileWith } from '../src/cli/test-helpers/captured.ts';
import { makeCertificate, writePems } from '../src/http/test-helpers/certificate.ts';
import { proxyServer } from '../src/http/test-helpers/proxy-server.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';
import { processOf } from './test-helpers/processes.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const pair = makeCertificate();
const own = pair ?? { key: '', cert: '' };
const files = writePems(tempFolder(), own);

/** A simulator behind TLS. */
async function secured(options: tls.TlsOptions = {}): Promise<string> {
  const { port } = new URL(await serving());
  const front = tls.createServer({ ...own, ...options }, (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  return `https://localhost:${await listening(front)}`;
}

/** Runs plain cases and some that are written byte by byte; what it printed, behind its exit code. */
async function run(target: string, http: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = fileWith(`target: ${target}\nhttp: ${JSON.stringify(http)}\n${readFileSync(WORLD, 'utf8')}`);
  const words = [BIN, 'run', file, '--only', 'reply/success', '--only', 'http/chunked'];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: files.ca };
  const { end, out, err } = processOf(process.execPath, words, tempFolder(), env);
  return `exit ${await end}\n${out()}${err()}`;
}

const PASSED = /^exit 0\n[^]*\n[1-9]\d* passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/;
/** Through a proxy no bytes can be planned. */
const SOME_SKIPPED = /^exit 0\n[^]*\n[1-9]\d* passed, 0 failed, 0 warned, [1-9]\d* skipped, 0 errored\n$/;

beforeAll(buildWhereStale);

test('a proxy forwards requests for http', async () => {
  const { url, asked } = await proxyServer();
  const target = await serving();
  expect(await run(target, { proxy: url })).toMatch(SOME_SKIPPED);
  expect(asked).toContainEqual(expect.stringMatching(`^POST ${target}/`));
});

describe.skipIf(pair === undefined)('over TLS', () => {
  const demanding = { ca: own.cert, requestCert: true, rejectUnauthorized: true };
  const certified = { ca: files.ca, cert: files.cert, key: files.key };

  test('a target with a certificate of its own authority', async () => {
    expect(await run(await secured(), { ca: files.ca })).toMatch(PASSED);
  });

  test('a target that demands a client certificate', async () => {
    expect(await run(await secured(demanding), certified)).toMatch(PASSED);
  });

  test('the same without a certificate says what to give', async () => {
    expect(await run(await secured(demanding), { ca: files.ca })).toMatch(
      /^exit 3\n[^]*give the client certificate as http: cert and key/,
    );
  });

  test.each([
    ['a proxy', undefined],
    ['a proxy that speaks TLS itself', pair],
  ])('%s opens a tunnel to https, and the client certificate passes it', async (_, ofProxy) => {
    const { url, asked } = await proxyServer(undefined, ofProxy);
    const target = await secured(demanding);
    expect(await run(target, { proxy: url, ...certified })).toMatch(SOME_SKIPPED);
    expect(new Set(asked)).toEqual(new Set([`CONNECT ${new URL(target).host}`]));
  });

  test('a proxy that speaks TLS itself is used for http', async () => {
    const { url, asked } = await proxyServer(undefined, pair);
    const target = await serving();
    expect(await run(target, { proxy: url })).toMatch(SOME_SKIPPED);
    expect(asked.length).toBeGreaterThan(0);
  });

  test('a proxy that refuses is named', async () => {
    const { url } = await proxyServer(403);
    expect(await run(await secured(), { proxy: url, ca: files.ca })).toMatch(
      /^exit 3\n[^]*the proxy refused to connect \(HTTP 403\)/,
    );
  });
});
