/** Curl lines for targets with settings: headers, certificates, a proxy. */
import { mkdirSync } from 'node:fs';
import https from 'node:https';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import type { HeaderLine } from '../header-value.ts';
import type { Request } from '../request.ts';
import { curlOf } from './curl.ts';
import type { HttpSettings, ProxyPart } from '../settings.ts';
import { bash } from '../test-helpers/bash.ts';
import { makeCertificate, writePems } from '../test-helpers/certificate.ts';
import { proxyServer } from '../test-helpers/proxy-server.ts';
import { PLAYER, REQUEST, targetAt } from '../test-helpers/requests.ts';
import { listening, notingServer, opened, shown, type Received } from '../test-helpers/servers.ts';

const BASE = 'http://127.0.0.1:3000/base';
const PASS: ProxyPart = { env: 'PASS', value: 'pAsS-0001' };
const ENV = { PLAYER_KEY: PLAYER.value, PASS: PASS.value, NO_PROXY: '*' };
const HEADERS: readonly HeaderLine[] = [
  ['X-Gateway', { secret: 'player' }],
  ['X-Tenant', "it's $HOME"],
  ['secret-key', 'of the settings'],
];

const proxied = (...proxyParts: readonly ProxyPart[]): Partial<HttpSettings> => {
  const text = proxyParts.map((part) => (typeof part === 'string' ? part : part.value)).join('');
  return { proxy: new URL(text).href, proxyParts };
};
const lineTo = (base: URL | string, settings: Partial<HttpSettings>, request: Request = REQUEST): string =>
  curlOf(request, targetAt(base, settings));

describe('a curl line shows', () => {
  it('the headers of the target after those of the request, which win', () => {
    expect(lineTo(BASE, { headers: HEADERS })).toContain(
      ` -H "Secret-Key: $PLAYER_KEY" -H "X-Gateway: $PLAYER_KEY" -H 'X-Tenant: it'\\''s $HOME' --data-binary`,
    );
  });

  it('files by the shorter of both paths, and only with TLS', () => {
    const files = { ca: resolve('-ca.pem'), cert: '/a:b/c d.pem', key: '/a:b/key.pem' };
    expect(lineTo('https://localhost', { files })).toContain(
      String.raw`curl -sS --http1.1 --cacert ./-ca.pem --cert '/a\:b/c d.pem' --key /a:b/key.pem -X POST `,
    );
    expect(lineTo(BASE, { files })).not.toContain('pem');
  });

  const secret = (value: string): ProxyPart => ({ env: 'P', value });
  it.each<[word: string, ...parts: ProxyPart[]]>([
    ['http://p:80', 'http://p/'],
    ['http://p:80', 'http://p:80'],
    ['https://p:443', 'https://p/'],
    ["'http://[::1]:8080'", 'http://[::1]:8080'],
    ['http://p:8080', 'http://only-a-name@p:8080'],
    ['"http://u:${PASS}@p:80"', 'http://u:', PASS, '@p/'],
    [`'http://u!:'"\${PASS}"@p:80`, 'http://u!:', PASS, '@p/'],
    ['"${P}:80"', secret('http://p')],
    ['"${P%/}:80"', secret('http://u:x@p/')],
    ['"${P}"', secret('http://u:x@[::1]:8080')],
    ['"${P%/}"', secret('http://u:x@p:8080/')],
    ['"${P}:443"', secret('https://p')],
    ['"http://${P}:8080"', 'http://', secret('p'), ':8080/'],
  ])('the proxy as %s', (word, ...parts) => {
    expect(lineTo('https://localhost', proxied(...parts))).toContain(
      `curl -sS --http1.1 --noproxy '' --proxy ${word} -X `,
    );
    expect(lineTo('https://localhost', proxied(...parts))).not.toContain(' # ');
  });

  it.each(['p@ss', 'p:ss', 'p ss', 'p|ss', 'pässword'])(
    'in a comment that curl reads the password %s differently',
    (value) => {
      const line = lineTo(BASE, proxied('http://u:', { env: 'PASS', value }, '@p:1'));
      expect(line).toMatch(/ # but with a proxy URL that curl reads differently: percent-encode /);
      expect(line).not.toContain(value);
    },
  );

  it('no user whose password is not a known secret', () => {
    expect(lineTo(BASE, { proxy: 'http://user:word@p:1/' })).toMatch(
      / --proxy http:\/\/p:1 .* # but with a proxy /,
    );
  });

  it('that an encrypted proxy tunnels', () => {
    expect(lineTo(BASE, proxied('https://p'))).toContain(
      "--noproxy '' --proxy https://p:443 --proxytunnel -X",
    );
    expect(lineTo(BASE, proxied('http://p'))).not.toContain('tunnel');
  });
});

const tools = await bash(['command -v curl']).catch(() => '');
const folder = tempFolder();

/** Reduces a request to its own parts, without what curl and undici add. */
const essence = ({ method, url, rawHeaders, body }: Received): unknown => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const own = lines.filter(
    (line) => !/^(host|accept|user-agent|connection|content-length|proxy-connection):/i.test(line),
  );
  return { method, url, own, body: body.toString() };
};

