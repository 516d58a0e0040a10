/**
 * The plain path. A whole request of an operation, in the strictest grammar, is read off the front of what came on a socket, and answered
 * with one write: node:http takes longer for that than the answer itself. Anything else goes to node:http as it came, with all that
 * follows on its connection, so what is odd, late, broken or large is handled there alone.
 */
import { maxHeaderSize, STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { METHOD } from '../../src/spec/endpoints.ts';
import { headerKey, type HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { Delivery } from '../answer/stages.ts';
import { corsLines } from './cors.ts';
import type { Message } from './message.ts';
import type { ServerContext } from './request-reader.ts';
import { LENGTH, linesText } from './write-reply.ts';

/** Header lines of a name, a colon and printable ASCII, which all readers of HTTP read alike. */
const STRICT_LINES = /^(?:[\w!#$%&'*+.^`|~-]+:[ -~]*\r\n)*$/;
const STRICT_LENGTH = /^(?:0|[1-9]\d{0,8})$/;
const LENGTH_KEY = headerKey(LENGTH);
const CONNECTION = 'Connection';
const CONNECTION_KEY = headerKey(CONNECTION);
const KEEP_ALIVE = 'keep-alive';
/** Headers that change how a request is framed or answered. */
const CHANGING_HEADERS = new Set(['transfer-encoding', 'expect', 'upgrade', 'proxy-connection']);
const HEAD_END = '\r\n\r\n';
const STATUS_OK = 200;

const CR = 0x0d;
const LF = 0x0a;

/** The first byte behind the line breaks that a client may send in front of a request. */
function behindBreaks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR || bytes[at] === LF) at += 1;
  return at;
}

/** What the lines of a head say. */
interface Head {
  readonly text: string;
  readonly target: string;
  readonly headers: HeaderLines;
  readonly bodyBytes: number;
}

/** Header lines, and the length of the body that they announce; undefined where node:http has to read them. */
function readLines(text: string): Pick<Head, 'headers' | 'bodyBytes'> | undefined {
  if (!STRICT_LINES.test(text)) return undefined;
  const headers: string[] = [];
  let length: string | undefined;
  for (let at = 0; at < text.length;) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon);
    const value = text.slice(colon + 1, end).trim();
    const key = headerKey(name);
    if (key === LENGTH_KEY) {
      if (length !== undefined || !STRICT_LENGTH.test(value)) return undefined;
      length = value;
    } else if (CHANGING_HEADERS.has(key) || (key === CONNECTION_KEY && headerKey(value) !== KEEP_ALIVE))
      return undefined;
    headers.push(name, value);
    at = end + 2;
  }
  return length === undefined ? undefined : { headers, bodyBytes: Number(length) };
}

let dateSecond = 0;
let dateText = '';

/** The Date of a reply, made once a second. */
function date(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date().toUTCString();
  }
  return dateText;
}

/** Whether a delivery is a reply as most are, whose bytes `writePlain` knows to write as node:http does. */
const isTextReply = (delivery: Delivery): delivery is TextReply =>
  delivery.kind === 'reply' &&
  delivery.status === STATUS_OK &&
  !delivery.chunked &&
  !delivery.close &&
  typeof delivery.body === 'string';

type TextReply = Delivery & { readonly kind: 'reply'; readonly body: string };

/** The start of the last reply, by its header lines: most replies share them. */
let lastStart: { readonly headers: HeaderLines; readonly text: string } | undefined;

function startOf({ status, headers }: TextReply): string {
  if (lastStart?.headers !== headers)
    lastStart = { headers, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesText(headers)}` };
  return lastStart.text;
}

/** Writes a reply as node:http does, byte by byte. */
function writePlain(socket: Socket, reply: TextReply, extra: HeaderLines): void {
  const { body } = reply;
  const length = Buffer.byteLength(body);
  const text = `${startOf(reply)}${LENGTH}: ${length}\r\n${linesText(extra)}Date: ${date()}\r\n${CONNECTION}: ${KEEP_ALIVE}\r\n\r\n${body}`;
  socket.write(text, length === body.length ? 'latin1' : 'utf8');
}

/** What the plain path needs of its server. */
interface PlainContext extends ServerContext {
  /** The paths that it may serve. */
  readonly paths: readonly string[];
}

/** Puts the plain path in front of a server of plain HTTP. Returns what ends the connections that are still on it. */
export function servePlainly(server: Server<typeof Message>, context: PlainContext): () => void {
  const { answer, made, limits, allowsOrigin, paths } = context;
  const targets = new Map(paths.map((path) => [`${METHOD} ${path} HTTP/1.1\r\n`, path]));
  const open = new Set<Socket>();
  const headBytes = maxHeaderSize;
  const [toNode] = server.listeners('connection');

  /** The head that begins at a byte; `last`: the one before on its connection, as most clients send the same again. */
  function headAt(bytes: Buffer, at: number, last: Head | undefined): Head | undefined {
    const end = bytes.indexOf(HEAD_END, at, 'latin1');
    if (end === -1 || end - at >= headBytes) return undefined;
    const text = bytes.toString('latin1', at, end + 2);
    if (text === last?.text) return last;
    const linesAt = text.indexOf('\r\n') + 2;
    const target = targets.get(text.slice(0, linesAt));
    const lines = target === undefined ? undefined : readLines(text.slice(linesAt));
    return target === undefined || lines === undefined ? undefined : { text, target, ...lines };
  }

  function serve(socket: Socket): void {
    let last: Head | undefined;
    const fail = (): void => void socket.destroy();
    const end = (): void => void socket.end();
    const forget = (): void => void open.delete(socket);
    // What came while this process was busy is read first.
    const endUnused = (): void => void setImmediate(() => last === undefined && open.has(socket) && fail());

    function handOver(bytes: Buffer): void {
      forget();
      socket.off('data', take).off('end', end).off('error', fail).off('close', forget);
      socket.pause();
      socket.unshift(bytes);
      toNode?.call(server, socket);
      socket.resume();
    }

    function take(bytes: Buffer): void {
      if (last === undefined) socket.setTimeout(0, endUnused);
      for (let at = 0; ;) {
        // Behind a first request, as node:http ends a connection on which nothing else comes.
        if (last !== undefined) at = behindBreaks(bytes, at);
        if (at === bytes.length || socket.destroyed) return;
        // node:http waits with further requests until the client has read.
        const head = socket.writableNeedDrain ? undefined : headAt(bytes, at, last);
        const bodyAt = at + (head?.text.length ?? 0) + 2;
        const next = bodyAt + (head?.bodyBytes ?? 0);
        if (head === undefined || next > bytes.length || head.bodyBytes > limits.bodyBytes)
          return handOver(bytes.subarray(at));
        const { target, headers } = head;
        const body = next === bodyAt ? undefined : bytes.subarray(bodyAt, next);
        const delivery = answer({ method: METHOD, target, headers, version: '1.1', body });
        if (!isTextReply(delivery)) {
          made.set(socket, delivery);
          return handOver(bytes.subarray(at));
        }
        writePlain(socket, delivery, allowsOrigin === undefined ? [] : corsLines(headers, allowsOrigin));
        last = head;
        at = next;
      }
    }

    open.add(socket);
    socket.on('data', take).on('end', end).on('error', fail).on('close', forget);
    // As with node:http, one that was opened ahead ends if nothing comes in time.
    socket.setTimeout(limits.bodyTimeoutMs, endUnused);
  }

  server.removeAllListeners('connection').on('connection', serve);
  return () => {
    for (const socket of open) socket.destroy();
  };
}
