/** Replies by something else than the backend, in its place or in front of it: each message says what answers, and what to do. */
import type { IncomingMessage, RequestListener } from 'node:http';
import https from 'node:https';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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

const ELSEWHERE = 'every request is redirected to https://other.test/v2\n  use that URL as the target';
const WITH_SLASH =
  /every request is redirected to a path with a slash at its end: \/api\/\S+\/\n {2}the paths/;

test.each<readonly [body: string, location: (path: string) => string, says: string | RegExp]>([
  ['', (path) => `https://other.test/v2${path}`, ELSEWHERE],
  [PAGE, (path) => `https://other.test/v2${path}`, ELSEWHERE],
  ['{"message":"moved"}', (path) => `https://other.test/v2${path}`, ELSEWHERE],
  ['', (path) => `${path}/`, WITH_SLASH],
])('a redirect of everything, with the body %j, says what to do', async (body, location, says) => {
  const url = await servingBy(redirecting(({ url: path = '' }) => location(path), body));
  const { exit, err } = await tagproof(`run --target ${url} ${ONE}`);
  expect(err).toMatch(says);
  expect(err.includes('use that URL')).toBe(says === ELSEWHERE);
  expect(exit).toBe(3);
});

test('a page that asks for a login says where to give it', async () => {
  const page = '<html><center>401 Authorization Required</center></html>';
  const { exit, err } = await tagproof(
    `run --target ${await servingBy(saying(page, 401, 'text/html'))} ${ONE}`,
  );
  expect(err).toMatch(/answers with HTTP 401 and asks for a login: give http: headers in a target file/);
  expect(exit).toBe(3);
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

const REFUSED = Buffer.from('{"returnCode":-10}');

test.each([
  ['zstd', Buffer.from('28b52ffd2012910000', 'hex')],
  ['gzip, br', brotliCompressSync(gzipSync(REFUSED))],
  ['zstd', REFUSED],
])('a reply in %s is named and warned of, and judged where its bytes are JSON', async (coding, body) => {
  const url = await servingBy((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(body);
  });
  const { exit, out } = await tagproof(`run --target ${url} ${ONE} --ignore-setup`);
  const isRead = body === REFUSED;
  const said = `ERROR its reply came compressed (Content-Encoding: ${coding}), which tagproof can't read`;
  expect(out.includes(said)).toBe(!isRead);
  expect(out).toMatch(/WARN 1 case {2}principle\/uncompressed/);
  const counts = isRead
    ? '1 passed, 0 failed, 1 warned, 0 skipped, 0'
    : '0 passed, 0 failed, 1 warned, 0 skipped, 1';
  expect(out).toMatch(new RegExp(`\n${counts} errored\n$`));
  expect(exit).toBe(isRead ? 0 : 3);
});