describe.skipIf(tools === '')('running a curl line', () => {
  it('sends the headers of the target', async () => {
    const { url, received } = await notingServer();
    await opened(url, { headers: HEADERS }).send(REQUEST);
    expect(await bash([lineTo(url, { headers: HEADERS })], ENV)).toBe('ok');
    expect(received.map(essence)[1]).toEqual(received.map(essence)[0]);
    expect(received[1]?.rawHeaders).toContain('X-Gateway');
  });

  it.each([['/plain'], ['/a/../b[1-3]"'], ['//x?y#z']])('goes through a proxy to %s', async (path) => {
    const { url, received } = await notingServer();
    const proxy = await proxyServer();
    const settings = proxied('http://us%40er:', PASS, proxy.url.replace('http://', '@'));
    const request = { ...REQUEST, path };
    expect(shown(await opened(url, settings).send(request))).toBe('200 ok');
    const line = lineTo(url, settings, request);
    expect(await bash([line], ENV)).toBe('ok');
    expect(line).not.toContain(PASS.value);
    expect(proxy.asked[1]).toBe(proxy.asked[0]);
    expect(proxy.asked[0]).toContain(`POST ${url.origin}${path} Basic `);
    expect(received.map(essence)[1]).toEqual(received.map(essence)[0]);
  });

  const passwords = [
    '%7E%40%3A%20',
    "!$&'()*+,-._~",
    '"\\`'.replaceAll(/./g, (each) => encodeURIComponent(each)),
  ];
  it.each(passwords)('logs in to a proxy with the password %s', async (value) => {
    const { url } = await notingServer();
    const proxy = await proxyServer();
    const settings = proxied('http://user:', { env: 'PASS', value }, proxy.url.replace('http://', '@'));
    await opened(url, settings).send(REQUEST);
    const line = lineTo(url, settings);
    expect(line).not.toContain(' # ');
    expect(await bash([line], { ...ENV, PASS: value })).toBe('ok');
    expect(proxy.asked[1]).toBe(proxy.asked[0]);
  });

  const pair = makeCertificate();
  it.skipIf(pair === undefined)('trusts, and shows a certificate, straight and through a proxy', async () => {
    if (pair === undefined) return;
    const place = join(folder, "it's a: folder");
    mkdirSync(place);
    const files = writePems(place, pair);
    const options = { ...pair, requestCert: true, rejectUnauthorized: true, ca: pair.cert };
    const server = https.createServer(options, (request, response) => {
      request
        .resume()
        .on('end', () => response.end(`${request.httpVersion} ${request.headers['secret-key']}`));
    });
    const base = `https://localhost:${await listening(server)}`;
    const settings = { ...pair, ca: pair.cert, files };
    expect(await bash([lineTo(base, settings)], ENV)).toBe(`1.1 ${PLAYER.value}`);
    expect(await bash([lineTo(base, {})], ENV)).toMatch(/certificate/);

    const proxy = await proxyServer();
    const through = { ...settings, ...proxied(proxy.url) };
    expect(await bash([lineTo(base, through)], ENV)).toBe(`1.1 ${PLAYER.value}`);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(base).host}`]);
  });

  it('finds files below the current directory', async () => {
    const file = resolve('fixtures/ca.pem');
    expect(lineTo('https://localhost', { files: { ca: file } })).toContain('--cacert fixtures/ca.pem -X');
  });
});
