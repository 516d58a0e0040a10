import { describe, expect, it } from 'vitest';
import { withHint } from './exchange.ts';
import { linkOf } from './link.ts';
import { targetAt } from './test-helpers/requests.ts';
import { noReplyFor, wasClosed } from './why.ts';

const LINK = linkOf(targetAt('https://game.test:8080'));
const error = (facts: object) => Object.assign(new Error('said with k7Fq2LmZ9xT4'), facts);

describe('an error', () => {
  it.each([
    [{ code: 'ECONNREFUSED', address: '127.0.0.1', port: 9 }, 'unreachable: nothing listens on 127.0.0.1:9'],
    [{ code: 'ECONNREFUSED', address: '::1', port: 9 }, 'unreachable: nothing listens on [::1]:9'],
    [{ code: 'ENOTFOUND', hostname: 'nope.test' }, 'unreachable: no host nope.test is known'],
    [{ code: 'EAI_AGAIN' }, 'unreachable: the name game.test could not be looked up'],
    [{ code: 'EHOSTUNREACH', address: '10.0.0.1', port: 80 }, 'unreachable: no route to 10.0.0.1:80'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'unreachable: no connection to game.test:8080 in time'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'timeout: game.test:8080 did not answer in time'],
    [{ code: 'EMFILE' }, 'unreachable: this machine allows no more open connections'],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'closed: closed without a reply'],
    [{ code: 'EPIPE' }, 'closed: closed without a reply'],
    [{ code: 'UND_ERR_SOCKET', message: 'other side closed' }, 'closed: closed without a reply'],
    [{ code: 'UND_ERR_SOCKET', message: 'bad response' }, 'not-http: the reply is not HTTP/1.1'],
    [{ name: 'HTTPParserError' }, 'not-http: the reply is not HTTP/1.1'],
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'too-large: the head of the reply is over 262,144 bytes'],
    [{ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }, 'too-large: the body of the reply is over 4,194,304 bytes'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'unreachable: no connection to game.test:8080 in time'],
    [{ code: 'UND_ERR_DESTROYED' }, 'aborted: the run was ended'],
    [
      { code: 'EPROTO', message: 'ssl3_get_record:wrong version number\nmore' },
      'unreachable: TLS failed: game.test:8080 does not speak https',
    ],
    [
      { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', reason: 'tlsv13 alert certificate required' },
      'unreachable: TLS failed: game.test:8080 asks for another client certificate',
    ],
    [
      { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL', reason: 'unsupported protocol' },
      'unreachable: TLS with game.test:8080 failed: unsupported protocol',
    ],
    [{ code: 'CERT_HAS_EXPIRED' }, 'unreachable: the certificate of game.test:8080 has expired'],
    [
      { code: 'UND_ERR_ABORTED', message: 'Proxy response (403) !== 200 when HTTP Tunneling' },
      'unreachable: the proxy refused to connect (HTTP 403)',
    ],
    [{ code: 'EWHATEVER', syscall: 'read' }, 'unreachable: the request failed: read EWHATEVER'],
    [{}, 'unreachable: the request failed: Error'],
  ])('%j is explained in one line', (facts, expected) => {
    const { why, detail } = noReplyFor(error(facts), LINK);
    expect(`${why}: ${detail}`).toBe(expected);
  });

  it.each([
    [
      { code: 'ECONNREFUSED', address: '127.0.0.1', port: 9 },
      'start the server, or correct the host and the port of the target',
    ],
    [
      { code: 'ENOTFOUND' },
      'correct the name in the URL of the target, or connect by the VPN or the proxy (http.proxy) that knows it',
    ],
    [
      { code: 'EHOSTUNREACH' },
      'correct the address of the target, connect to its VPN, or look for a firewall in between',
    ],
    [
      { code: 'EPROTO', message: 'wrong version number' },
      'begin the URL of the target with http://, or give the port on which it speaks https',
    ],
    [{ code: 'CERT_UNTRUSTED' }, 'give the file of its authority as http: ca in a target file'],
    [
      { code: 'CERT_HAS_EXPIRED' },
      'renew it on the server; tagproof trusts no certificate that is out of date',
    ],
    [{ code: 'CERT_NOT_YET_VALID' }, 'set the clock of this machine, or wait until it is'],
    [
      { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      'name the target as its certificate does, or give the server one for this name',
    ],
    [
      { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', reason: 'certificate required' },
      'give the client certificate as http: cert and key in a target file',
    ],
    [
      { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL', reason: 'unsupported protocol' },
      'look which versions of TLS and which certificates the server accepts',
    ],
    [
      { code: 'UND_ERR_ABORTED', message: 'Proxy response (403) !== 200' },
      'look at http: proxy in the target file, and whether the proxy may reach the target',
    ],
    [
      { code: 'ETIMEDOUT', syscall: 'read' },
      'raise --timeout, or lower --concurrency where many requests at once are too much for it',
    ],
    [{ code: 'EMFILE' }, 'raise the limit (ulimit -n), or send fewer requests at once (run --concurrency)'],
    [
      { code: 'EWHATEVER' },
      'check that curl reaches the target from this machine, and the host and port of its URL',
    ],
  ])('%j comes with a hint', (facts, hint) => {
    const outcome = noReplyFor(error(facts), LINK);
    expect(withHint(outcome)).toBe(`${outcome.detail}; ${hint}`);
  });

  it.each([
    ['Invalid header token', 'X A: b', 'the head of the reply has a line that is no header: X A: b'],
    [
      'Invalid header value char',
      'X: a\0{b}',
      'the head of the reply has a line that is no header: X: a\\x00{b}',
    ],
    [
      'Invalid header token',
      'a k7Fq2LmZ9xT4',
      'the head of the reply has a line that is no header: a <secret:player>',
    ],
    ['Invalid header token', 'X-A: b', 'the reply is not HTTP/1.1: Invalid header token'],
    ['Invalid chunk size', 'X A: b', 'the reply is not HTTP/1.1: Invalid chunk size'],
  ])('of the parser, %s, quotes a line that is no header: %j', (reason, line, expected) => {
    const parsing = { name: 'HTTPParserError', message: `Response does not match (${reason})` };
    const lastRead = Buffer.from(`HTTP/1.1 200 OK\r\nA: b\r\n${line}\r\n\r\n{"no header": 1}`);
    expect(noReplyFor(error(parsing), LINK, lastRead).detail).toBe(expected);
  });

  it('of several addresses is the one of the first', () => {
    const refused = error({ code: 'ECONNREFUSED', address: '::1', port: 9 });
    expect(noReplyFor(new AggregateError([refused]), LINK).detail).toBe('nothing listens on [::1]:9');
  });

  it('that is not an Error is also explained', () => {
    for (const thrown of [undefined, null, 'text', 7])
      expect(noReplyFor(thrown, LINK).why).toBe('unreachable');
  });

  it('in the middle of a reply says so', () => {
    expect(noReplyFor(error({ code: 'ECONNRESET' }), LINK, new Uint8Array()).detail).toBe(
      'closed in the middle of the reply',
    );
  });

  it('distinguishes a close from unreadable bytes', () => {
    const bad = error({ code: 'UND_ERR_SOCKET', message: 'bad response' });
    expect([wasClosed(error({ code: 'ECONNRESET' })), wasClosed(bad)]).toEqual([true, false]);
  });

  it.each([
    [{ code: 'EMFILE' }, false, true],
    [{ code: 'ENOBUFS' }, false, true],
    [{ code: 'EADDRNOTAVAIL', syscall: 'connect' }, false, true],
    [{ code: 'ENOTFOUND' }, false, true],
    [{ code: 'UND_ERR_ABORTED', message: 'Proxy response (403) !== 200' }, true, true],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, true, true],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, false, undefined],
    [{ code: 'ECONNRESET', syscall: 'read' }, true, undefined],
  ])('%j, through a proxy: %s, is the fault of this machine: %s', (facts, proxied, own) => {
    expect(
      noReplyFor(
        error(facts),
        linkOf(targetAt('https://game.test:8080', proxied ? { proxy: 'http://proxy.test' } : {})),
      ).own,
    ).toBe(own);
  });
});
