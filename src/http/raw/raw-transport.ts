/** Sends requests byte for byte as planned, each over a connection of its own: for what no HTTP client would send. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isUnjudgedWire } from '../alterations/wire-alterations.ts';
import type { Outcome } from '../exchange.ts';
import type { Link } from '../link.ts';
import { onAbort } from '../on-abort.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { ABORTED, late, noReplyFor, unanswered } from '../why.ts';
import { planBytes, type BytePlan } from './plan-bytes.ts';
import { ReplyParser } from './reply-parser.ts';

/** Sends a request on a fresh connection straight to the target, until one of the signals ends it. `closing` also ends listening for a late reply. */
export async function sendRaw(
  request: ResolvedRequest,
  link: Link,
  closing: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (signal?.aborted === true || closing.aborted) return ABORTED;
  try {
    return await roundTrip(request, link, closing, signal);
  } catch (error) {
    return noReplyFor(error, link);
  }
}

function roundTrip(
  request: ResolvedRequest,
  link: Link,
  closing: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { timeoutMs } = link.settings;
  const plan = planBytes(request, link.origin);
  const parser = new ReplyParser(request.method, plan.requests);
  return new Promise((resolve) => {
    const socket = openSocket(link);
    let connected = false;
    let heard: ((came: boolean) => void) | undefined;
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      stopListening();
      stopOnClosing();
      socket.destroy();
      resolve(outcome);
      heard?.(outcome.kind === 'reply');
    };
    let timer = setTimeout(() => {
      const missing = parser.overpromised ?? late(connected, link, timeoutMs);
      // A server may wait for more of a malformed request as long as it likes.
      if (missing.why !== 'timeout' || isUnjudgedWire(request.wire)) return finish(missing);
      stopListening();
      timer = setTimeout(finish, link.lateMs - timeoutMs, ABORTED);
      resolve({ ...missing, later: new Promise((hear) => (heard = hear)) });
    }, timeoutMs);
    const stopListening = onAbort(signal, () => finish(ABORTED));
    const stopOnClosing = onAbort(closing, () => finish(ABORTED));
    socket.once(link.secure ? 'secureConnect' : 'connect', () => {
      connected = true;
      writePaced(socket, plan);
    });
    socket.on('data', (chunk) => {
      const outcome = parser.push(chunk);
      if (outcome !== undefined) finish(outcome);
    });
    const ended = (): void => finish(parser.begun ? parser.end() : unanswered(link));
    socket.on('end', ended);
    socket.on('close', ended);
    socket.on('error', (error) => finish(parser.earlier ?? noReplyFor(error, link, parser.begun)));
  });
}

function openSocket({ host, port, tls }: Link): Socket {
  if (tls === undefined) return connect({ host, port });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, secureContext: tls, ALPNProtocols: ['http/1.1'], ...servername });
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

/** Which requests undici refuses or would change, so that they must be sent raw. */

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
