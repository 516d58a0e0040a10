/** TLS and proxies, over both transports. */
import https from 'node:https';
import { describe, expect, it } from 'vitest';
import type { Request } from './request.ts';
import type { HttpSettings } from './link.ts';
import { makeCertificate } from './test-helpers/certificate.ts';
import { proxyServer } from './test-helpers/proxy-server.ts';
import { REQUEST } from './test-helpers/requests.ts';
import { freePort, listening, notingServer, opened, shown as outcomeOf } from './test-helpers/servers.ts';

const RAW: Request = { ...REQUEST, wire: 'lower-case-headers' };
const BOTH = [
  ['pool', REQUEST],
  ['raw', RAW],
] as const;

const shown = async (baseUrl: URL | string, settings: Partial<HttpSettings>, request: Request = REQUEST) =>
  outcomeOf(await opened(baseUrl, settings).send(request));

const pair = makeCertificate();
const own = pair ?? { key: '', cert: '' };

async function secureServer(options: https.ServerOptions = {}): Promise<number> {
  const server = https.createServer({ ...own, ...options }, (request, response) => {
    request.resume().on('end', () => response.end('secret'));
  });
  return listening(server);
}

describe.skipIf(pair === undefined).each(BOTH)('https by the %s transport', (_, request) => {
  it('works with a trusted certificate', async () => {
    const port = await secureServer();
    expect(await shown(`https://localhost:${port}`, { ca: own.cert }, request)).toBe('200 secret');
  });

  it('says what to do about a certificate that is not trusted', async () => {
    const port = await secureServer();
    expect(await shown(`https://localhost:${port}`, {}, request)).toBe(
      `unreachable: the certificate of localhost:${port} is not trusted`,
    );
  });

  it('says that a certificate is for another name', async () => {
    const port = await secureServer();
    expect(await shown(`https://127.0.0.1:${port}`, { ca: own.cert }, request)).toBe(
      'unreachable: the certificate is not valid for 127.0.0.1',
    );
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'shows a client certificate by %s, or says that one is demanded',
    async (maxVersion) => {
      const port = await secureServer({
        requestCert: true,
        rejectUnauthorized: true,
        ca: own.cert,
        maxVersion,
      });
      expect(await shown(`https://localhost:${port}`, { ca: own.cert, ...own }, request)).toBe('200 secret');
      expect(await shown(`https://localhost:${port}`, { ca: own.cert }, request)).toBe(
        `unreachable: TLS failed: localhost:${port} asks for another client certificate`,
      );
    },
  );

  it('reports a server that speaks plain HTTP', async () => {
    const { url } = await notingServer();
    expect(await shown(`https://127.0.0.1:${url.port}`, {}, request)).toBe(
      `unreachable: TLS failed: ${url.host} does not speak https`,
    );
  });

  it('is suggested to a plain HTTP request', async () => {
    const port = await secureServer();
    const { outcome } = await opened(`http://127.0.0.1:${port}`).send(request);
    expect(outcome).toMatchObject({
      why: 'closed',
      hint: 'if the target speaks https, begin its URL with https://',
    });
  });
});

describe('settings', () => {
  it.each([
    [{ key: '-----BEGIN nothing' }, /http\.ca, cert or key can't be read/],
    [{ proxy: 'not a url' }, /http\.proxy is not a URL/],
  ])('%j is an error before anything is sent', async (settings, message) => {
    await expect(shown('https://127.0.0.1:9', settings)).rejects.toThrow(message);
  });

  it('do not allow a target with another scheme', async () => {
    await expect(shown('ftp://127.0.0.1', {})).rejects.toThrow('ftp: is not http: or https:');
  });
});

describe('through a proxy', () => {
  it('http requests are forwarded, unchanged', async () => {
    const { url, received } = await notingServer();
    const proxy = await proxyServer();
    const withUser = proxy.url.replace('//', '//us%40er:pa%3Ass@');
    expect(await shown(url, { proxy: withUser })).toBe('200 ok');
    const credentials = Buffer.from('us@er:pa:ss').toString('base64');
    expect(proxy.asked).toEqual([`POST ${url.origin}${REQUEST.path} Basic ${credentials}`]);
    expect(received[0]).toMatchObject({ url: REQUEST.path, body: REQUEST.body });
    expect(received[0]?.rawHeaders).toContain('k7Fq2LmZ9xT4');
  });

  it.skipIf(pair === undefined)('https requests go through a tunnel', async () => {
    const port = await secureServer();
    const proxy = await proxyServer();
    expect(await shown(`https://localhost:${port}`, { proxy: proxy.url, ca: own.cert })).toBe('200 secret');
    expect(proxy.asked).toEqual([`CONNECT localhost:${port}`]);
  });

  it('raw requests cannot be sent, which can be asked before', async () => {
    const { url } = await notingServer();
    const through = opened(url, { proxy: (await proxyServer()).url });
    const why = "through a proxy the bytes can't be sent as planned";
    expect(outcomeOf(await through.send(RAW))).toBe(`unreachable: ${why}`);
    expect([through.cannot?.(RAW), through.cannot?.(REQUEST)]).toEqual([why, undefined]);
    expect(opened(url).cannot?.(RAW)).toBeUndefined();
  });

  it('that does not listen, the outcome names its address', async () => {
    const { url } = await notingServer();
    const port = await freePort();
    const proxy = `http://user:password@127.0.0.1:${port}`;
    expect(await shown(url, { proxy })).toBe(`unreachable: nothing listens on 127.0.0.1:${port}`);
    expect(await shown('https://localhost:9', { proxy })).toBe(
      `unreachable: nothing listens on 127.0.0.1:${port}`,
    );
  });

  it('that refuses, the outcome names its status', async () => {
    const { url } = await notingServer();
    const proxy = await proxyServer(407);
    expect(await shown(url, { proxy: proxy.url })).toBe(
      'unreachable: the proxy refused to connect (HTTP 407)',
    );
    expect(await shown('https://localhost:9', { proxy: proxy.url })).toBe(
      'unreachable: the proxy refused to connect (HTTP 407)',
    );
  });
});
