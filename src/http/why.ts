/** Why there was no reply, in one line that helps, from what Node and undici say. */
import { digits } from '../base/text/quantities.ts';
import { visibleLine } from '../base/text/visible.ts';
import { type NoReply, type NoReplyWhy, type Reply, replyHeader } from './exchange.ts';
import { beyondBounds, TOO_LARGE } from './reply-bounds.ts';
import type { Mask } from './secrets/secrets.ts';

/** The end of the connection that an error is about. */
export interface Where {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Connections lead to a proxy: who does not take them is not the target. */
  readonly proxied: boolean;
  readonly mask: Mask;
}

/** The outcome of a request that the caller stopped. */
export const ABORTED: NoReply = { kind: 'no-reply', why: 'aborted', detail: 'the run was ended' };

/** A connection that ended after a part of the reply. */
export const CUT: NoReply = { kind: 'no-reply', why: 'closed', detail: 'closed in the middle of the reply' };

const HINT_BY_CAUSE = {
  port: 'start the server, or correct the host and the port of the target',
  host: 'correct the name in the URL of the target, or connect by the VPN or the proxy (http.proxy) that knows it',
  route: 'correct the address of the target, connect to its VPN, or look for a firewall in between',
  time: 'raise --timeout, or lower --concurrency where many requests at once are too much for it',
  files: 'lower --concurrency, or raise the limit (ulimit -n)',
  ports: 'lower --concurrency, or wait a minute until the ports of closed connections are free again',
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

/** `{here}`: the target; `{place}`: the address that was tried; `{name}`: the name that was looked up; `{line}`: see `oddLineIn`. `own`: see NoReply. */
type WhyRow = readonly [why: NoReplyWhy, detail: string, hint?: string | undefined, own?: 'own'];

const NO_ROUTE: WhyRow = ['unreachable', 'no route to {place}', HINT_BY_CAUSE.route];
const NO_FILES: WhyRow = [
  'unreachable',
  'this machine allows no more open connections',
  HINT_BY_CAUSE.files,
  'own',
];
const NO_PORTS: WhyRow = [
  'unreachable',
  'this machine has no port left to connect from',
  HINT_BY_CAUSE.ports,
  'own',
];
const NO_TIME: WhyRow = ['unreachable', 'no connection to {here} in time', HINT_BY_CAUSE.route];
const CONNECTION_REFUSED: WhyRow = ['unreachable', '{here} refused the connection', HINT_BY_CAUSE.port];
const UNTRUSTED: WhyRow = [
  'unreachable',
  'the certificate of {here} is not trusted',
  HINT_BY_CAUSE.authority,
];
const ENDED: WhyRow = [ABORTED.why, ABORTED.detail];

/** By the code of an error, and where it has one, by the call to the system. */
const ROWS_BY_CODE: Readonly<Record<string, WhyRow>> = {
  ECONNREFUSED: ['unreachable', 'nothing listens on {place}', HINT_BY_CAUSE.port],
  ENOTFOUND: ['unreachable', 'no host {name} is known', HINT_BY_CAUSE.host, 'own'],
  EAI_AGAIN: ['unreachable', 'the name {name} could not be looked up', HINT_BY_CAUSE.host, 'own'],
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EHOSTDOWN: NO_ROUTE,
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  ENOBUFS: NO_FILES,
  EADDRNOTAVAIL: NO_PORTS,
  'ETIMEDOUT connect': NO_TIME,
  UND_ERR_CONNECT_TIMEOUT: NO_TIME,
  ETIMEDOUT: ['timeout', '{here} did not answer in time', HINT_BY_CAUSE.time],
  'ECONNRESET connect': CONNECTION_REFUSED,
  'ECONNABORTED connect': CONNECTION_REFUSED,
  UND_ERR_HEADERS_OVERFLOW: ['too-large', TOO_LARGE.head.detail],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too-large', TOO_LARGE.body.detail],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['not-http', 'the reply has a Content-Length that does not fit'],
  ERR_ASSERTION: ['not-http', 'the reply has a status that nothing asked for'],
  UND_ERR_DESTROYED: ENDED,
  UND_ERR_CLOSED: ENDED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: ['unreachable', 'the certificate of {here} has expired', HINT_BY_CAUSE.renew],
  CERT_NOT_YET_VALID: ['unreachable', 'the certificate of {here} is not valid yet', HINT_BY_CAUSE.clock],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'unreachable',
    'the certificate is not valid for {host}',
    HINT_BY_CAUSE.name,
  ],
};

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
export function late(came: Reply | undefined, where: Where, ms: number): NoReply {
  if (came === undefined) {
    const detail = `no connection to ${hostAndPort(where.host, where.port)} within ${ms} ms`;
    return { kind: 'no-reply', why: 'unreachable', detail, hint: HINT_BY_CAUSE.route };
  }
  const missing = missingBytes(came);
  if (missing <= 0 || !isWholeJson(came.body))
    return {
      kind: 'no-reply',
      why: 'timeout',
      detail: `no whole reply within ${ms} ms`,
      hint: HINT_BY_CAUSE.time,
    };
  // To a whole JSON value nothing can be added: it is not only slow.
  const [promised, length] = [digits(came.body.length + missing), digits(came.body.length)];
  const detail = `the Content-Length of the reply promises ${promised} bytes, and its JSON ends after ${length}`;
  return { kind: 'no-reply', why: 'not-http', detail };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are a JSON object or list to which only blanks can be added. */
function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || beyondBounds(bytes) !== undefined) return false;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** A connection that ended before any byte of a reply. */
function closedUnanswered({ secure }: Where): NoReply {
  const closing = { kind: 'no-reply', why: 'closed', detail: 'closed without a reply' } as const;
  return { ...closing, hint: secure ? HINT_BY_CAUSE.closed : HINT_BY_CAUSE.tls };
}

