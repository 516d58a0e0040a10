/** Why there was no reply, in one line that helps, from what Node and undici say. Never quotes what was sent or received. */
import type { NoReply, NoReplyWhy } from './exchange.ts';
import { TOO_LARGE } from './reply-bounds.ts';
import type { ReplyTimeout } from './reply-timeout.ts';

/** The end of the connection that an error is about. */
export interface Where {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** What errors of Node, OpenSSL and undici may carry beyond an Error. */
interface Facts {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly syscall: string;
  readonly address: string;
  readonly port: string;
  readonly hostname: string;
  readonly reason: string;
}

/** The outcome of a request that the caller stopped. */
export const ABORTED: NoReply = { kind: 'no-reply', why: 'aborted', detail: 'the run was ended' };

const HINTS = {
  port: 'start the server, or correct the host and the port of the target',
  host: 'correct the name in the URL of the target, or connect by the VPN or the proxy (http.proxy) that knows it',
  route: 'correct the address of the target, connect to its VPN, or look for a firewall in between',
  time: 'raise --timeout, or lower --concurrency where many requests at once are too much for it',
  files: 'lower --concurrency, or raise the limit (ulimit -n)',
  tls: 'if the target speaks https, begin its URL with https://',
  plain: 'begin the URL of the target with http://, or give the port on which it speaks https',
  authority: 'give the file of its authority as http: ca in a target file',
  renew: 'renew it on the server; tagproof trusts no certificate that is out of date',
  clock: 'set the clock of this machine, or wait until it is',
  name: 'name the target as its certificate does, or give the server one for this name',
  client: 'give the client certificate as http: cert and key in a target file',
  proxy: 'look at http: proxy in the target file, and whether the proxy may reach the target',
  handshake: 'look which versions of TLS and which certificates the server accepts',
} as const;

/** A request that ran out of time: without a connection the target is unreachable, with one it did not answer. */
export function late(connected: boolean, where: Where, { words }: Pick<ReplyTimeout, 'words'>): NoReply {
  return connected
    ? {
        kind: 'no-reply',
        why: 'timeout',
        detail: `no whole reply within ${words}`,
        hint: HINTS.time,
      }
    : {
        kind: 'no-reply',
        why: 'unreachable',
        detail: `no connection to ${here(where)} within ${words}`,
        hint: HINTS.route,
      };
}

/** A connection that ended before any byte of a reply. */
export function unanswered(where: Where): NoReply {
  const closing = { kind: 'no-reply', why: 'closed', detail: 'closed without a reply' } as const;
  return where.secure ? closing : { ...closing, hint: HINTS.tls };
}

/** A connection that ended after a part of the reply. */
export const CUT: NoReply = { kind: 'no-reply', why: 'closed', detail: 'closed in the middle of the reply' };

/** Ends a try whose reply went past a bound. */
export class BoundError extends Error {
  readonly outcome: NoReply;

