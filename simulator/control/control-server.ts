/** The server of the control API: it lets requests in, serves the console, and refuses; calls go to the routes, which are loaded with the first. */
import { JSON_TYPE } from '../../src/spec/headers.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Drain } from '../server/drain.ts';
import type { Message } from '../server/message.ts';
import type { Beside } from '../server/server.ts';
import type { ServeCall } from './control-calls.ts';
import { ControlBody } from './control-body.ts';
import { CONTROL_STATUSES, ControlError, refusedFor } from './control-error.ts';
import { CONTROL_PREFIX, jsonText, SAFE, writeReply } from './control-reply.ts';
import type { Guard } from './guard.ts';
import type { ServedRoute } from './route.ts';

const FOUND = 302;

/** Whether a browser asks for a page, as it does for an address in its address bar: it gets the way to the console. Any other request for `/` is one to the backend. */
const asksForStart = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

const TO_CONSOLE = {
  status: FOUND,
  headers: ['Location', `${CONTROL_PREFIX}/`, 'Content-Length', '0', 'Vary', 'Accept'],
} as const;

/** A file of the console, served without the token: it asks the API with it. */
interface ConsolePage {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** The page at a path below `/_tagproof`, for instance `/` or `/console.js`. */
export type Pages = (path: string) => ConsolePage | undefined;

/** A body that does not come within this many milliseconds is given up. */
const BODY_TIMEOUT_MS = 30_000;

interface ControlServerOptions {
  /** Loads the routes, with the first call. */
  readonly routes: () => Promise<readonly ServedRoute[]>;
  readonly guard: Guard;
  readonly bodyTimeoutMs?: number | undefined;
  readonly pages?: Pages | undefined;
  readonly log: (line: string) => void;
}

/** Writes why a request is refused; what may still come of its body is not read. */
function refuse(
  { code, problems, message: text }: ControlError,
  message: Message,
  response: ServerResponse,
  drain: Drain,
): void {
  const more = [
    ...(code === 'unauthorized' ? ['WWW-Authenticate', 'Bearer'] : []),
    ...(code === 'method-not-allowed' ? ['Allow', text.replace(/^.* takes /, '')] : []),
    ...(message.complete ? [] : ['Connection', 'close']),
  ];
  if (!message.complete) keepReading(message, drain);
  writeReply(response, CONTROL_STATUSES[code], JSON_TYPE, jsonText({ error: { code, problems } }), more);
}

export function controlServer(options: ControlServerOptions): Beside {
  const { routes, guard, pages, log, bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  const ending = new AbortController();
  let call: ServeCall | undefined;

  async function answer(message: Message, response: ServerResponse): Promise<void> {
    const target = message.url ?? '';
    if (target === '/') {
      response.writeHead(TO_CONSOLE.status, [...TO_CONSOLE.headers, ...SAFE]).end();
      return;
    }
    const [path = '', search = ''] = split(target.slice(CONTROL_PREFIX.length));
    const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
    const page = method === 'GET' ? pages?.(path === '' ? '/' : path) : undefined;
    if (page !== undefined) {
      guard.checkOrigin(message);
      writeReply(response, 200, page.type, page.body, page.headers);
      return;
    }
    const body = new ControlBody(message);
    call ??= (await import('./control-calls.ts')).callsOver({
      routes: await routes(),
      checkCaller: guard.check,
      bodyTimeoutMs,
      ending: ending.signal,
    });
    // The client may have left while the routes were loaded.
    if (!response.destroyed)
      await call(message, response, { method, path, search, body }).finally(() => body.drop());
  }

  function refusalOf(error: unknown): ControlError {
    if (error instanceof ControlError) return error;
    log(`control API: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return refusedFor(
      'internal',
      'the control API failed; what it printed to its terminal says more',
      'server',
    );
  }

  return {
    owns: (message) => {
      const { url = '' } = message;
      return url === '/' ? pages !== undefined && asksForStart(message) : isControlTarget(url);
    },
    end: () => ending.abort(),
    serve: (message, response, drain) => {
      void answer(message, response).catch((error: unknown) => {
        if (response.headersSent || response.destroyed) response.destroy();
        else refuse(refusalOf(error), message, response, drain);
      });
    },
  };
}

/** Keeps reading from the connection for a moment, as a reset would destroy the reply. */
function keepReading({ socket }: Message, drain: Drain): void {
  socket.destroySoon = () => {
    drain.add(socket);
    socket.end();
  };
}

/** Whether a request target, spelt exactly so, belongs here: the operations keep every other one. */
const isControlTarget = (target: string): boolean =>
  target.startsWith(CONTROL_PREFIX) && /^(?:[/?]|$)/.test(target.slice(CONTROL_PREFIX.length));

/** Path and query of a target. */
function split(target: string): readonly [path: string, search: string] {
  const at = target.indexOf('?');
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