/** What had come when an error ended a request. */
interface Received {
  /** A part of the reply. */
  readonly begun: boolean;
  /** The bytes that were read last. */
  readonly lastRead: Uint8Array;
}

const NOTHING_CAME: Received = { begun: false, lastRead: new Uint8Array() };

/** The outcome for an error that ended a request. An unknown error counts as unreachable: that accuses no backend. */
export function noReplyFor(error: unknown, where: Where, { begun, lastRead } = NOTHING_CAME): NoReply {
  const facts = factsOf(error);
  const [code, syscall] = [facts('code'), facts('syscall')];
  const line = oddLineIn(lastRead, where.mask);
  const row = ROWS_BY_CODE[`${code} ${syscall}`] ?? ROWS_BY_CODE[code];
  if (row === undefined && wasClosed(error)) return begun ? CUT : closedUnanswered(where);
  const [why, text, hint, own] = row ?? unlistedRow(facts, line !== '');
  const words: Readonly<Record<string, string>> = {
    here: hostAndPort(where.host, where.port),
    place: hostAndPort(facts('address') || where.host, facts('port') || where.port),
    name: facts('hostname') || where.host,
    host: where.host,
    line,
  };
  const detail = text.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
  if (where.proxied && syscall === 'connect')
    return { kind: 'no-reply', why, detail, hint: HINT_BY_CAUSE.proxy, own: true };
  return {
    kind: 'no-reply',
    why,
    detail,
    ...(hint !== undefined && { hint }),
    ...(own !== undefined && { own: true }),
  };
}

/** An address as it is written with a port, an IPv6 one in brackets. */
const hostAndPort = (host: string, port: string | number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

function unlistedRow(facts: ErrorFacts, hasOddLine: boolean): WhyRow {
  const [code, name, message] = [facts('code'), facts('name'), facts('message')];
  if (name === 'HTTPParserError' || message.startsWith('bad')) return unreadableReply(facts, hasOddLine);
  if (/^(ERR_SSL|ERR_TLS|EPROTO|UND_ERR_PRX_TLS)/.test(code)) return tlsFailure(facts);
  // undici words a refused tunnel as `Proxy response (403) !== 200 ...`.
  const status = /^Proxy.*\((\d{3})\)/.exec(message)?.[1];
  if (status !== undefined)
    return ['unreachable', `the proxy refused to connect (HTTP ${status})`, HINT_BY_CAUSE.proxy, 'own'];
  return ['unreachable', `the request failed: ${[facts('syscall'), code || name].filter(Boolean).join(' ')}`];
}

/** What came in place of a reply, by what undici's parser says in brackets. */
function unreadableReply(facts: ErrorFacts, hasOddLine: boolean): WhyRow {
  const [type = 0, version] = Buffer.from(facts('data'), 'latin1');
  // A TLS record begins with its type and the version 3.
  if (type >= 0x14 && type <= 0x17 && version === 3)
    return ['not-http', 'TLS came where HTTP was expected: the target speaks https there', HINT_BY_CAUSE.tls];
  const reason = /\(([^()]+)\)$/.exec(facts('message'))?.[1] ?? '';
  if (reason.startsWith('Expected HTTP/'))
    return ['not-http', 'the reply does not begin with HTTP/', HINT_BY_CAUSE.notHttp];
  if (reason.startsWith('Invalid header') && hasOddLine)
    return ['not-http', 'the head of the reply has a line that is no header: {line}'];
  return ['not-http', `the reply is not HTTP/1.1${reason && `: ${reason}`}`];
}

const HEADER_LINE = /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/;
/** How much of it is shown. */
const MAX_LINE = 100;

/** The first line behind the status line that is no header, without secrets; empty: there is none. */
function oddLineIn(lastRead: Uint8Array, mask: Mask): string {
  const [head = ''] = Buffer.from(lastRead).toString('latin1').split('\r\n\r\n', 1);
  const odd = head
    .split('\r\n')
    .slice(1)
    .find((line) => !HEADER_LINE.test(line));
  if (odd === undefined) return '';
  const shown = visibleLine(mask(odd));
  return shown.length <= MAX_LINE ? shown : `${shown.slice(0, MAX_LINE)}…`;
}

function tlsFailure(facts: ErrorFacts): WhyRow {
  const reason = facts('reason');
  const said = `${reason} ${facts('message')}`.toLowerCase();
  if (/wrong version number|http request|packet length too long/.test(said))
    return ['unreachable', 'TLS failed: {here} does not speak https', HINT_BY_CAUSE.plain];
  if (/certificate required|handshake failure|bad certificate|certificate unknown|unknown ca/.test(said))
    return ['unreachable', 'TLS failed: {here} asks for another client certificate', HINT_BY_CAUSE.client];
  return ['unreachable', `TLS with {here} failed: ${reason || 'no reason given'}`, HINT_BY_CAUSE.handshake];
}
