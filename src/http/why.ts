/** Why there was no reply, in one line that helps, from what Node and undici say. */
import { digits } from '../base/text/quantities.ts';
import { decodeUtf8 } from '../base/text/bytes.ts';
import { visibleLine } from '../base/text/visible.ts';
import { noReply, type NoReply, type NoReplyWhy, type Reply, replyHeader } from './exchange.ts';
import type { Link } from './link.ts';
import { beyondBounds, TOO_LARGE } from './reply-bounds.ts';
import type { Mask } from './secrets/secrets.ts';

/** The outcome of a request that the caller stopped. */
export const ABORTED = noReply('aborted', 'the run was ended');

/** A connection that ended after a part of the reply. */
export const CUT = noReply('closed', 'closed in the middle of the reply');

const HINT = {
  port: 'start the server, or correct the host and the port of the target',
  host: 'correct the name in the URL of the target, or connect by the VPN or the proxy (http.proxy) that knows it',
  route: 'correct the address of the target, connect to its VPN, or look for a firewall in between',
  files: 'raise the limit (ulimit -n), or send fewer requests at once (run --concurrency)',
  ports:
    'wait a minute until the ports of closed connections are free again, or send fewer requests at once (run --concurrency)',
  tls: 'if the target speaks https, begin its URL with https://',
  plain: 'begin the URL of the target with http://, or give the port on which it speaks https',
  authority: 'give the file of its authority as http: ca in a target file',
  renew: 'renew it on the server; tagproof trusts no certificate that is out of date',
  clock: 'set the clock of this machine, or wait until it is',
  name: 'name the target as its certificate does, or give the server one for this name',
  client: 'give the client certificate as http: cert and key in a target file',
  proxy: 'look at http: proxy in the target file, and whether the proxy may reach the target',
  handshake: 'look which versions of TLS and which certificates the server accepts',
  closed:
    "check the target's log for why it closed the connection; if it demands a client certificate, give http: cert and key in a target file",
  notHttp: 'look at the port of the target: something other than an HTTP server listens there',
} as const;

/** `own`: see NoReply. */
type Meaning = readonly [
  said: RegExp,
  why: NoReplyWhy,
  detail: string,
  hint?: string | undefined,
  own?: 'own',
];

/** A failure of TLS that says one of these. */
const tls = (...words: readonly string[]): RegExp =>
  new RegExp(`^(ERR_SSL|ERR_TLS|EPROTO|UND_ERR_PRX_TLS)[^]*(${words.join('|')})`, 'i');
const NO_TLS = tls('wrong version number', 'http request', 'packet length too long');
const NO_CLIENT = tls('certificate (required|unknown)', 'handshake failure', 'bad certificate', 'unknown ca');
const UNTRUSTED = /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(GET|VERIFY)_|^CERT_UNTRUSTED/;
/** A record of TLS begins with its type and the version 3. */
// oxlint-disable-next-line no-control-regex
const TLS_RECORD = /\n[\x14-\x17]\x03/;
const UNREADABLE = /\nHTTPParserError|\nbad/;