  constructor(outcome: NoReply) {
    super(outcome.detail);
    this.outcome = outcome;
  }
}

/** Whether the other side ended the connection, as it may do with one that was idle. */
export function wasClosed(error: unknown): boolean {
  const { code, message } = factsOf(error);
  return (
    /^(ECONNRESET|ECONNABORTED|EPIPE)$/.test(code) ||
    (code === 'UND_ERR_SOCKET' && !message.startsWith('bad'))
  );
}

/** The connection ended before the length that the reply announced; after `Connection: close` undici names it so. */
const TOO_FEW_BYTES = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

export const bringsTooFewBytes = (error: unknown): boolean => factsOf(error).code === TOO_FEW_BYTES;

/** Whether undici could not read what came; it refuses some replies that are HTTP, as one after an unasked 100. */
export function unreadable(error: unknown): boolean {
  const { code, name, message } = factsOf(error);
  if (name === 'HTTPParserError' || code === TOO_FEW_BYTES || code === 'ERR_ASSERTION') return true;
  return code === 'UND_ERR_SOCKET' && message.startsWith('bad');
}

type Explain = (
  facts: Facts,
  where: Where,
) => readonly [why: NoReplyWhy, detail: string, hint?: string | undefined];

const place = ({ address, port }: Facts, where: Where) =>
  joined(address || where.host, port || String(where.port));
const here = (where: Where) => joined(where.host, String(where.port));

const closed: Explain = ({ syscall }, where) =>
  syscall === 'connect'
    ? ['unreachable', `${here(where)} refused the connection`, HINTS.port]
    : ['closed', unanswered(where).detail, unanswered(where).hint];
const noRoute: Explain = (facts, where) => ['unreachable', `no route to ${place(facts, where)}`, HINTS.route];
const noFiles: Explain = () => ['unreachable', 'this machine allows no more open connections', HINTS.files];
const untrusted: Explain = (_, where) => [
  'unreachable',
  `the certificate of ${here(where)} is not trusted`,
  HINTS.authority,
];
const notHttp =
  (detail: string): Explain =>
  () => ['not-http', detail];
const garbled = notHttp('the reply is not HTTP/1.1');
const timedOut: Explain = ({ syscall }, where) =>
  syscall === 'connect'
    ? ['unreachable', `no connection to ${here(where)} in time`, HINTS.route]
    : ['timeout', `${here(where)} did not answer in time`, HINTS.time];
const aborted: Explain = () => [ABORTED.why, ABORTED.detail];

const BY_CODE: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  [
    'ECONNREFUSED',
    (facts, where) => ['unreachable', `nothing listens on ${place(facts, where)}`, HINTS.port],
  ],
  [
    'ENOTFOUND',
    ({ hostname }, where) => ['unreachable', `no host ${hostname || where.host} is known`, HINTS.host],
  ],
  [
    'EAI_AGAIN',
    ({ hostname }, where) => [
      'unreachable',
      `the name ${hostname || where.host} could not be looked up`,
      HINTS.host,
    ],
  ],
  ['EHOSTUNREACH', noRoute],
  ['ENETUNREACH', noRoute],
  ['EHOSTDOWN', noRoute],
  ['EADDRNOTAVAIL', noRoute],
  ['EMFILE', noFiles],
  ['ENFILE', noFiles],
  ['ETIMEDOUT', timedOut],
  ['UND_ERR_CONNECT_TIMEOUT', (facts, where) => timedOut({ ...facts, syscall: 'connect' }, where)],
  ['UND_ERR_HEADERS_TIMEOUT', timedOut],
  ['UND_ERR_BODY_TIMEOUT', timedOut],
  ['ECONNRESET', closed],
  ['ECONNABORTED', closed],
  ['EPIPE', closed],
  [
    'UND_ERR_SOCKET',
    (facts, where) => (facts.message.startsWith('bad') ? garbled(facts, where) : closed(facts, where)),
  ],
  ['UND_ERR_HEADERS_OVERFLOW', () => ['too-large', TOO_LARGE.head().detail]],
  [TOO_FEW_BYTES, notHttp('the body of the reply does not fit its Content-Length')],
  ['ERR_ASSERTION', notHttp('the reply has a status that undici can not read')],
  ['UND_ERR_DESTROYED', aborted],
  ['UND_ERR_CLOSED', aborted],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_UNTRUSTED', untrusted],
  [
    'CERT_HAS_EXPIRED',
    (_, where) => ['unreachable', `the certificate of ${here(where)} has expired`, HINTS.renew],
  ],
  [
    'CERT_NOT_YET_VALID',
    (_, where) => ['unreachable', `the certificate of ${here(where)} is not valid yet`, HINTS.clock],
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    (_, where) => ['unreachable', `the certificate is not valid for ${where.host}`, HINTS.name],
  ],
]);

/**
 * The outcome for an error that ended a request, `answered` if a part of a reply had come. An unknown error counts as
 * unreachable: that accuses no backend.
 */
export function noReplyFor(error: unknown, where: Where, answered = false): NoReply {
  if (error instanceof BoundError) return error.outcome;
  const facts = factsOf(error);
  const [why, detail, hint] = (BY_CODE.get(facts.code) ?? byFamily(facts))(facts, where);
  if (why === 'closed' && answered) return CUT;
  return { kind: 'no-reply', why, detail, ...(hint === undefined ? {} : { hint }) };
}

function byFamily({ code, name, message, syscall }: Facts): Explain {
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return garbled;
  if (/^(ERR_SSL|ERR_TLS|EPROTO|UND_ERR_PRX_TLS)/.test(code)) return tlsFailure;
  if (code === 'UND_ERR_ABORTED' || message.startsWith('Proxy')) return proxyRefusal;
  return () => ['unreachable', `the request failed: ${[syscall, code || name].filter(Boolean).join(' ')}`];
}

const tlsFailure: Explain = ({ reason, message }, where) => {
  const said = `${reason} ${message}`.toLowerCase();
  if (/wrong version number|http request|packet length too long/.test(said)) {
    return ['unreachable', `TLS failed: ${here(where)} does not speak https`, HINTS.plain];
  }
  if (/certificate required|handshake failure|bad certificate/.test(said)) {
    return ['unreachable', `TLS failed: ${here(where)} asks for another client certificate`, HINTS.client];
  }
  return ['unreachable', `TLS with ${here(where)} failed: ${reason || 'no reason given'}`, HINTS.handshake];
};

/** undici words a refused tunnel as `Proxy response (403) !== 200 ...`. */
const proxyRefusal: Explain = ({ message }) => {
  const status = /\((\d{3})\)/.exec(message)?.[1];
  return [
    'unreachable',
    `the proxy refused to connect${status === undefined ? '' : ` (HTTP ${status})`}`,
    HINTS.proxy,
  ];
};

/** An address as it is written with a port, an IPv6 one in brackets. */
function joined(host: string, port: string): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where several addresses were tried there is an error for each; the first one stands for all. */
function factsOf(error: unknown): Facts {
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const read = (name: string): string => {
    const value: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    code: read('code'),
    name: read('name'),
    message: read('message'),
    syscall: read('syscall'),
    address: read('address'),
    port: read('port'),
    hostname: read('hostname'),
    reason: read('reason'),
  };
}
