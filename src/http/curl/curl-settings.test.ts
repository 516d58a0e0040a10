/** Curl lines for targets with settings: headers, certificates, a proxy. */
import { mkdirSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import type { HeaderLine, Request } from '../request.ts';
import type { HttpSettings, LinkOptions } from '../link.ts';
import { bash } from '../test-helpers/bash.ts';
import { makeCertificate, writePems } from '../test-helpers/certificate.ts';
import { proxyServer } from '../test-helpers/proxy-server.ts';
import { PLAYER, REQUEST, secret, targetAt } from '../test-helpers/requests.ts';
import { listening, notingServer, opened, type Received } from '../test-helpers/servers.ts';
import { curlOf } from './curl.ts';

const BASE = 'http://127.0.0.1:3000/base';
const ENV = { PLAYER_KEY: PLAYER.value, NO_PROXY: '*' };
const HEADERS: readonly HeaderLine[] = [
  ['X-Gateway', { secret: 'player' }],
  ['X-Tenant', "it's $HOME"],
  ['secret-key', 'of the settings'],
];

const lineTo = (
  base: URL | string,
  settings: Partial<HttpSettings>,
  request: Request = REQUEST,
  variables: LinkOptions['variables'] = [],
): string => curlOf(request, { ...targetAt(base, settings), variables });

describe('a curl line shows', () => {
  it('the headers of the target after those of the request, which win', () => {
    expect(lineTo(BASE, { headers: HEADERS })).toContain(
      ` -H "Secret-Key: $PLAYER_KEY" -H "X-Gateway: $PLAYER_KEY" -H 'X-Tenant: it'\\''s $HOME' --data-binary`,
    );
  });

  it('files, and only with TLS', () => {
    const files = { ca: '/ca.pem', cert: '/a:b/c d.pem', key: '/a:b/key.pem' };
    expect(lineTo('https://localhost', { files })).toContain(
      String.raw`curl -sS --http1.1 --cacert /ca.pem --cert '/a\:b/c d.pem' --key /a:b/key.pem -X POST `,
    );
    expect(lineTo(BASE, { files })).not.toContain('pem');
  });

  it.each([
    ['http://p', 'http://p:80'],
    ['http://p:80', 'http://p:80'],
    ['https://p/', 'https://p:443 --proxytunnel'],
    ['http://[::1]:8080', "'http://[::1]:8080'"],
  ])('the proxy %s with its port', (proxy, words) => {
    expect(lineTo(BASE, { proxy })).toContain(`curl -sS --noproxy '' --proxy ${words} -X POST `);
  });

  it('no login of a proxy, and says so', () => {
    const line = lineTo(BASE, { proxy: 'http://user:password@p:1/' });
    expect(line).toMatch(/ --proxy http:\/\/p:1 .* # but without the login of the proxy: add --proxy-user$/);
  });

  it('variables in place of their values, where these are whole words', () => {
    const variables = [secret('host', 'gate.test'), secret('id', 'b'.repeat(10))];
    const body = Buffer.from('{"userId":"bbbbbbbbbb","tagKeys":["bbbbbbbbbbb"]}');
    expect(lineTo(BASE, { proxy: 'http://gate.test:1' }, { ...REQUEST, body }, variables)).toMatch(
      /--proxy http:\/\/"\$HOST":1 .* --data-binary '\{"userId":"'"\$ID"'","tagKeys":\["bbbbbbbbbbb"\]\}'$/,
    );
  });
});

const tools = await bash(['command -v curl']).catch(() => '');

/** Reduces a request to its own parts, without what curl and undici add. */
const essence = ({ method, url, rawHeaders, body }: Received): unknown => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const own = lines.filter(
    (line) => !/^(host|accept|user-agent|connection|content-length|proxy-connection):/i.test(line),
  );
  return { method, url, own, body: body.toString() };
};

describe.skipIf(tools === '')('running a curl line', () => {
  it.each([['/plain'], ['/a/../b[1-3]"'], ['//x?y#z']])(
    'sends the headers of the target through a proxy to %s',
    async (path) => {
      const { url, received } = await notingServer();
      const proxy = await proxyServer();
      const settings = { headers: HEADERS, proxy: proxy.url };
      const request = { ...REQUEST, path };
      await opened(url, settings).send(request);
      expect(await bash([lineTo(url, settings, request)], ENV)).toBe('ok');
      expect(proxy.asked).toEqual([`POST ${url.origin}${path}`, `POST ${url.origin}${path}`]);
      expect(received.map(essence)[1]).toEqual(received.map(essence)[0]);
    },
  );

  const pair = makeCertificate();
  it.skipIf(pair === undefined)('trusts, and shows a certificate, straight and through a proxy', async () => {
    if (pair === undefined) return;
    const place = join(tempFolder(), "it's a: folder");
    mkdirSync(place);
    const files = writePems(place, pair);
    const options = { ...pair, requestCert: true, rejectUnauthorized: true, ca: pair.cert };
    const server = https.createServer(options, (request, response) => {
      request
        .resume()
        .on('end', () => response.end(`${request.httpVersion} ${request.headers['secret-key']}`));
    });
    const base = `https://localhost:${await listening(server)}`;
    expect(await bash([lineTo(base, { files })], ENV)).toBe(`1.1 ${PLAYER.value}`);
    expect(await bash([lineTo(base, {})], ENV)).toMatch(/certificate/);
    const proxy = await proxyServer();
    expect(await bash([lineTo(base, { files, proxy: proxy.url })], ENV)).toBe(`1.1 ${PLAYER.value}`);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(base).host}`]);
  });
});