/** What an error says, and what is wrong then: the first row whose pattern fits and whose `{words}` are all known. */
const CAUSES: readonly Meaning[] = [
  [/^ECONNREFUSED/, 'unreachable', 'nothing listens on {place}', HINT.port],
  [/^ECONN(RESET|ABORTED) connect/, 'unreachable', '{here} refused the connection', HINT.port],
  [/^ENOTFOUND/, 'unreachable', 'no host {name} is known', HINT.host, 'own'],
  [/^EAI_AGAIN/, 'unreachable', 'the name {name} could not be looked up', HINT.host, 'own'],
  [/^E(HOST|NET)UNREACH|^EHOSTDOWN/, 'unreachable', 'no route to {place}', HINT.route],
  [/^E[MN]FILE|^ENOBUFS/, 'unreachable', 'this machine allows no more open connections', HINT.files, 'own'],
  [/^EADDRNOTAVAIL/, 'unreachable', 'this machine has no port left to connect from', HINT.ports, 'own'],
  [/^ETIMEDOUT connect|^UND_ERR_CONNECT_/, 'unreachable', 'no connection to {here} in time', HINT.route],
  [/^ETIMEDOUT/, 'timeout', '{here} did not answer in time'],
  [/^UND_ERR_HEADERS_OVERFLOW/, 'too-large', TOO_LARGE.head.detail],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE/, 'too-large', TOO_LARGE.body.detail],
  [/^UND_ERR_RES_CONTENT_LENGTH_/, 'not-http', 'the reply has a Content-Length that does not fit'],
  [/^UND_ERR_(DESTROYED|CLOSED)/, ABORTED.why, ABORTED.detail],
  [/^ERR_ASSERTION/, 'not-http', 'the reply has a status that nothing asked for'],
  [UNTRUSTED, 'unreachable', 'the certificate of {here} is not trusted', HINT.authority],
  [/^CERT_HAS_EXPIRED/, 'unreachable', 'the certificate of {here} has expired', HINT.renew],
  [/^CERT_NOT_YET_VALID/, 'unreachable', 'the certificate of {here} is not valid yet', HINT.clock],
  [/^ERR_TLS_CERT_ALTNAME/, 'unreachable', 'the certificate is not valid for {host}', HINT.name],
  [NO_TLS, 'unreachable', 'TLS failed: {here} does not speak https', HINT.plain],
  [NO_CLIENT, 'unreachable', 'TLS failed: {here} asks for another client certificate', HINT.client],
  [tls(), 'unreachable', 'TLS with {here} failed: {reason}', HINT.handshake],
  [tls(), 'unreachable', 'TLS with {here} failed: no reason given', HINT.handshake],
  [TLS_RECORD, 'not-http', 'TLS came where HTTP was expected: the target speaks https there', HINT.tls],
  [/\(Expected HTTP\//, 'not-http', 'the reply does not begin with HTTP/', HINT.notHttp],
  [/\(Invalid header/, 'not-http', 'the head of the reply has a line that is no header: {line}'],
  [UNREADABLE, 'not-http', 'the reply is not HTTP/1.1: {parser}'],
  [UNREADABLE, 'not-http', 'the reply is not HTTP/1.1'],
  [/\nProxy/, 'unreachable', 'the proxy refused to connect (HTTP {refusal})', HINT.proxy, 'own'],
];

const OTHER: Meaning = [/^/, 'unreachable', 'the request failed: {code}'];

/** What errors of Node, OpenSSL and undici may carry, by its name; empty where they don't. */
type ErrorFacts = (name: string) => string;

/** Where several addresses were tried there is an error for each; the first one stands for all. */
function factsOf(error: unknown): ErrorFacts {
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return (name) => {
    const value: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}

/** Whether the other side ended the connection, as it may do with one that was idle. */
export function wasClosed(error: unknown): boolean {
  const facts = factsOf(error);
  if (facts('code') === 'UND_ERR_SOCKET') return !facts('message').startsWith('bad');
  return /^(ECONNRESET|ECONNABORTED|EPIPE)$/.test(facts('code'));
}

/** Whether the connection was reset: no server has to, so it counts. */
export const wasReset = (error: unknown): boolean => factsOf(error)('code') === 'ECONNRESET';

const BODILESS = new Set([204, 304]);

/** How many bytes a Content-Length promises beyond those that came. */
function missingBytes(came: Reply): number {
  const length = replyHeader(came, 'content-length') ?? '';
  return BODILESS.has(came.status) || !/^[0-9]{1,15}$/.test(length) ? 0 : Number(length) - came.body.length;
}

/** Whether the connection ended in the middle of a reply: undici has other words where the server had announced the end. */
export function endedEarly(error: unknown, came: Reply): boolean {
  const facts = factsOf(error);
  const isShort = facts('code') === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && missingBytes(came) > 0;
  return isShort || facts('message').includes('Invalid EOF state');
}

/** A request that ran out of time; `came`: what has come of its reply, where it had a connection. */
export function late(came: Reply | undefined, link: Link, ms: number): NoReply {
  if (came === undefined)
    return noReply('unreachable', `no connection to ${hostAndPort(link)} within ${ms} ms`, HINT.route);
  const missing = missingBytes(came);
  if (missing <= 0 || !isWholeJson(came.body)) return noReply('timeout', `no whole reply within ${ms} ms`);
  // To a whole JSON value nothing can be added: it is not only slow.
  const [promised, length] = [digits(came.body.length + missing), digits(came.body.length)];
  return noReply(
    'not-http',
    `the Content-Length of the reply promises ${promised} bytes, and its JSON ends after ${length}`,
  );
}

/** Whether bytes are a JSON object or list to which only blanks can be added. */
function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || beyondBounds(bytes) !== undefined) return false;
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes).text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/**
 * The outcome for an error that ended a request; `lastRead`: the bytes that were read last, where its reply had begun.
 * An unknown error counts as unreachable: that accuses no backend.
 */
export function noReplyFor(error: unknown, link: Link, lastRead?: Uint8Array): NoReply {
  const facts = factsOf(error);
  const [code, syscall, message] = [facts('code'), facts('syscall'), facts('message')];
  const isConnecting = syscall === 'connect';
  if (wasClosed(error) && !isConnecting) {
    if (lastRead !== undefined) return CUT;
    return noReply('closed', 'closed without a reply', link.secure ? HINT.closed : HINT.tls);
  }
  const words: Readonly<Record<string, string>> = {
    here: hostAndPort(link),
    place: hostAndPort({ host: facts('address') || link.host, port: facts('port') || link.port }),
    name: facts('hostname') || link.host,
    host: link.host,
    reason: facts('reason'),
    line: lastRead === undefined ? '' : oddLineIn(lastRead, link.mask),
    // undici says in brackets what its parser met, and words a refused tunnel as `Proxy response (403) !== 200 ...`.
    parser: /\(([^()]+)\)$/.exec(message)?.[1] ?? '',
    refusal: /^Proxy.*\((\d{3})\)/.exec(message)?.[1] ?? '',
    code: [syscall, code || facts('name')].filter(Boolean).join(' '),
  };
  const said = [`${code} ${syscall}`, facts('name'), facts('data'), facts('reason'), message].join('\n');
  const isKnown = (text: string): boolean =>
    Object.entries(words).every(([word, value]) => value !== '' || !text.includes(`{${word}}`));
  const row = CAUSES.find(([pattern, , text]) => pattern.test(said) && isKnown(text));
  const [, why, text, hint, own] = row ?? OTHER;
  const detail = text.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
  // Who does not take a connection is then the proxy, not the target.
  const isProxys = isConnecting && link.settings.proxy !== undefined;
  const outcome = noReply(why, detail, isProxys ? HINT.proxy : hint);
  return isProxys || own !== undefined ? { ...outcome, own: true } : outcome;
}

/** An address as it is written with a port, an IPv6 one in brackets. */
const hostAndPort = ({ host, port }: { readonly host: string; readonly port: string | number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

const HEADER_LINE = /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/;
/** How much of it is shown. */
const MAX_LINE = 100;

/** The first line behind the status line that is no header, without secrets; empty: there is none. */
function oddLineIn(lastRead: Uint8Array, mask: Mask): string {
  const [head = ''] = Buffer.from(lastRead).toString('latin1').split('\r\n\r\n', 1);
  const [, ...lines] = head.split('\r\n');
  const odd = visibleLine(mask(lines.find((line) => !HEADER_LINE.test(line)) ?? ''));
  return odd.length <= MAX_LINE ? odd : `${odd.slice(0, MAX_LINE)}…`;
}
