/** Replies by something else than the backend, in its place or in front of it: each message says what answers, and what to do. */
import type { IncomingMessage, RequestListener } from 'node:http';
import https from 'node:https';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeCertificate, writePems } from '../http/test-helpers/certificate.ts';
import { listening } from '../http/test-helpers/servers.ts';
import { fileWith, folder, tagproof } from './test-helpers/captured.ts';
import { saying, servingBy, WORLD } from './test-helpers/serving.ts';

const ONE = `--world ${WORLD} --only secret-key/missing@group.server`;
const PAGE = '<html><h1>Moved</h1></html>';

const redirecting =
  (location: (request: IncomingMessage) => string, body: string): RequestListener =>
  (request, response) => {
    const type = body.startsWith('<') ? 'text/html' : 'application/json';
    request.resume();
    response.writeHead(301, { Location: location(request), 'Content-Type': type }).end(body);
  };

describe.each([
  ['without a body', ''],
  ['with a page', PAGE],
  ['with JSON', '{"message":"moved"}'],
])('a redirect of everything, %s,', (_, body) => {
  test('names the URL to use', async () => {
    const url = await servingBy(redirecting(({ url: path }) => `https://other.test/v2${path}`, body));
    const { exit, err } = await tagproof(`run --target ${url} ${ONE}`);
    expect(err).toContain(
      'every request is redirected to https://other.test/v2\n  use that URL as the target',
    );
    expect(exit).toBe(3);
  });

  test('that only adds a slash asks for a backend without it', async () => {
    const url = await servingBy(redirecting(({ url: path }) => `${path}/`, body));
    const { exit, err } = await tagproof(`run --target ${url} ${ONE}`);
    expect(err).toMatch(
      /every request is redirected to a path with a slash at its end: \/api\/\S+\/\n {2}the paths/,
    );
    expect(err).not.toContain('use that URL');
    expect(exit).toBe(3);
  });
});

const pair = makeCertificate();

test.skipIf(pair === undefined)(
  'a page that asks for a client certificate says where to give it',
  async () => {
    const own = pair ?? { key: '', cert: '' };
    const page = '<html><center>No required SSL certificate was sent</center></html>';
    const server = https.createServer(own, saying(page, 400, 'text/html'));
    const target = fileWith(
      `target: https://localhost:${await listening(server)}\nhttp: { ca: ${writePems(folder(), own).ca} }\n`,
    );
    const { exit, err } = await tagproof(`run ${target} ${ONE}`);
    expect(err).toMatch(/HTTP 400 and asks for a client certificate: give http: cert and key/);
    expect(exit).toBe(3);
  },
);

describe('a reply in a coding that is not undone', () => {
  const refused = Buffer.from('{"returnCode":-10}');

  test.each([
    ['zstd', Buffer.from('28b52ffd2012910000', 'hex')],
    ['gzip, br', brotliCompressSync(gzipSync(refused))],
  ])('is named, warned of, and never judged as broken JSON: %s', async (coding, body) => {
    const url = await servingBy((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(body);
    });
    const { exit, out } = await tagproof(`run --target ${url} ${ONE} --ignore-setup`);
    expect(out).toContain(
      `ERROR its reply came compressed (Content-Encoding: ${coding}), which tagproof can't read`,
    );
    expect(out).toMatch(/WARN 1 case {2}principle\/uncompressed/);
    expect(out).toMatch(/\n0 passed, 0 failed, 1 warned, 0 skipped, 1 errored\n$/);
    expect(exit).toBe(3);
  });

  test('is judged all the same where its bytes are JSON', async () => {
    const url = await servingBy((request, response) => {
      request.resume();
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' })
        .end(refused);
    });
    const { exit, out } = await tagproof(`run --target ${url} ${ONE} --ignore-setup`);
    expect(out).toMatch(/\n1 passed, 0 failed, 1 warned, 0 skipped, 0 errored\n$/);
    expect(exit).toBe(0);
  });
});
