/** A proxy in front of a server that spoils every nth exchange, as broken networks, gateways and backends do now and then. */
import net from 'node:net';
import { listening } from '../../src/http/test-helpers/servers.ts';

const answer = (status: string, type: string, body: string): string =>
  [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

const page = (status: string): string => answer(status, 'text/html', `<h1>${status}</h1>`);
/** The head of a reply and half of what it announces. */
const HALF = answer('200 OK', 'application/json', JSON.stringify({ returnCode: 1, parameters: {} })).slice(
  0,
  -20,
);
const code = (returnCode: number): string =>
  answer('200 OK', 'application/json', JSON.stringify({ returnCode }));

/** What becomes of a request in place of its answer: nothing, the end of its connection, half of an answer, or another one. */
const SPOILS = {
  hang: () => {},
  reset: (socket) => void socket.resetAndDestroy(),
  close: (socket) => void socket.destroy(),
  stall: (socket) => void socket.write(HALF),
  cut: (socket) => void socket.end(HALF),
  'HTTP 502': (socket) => void socket.end(page('502 Bad Gateway')),
  'HTTP 503': (socket) => void socket.end(page('503 Service Unavailable')),
  'HTTP 520': (socket) => void socket.end(page('520 Unknown Error')),
  'HTTP 429': (socket) => void socket.end(page('429 Too Many Requests')),
  '-8': (socket) => void socket.end(code(-8)),
  '-7': (socket) => void socket.end(code(-7)),
  '-1': (socket) => void socket.end(code(-1)),
  '-3': (socket) => void socket.end(code(-3)),
} satisfies Record<string, (socket: net.Socket) => void>;

/** The answer of the backend with another value of its first tag. */
const WRONG_TAG = 'wrong tag';
export type Spoil = keyof typeof SPOILS | typeof WRONG_TAG;
export const SPOIL_NAMES = [...Object.keys(SPOILS), WRONG_TAG] as readonly Spoil[];

const FIRST_TAG = /"value":"[a-z]/;

/** The bytes with another first tag; undefined: they hold none. */
function otherTag(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1');
  const found = FIRST_TAG.exec(text);
  if (found === null) return undefined;
  const end = found.index + found[0].length;
  return Buffer.from(`${text.slice(0, end - 1)}X${text.slice(end)}`, 'latin1');
}

/** Starts a proxy in front of a server; a request is what a client sends before it is answered. Returns the URL. */
export async function faultyProxy(behind: URL, spoil: Spoil, every: number): Promise<URL> {
  let requests = 0;
  /** Spoiled replies that are still owed: one without a tag leaves it to the next. */
  let owed = 0;
  const proxy = net.createServer({ allowHalfOpen: true }, (client) => {
    const server = net.connect(Number(behind.port), behind.hostname);
    let isAsked = false;
    let isSpoiled = false;
    client.setNoDelay(true);
    server.setNoDelay(true);
    client.on('data', (bytes) => {
      if (!isAsked) {
        isAsked = true;
        requests += 1;
        const isDue = requests % every === 0;
        if (isDue && spoil === WRONG_TAG) owed += 1;
        else if (isDue) {
          isSpoiled = true;
          server.destroy();
          SPOILS[spoil as keyof typeof SPOILS](client);
        }
      }
      if (!isSpoiled) server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAsked = false;
      const other = owed > 0 ? otherTag(bytes) : undefined;
      if (other !== undefined) owed -= 1;
      client.write(other ?? bytes);
    });
    client.on('end', () => server.end()).on('close', () => server.destroy());
    server.on('end', () => isSpoiled || client.end()).on('close', () => isSpoiled || client.destroy());
    server.on('error', () => {});
  });
  return new URL(`http://127.0.0.1:${await listening(proxy)}`);
}
