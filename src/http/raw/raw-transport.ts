/** Sends requests byte for byte as planned, each over a connection of its own: for what no HTTP client would send. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NoReply, Outcome, WireFault } from '../exchange.ts';
import { LastReply } from './last-reply.ts';
import { isUnjudgedWire } from '../alterations/wire-alterations.ts';
import { ReplyTimeout } from '../reply-timeout.ts';
import type { Link } from '../link.ts';
import { planBytes, type BytePlan } from './plan-bytes.ts';
import { ReplyParser, type Parsed } from './reply-parser.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { noReplyFor, ABORTED, late, unanswered, type Where } from '../why.ts';
import { onAbort } from '../on-abort.ts';

interface RoundTrip {
  /** Connects; may throw what is wrong with the settings. */
  readonly open: () => Socket;
  readonly plan: BytePlan;
  readonly parser: LastReply;
  readonly where: Where;
  readonly replyTimeout: ReplyTimeout;
  /** Any of these ends it. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** What became of a request on a connection of its own. */
interface RoundTripResult {
  readonly outcome: Outcome;
  readonly faults: readonly WireFault[];
}

/** Writes the plan and reads the reply; what goes wrong is an outcome. The socket is closed afterwards. */
function roundTrip({
  open,
  plan,
  parser,
  where,
  replyTimeout,
  signals,
}: RoundTrip): Promise<RoundTripResult> {
  return new Promise((resolve) => {
    const socket = open();
    let connected = false;
    let cancels: readonly (() => void)[] = [];
    let settle = (outcome: Outcome): void =>
      resolve({ outcome, faults: outcome.kind === 'reply' ? parser.faults : [] });
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
      socket.destroy();
      settle(outcome);
    };
    const timer = setTimeout(() => {
      const missing = parser.overpromised ?? late(connected, where, replyTimeout);
      if (connected) replyTimeout.timedOut();
      if (!connected || parser.overpromised !== undefined) return finish(missing);
      for (const cancel of cancels) cancel();
      const arrived = new Promise<boolean>((heard) => {
        settle = ({ kind }) => heard(kind === 'reply');
      });
      const later = replyTimeout.listen(arrived, () => finish(ABORTED));
      resolve({ outcome: { ...missing, ...(later !== undefined && { later }) }, faults: [] });
    }, replyTimeout.ms);
    const began = performance.now();
    const step = (parsed: Parsed) => {
      if (parsed.kind === 'reply') replyTimeout.answered(performance.now() - began);
      if (parsed.kind !== 'more') finish(parsed);
    };
    socket.once(where.secure ? 'secureConnect' : 'connect', () => {
      connected = true;
      writePaced(socket, plan);
    });
    socket.on('data', (chunk) => step(parser.push(chunk)));
    const ended = () => finish(parser.begun ? parser.end() : unanswered(where));
    socket.on('end', ended);
    socket.on('error', (error) => finish(parser.earlier ?? noReplyFor(error, where, parser.begun)));
    socket.on('close', ended);
    cancels = signals.map((signal) => onAbort(signal, () => finish(ABORTED)));
  });
}

/** A turn of the event loop between two segments keeps the system from joining them, a pause makes sure of it. */
function writePaced(socket: Socket, { segments, pauseMs, ends }: BytePlan): void {
  socket.setNoDelay(true);
  const next = (index: number) => {
    const segment = segments[index];
    if (socket.destroyed || segment === undefined) return;
    const last = index === segments.length - 1;
    if (last && ends) socket.end(segment);
    else socket.write(segment);
    if (last) return;
    if (pauseMs === undefined) setImmediate(next, index + 1);
    else setTimeout(next, pauseMs, index + 1);
  };
  next(0);
}

/** Sends one resolved request on a fresh connection. */
export type SendRaw = (
  request: ResolvedRequest,
  signals: readonly (AbortSignal | undefined)[],
) => Promise<RoundTripResult>;

const failed = (outcome: NoReply): RoundTripResult => ({ outcome, faults: [] });

const THROUGH_PROXY =
  'this request needs a connection of its own, which http: proxy does not allow; run it without the proxy';

/** How raw requests are sent to this target. Behind a proxy they can't be: that is an outcome, too. */
export function rawSender(link: Link): SendRaw {
  const { settings } = link;
  if (settings.proxy !== undefined)
    return async () => failed({ kind: 'no-reply', why: 'unreachable', detail: THROUGH_PROXY, unsent: true });
  // A server may wait for more of a malformed request as long as it likes: that says nothing about the others.
  const malformed = new ReplyTimeout(settings.timeoutMs, 0);
  return async (request, signals) => {
    try {
      const plan = planBytes(request, link.origin);
      return await roundTrip({
        open: () => openSocket(link),
        plan,
        parser: new LastReply(() => new ReplyParser(request.method), plan.requests, request.method),
        where: link,
        replyTimeout: isUnjudgedWire(request.wire) ? malformed : link.replyTimeout,
        signals,
      });
    } catch (error) {
      return failed(noReplyFor(error, link));
    }
  };
}

function openSocket({ host, port, tls }: Link): Socket {
  if (tls === undefined) return connect({ host, port });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, secureContext: tls, ALPNProtocols: ['http/1.1'], ...servername });
}

/** Which requests undici refuses or would change, so that the raw transport must send them. */

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const PATH = /^\/[\x21-\xff]*$/;

/** undici writes these itself, refuses them, or loses them where it makes an object of the headers. What occurs twice it sends twice. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
  '__proto__',
]);

/**
 * Whether only the raw transport can send exactly this. An invalid header or path must never reach undici: it throws
 * there and uses up the connection. Blanks around a value are not a reason: undici sends them as they are.
 */
export function needsRaw({ method, path, headers, wire }: ResolvedRequest): boolean {
  if (wire !== undefined || method === 'CONNECT' || !TOKEN.test(method) || !PATH.test(path)) return true;
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    if (OWN_NAMES.has(name) || !TOKEN.test(name) || !VALUE.test(headers[i + 1] ?? '')) return true;
  }
  return false;
}
