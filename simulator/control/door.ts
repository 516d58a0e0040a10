/** The door to the control API: it lets requests in, reads them by the schemas of their routes, and writes what comes of them. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Drain } from '../http/drain.ts';
import type { Message } from '../http/message.ts';
import type { Beside } from '../http/server.ts';
import { BODY_TIMEOUT_MS, collectBody, MOST_BODY_BYTES } from './body-reader.ts';
import { CONTROL_STATUSES, ControlError, notFound } from './control-error.ts';
import type { Guard } from './guard.ts';
import { checkValue, parseJson } from './read/read-value.ts';
import { StatusReply, StreamReply, TextReply } from './reply.ts';
import type { Rig } from './rig.ts';
import type { ControlRequest, Route, WorldText } from './route.ts';
import { CONTROL_PREFIX, isControlTarget, routerOver, type Router } from './router.ts';
import { asksForStart, TO_CONSOLE } from './start-page.ts';

/** A file of the console, served without the token: it asks the API with it. */
export interface Page {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** The page at a path below `/_tagproof`, for instance `/` or `/console.js`. */
export type Pages = (path: string) => Page | undefined;

export interface DoorOptions {
  readonly rig: Rig;
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly pages?: Pages | undefined;
  /** Whether a browser that asks for `/` is led to the console. */
  readonly atRoot?: boolean | undefined;
  readonly log: (line: string) => void;
  readonly bodyTimeoutMs?: number | undefined;
}

const SAFE: readonly string[] = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

const JSON_TYPE = 'application/json';
const NO_CONTENT = 204;

function write(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  more: readonly string[] = [],
): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, ['Content-Type', type, 'Content-Length', String(length), ...SAFE, ...more]);
  response.end(body);
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function writeStream(
  response: ServerResponse,
  { type, pieces }: StreamReply,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, ['Content-Type', type, ...SAFE]);
  response.flushHeaders();
  try {
    for await (const piece of pieces) {
      if (signal.aborted) break;
      if (!response.write(piece)) await once(response, 'drain', { signal });
    }
    response.end();
  } catch (error) {
    // The client is gone, or the stream can't go on: it must not look whole.
    response.destroy();
    if (!signal.aborted) throw error;
  }
}

function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name))
      throw new ControlError('invalid', 'the parameter occurs twice', `query ${name}`);
    Object.defineProperty(query, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return query;
}

function readQuery(search: string, route: Route): unknown {
  try {
    return checkValue(queryOf(search), route.query);
  } catch (error) {
    if (!(error instanceof ControlError) || error.at.startsWith('query')) throw error;
    throw new ControlError(
      error.code,
      error.message.replace('the body', 'the query'),
      `query ${error.at === 'body' ? '' : error.at}`.trim(),
      error.flaws,
    );
  }
}

function worldText(text: string, type: string): WorldText {
  const isJson = type.includes('json') || (!type.includes('yaml') && /^\s*\{/.test(text));
  return { text, format: isJson ? 'json' : 'yaml' };
}

export class ControlDoor implements Beside {
  readonly #options: DoorOptions;
  readonly #route: Router;
  readonly #ending = new AbortController();

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#route = routerOver(options.routes);
  }

  readonly owns = (message: Message): boolean => {
    const { url = '' } = message;
    return url === '/' ? this.#options.atRoot === true && asksForStart(message) : isControlTarget(url);
  };

  readonly end = (): void => this.#ending.abort();

  readonly serve = (message: Message, response: ServerResponse, drain: Drain): void => {
    void this.#serve(message, response).catch((error: unknown) =>
      this.#refuse(error, message, response, drain),
    );
  };

  async #serve(message: Message, response: ServerResponse): Promise<void> {
    const target = message.url ?? '';
    if (target === '/') {
      response.writeHead(TO_CONSOLE.status, [...TO_CONSOLE.headers, ...SAFE]).end();
      return;
    }
    const [path = '', search = ''] = split(target.slice(CONTROL_PREFIX.length));
    const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
    const page = method === 'GET' ? this.#options.pages?.(path === '' ? '/' : path) : undefined;
    if (page !== undefined) {
      this.#options.guard.checkOrigin(message);
      write(response, 200, page.type, page.body, page.headers);
      return;
    }
    const { route, params } = this.#route(method, path);
    if (!route.open) {
      this.#options.guard.checkOrigin(message);
      this.#options.guard.checkToken(message);
    }
    const request = await this.#read(message, response, route, params, search);
    await this.#answer(await route.handle(request, this.#options.rig), route, request, response);
  }

  async #read(
    message: Message,
    response: ServerResponse,
    route: Route,
    params: Readonly<Record<string, string>>,
    search: string,
  ): Promise<ControlRequest> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const query = readQuery(search, route);
    const { game } = params;
    const { world } = this.#options.rig;
    if (game !== undefined && !world.state.games.has(game)) throw notFound('game', game, 'path game');
    const body = route.body === undefined ? undefined : await this.#body(message, route.body);
    return { params, query, body, game, signal: AbortSignal.any([gone.signal, this.#ending.signal]) };
  }

  async #body(message: Message, schema: Exclude<Route['body'], undefined>): Promise<unknown> {
    const text = await collectBody(message, MOST_BODY_BYTES, this.#options.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
    if (schema === 'world file') return worldText(text, message.headers['content-type'] ?? '');
    return checkValue(parseJson(text), schema);
  }

  async #answer(
    value: unknown,
    route: Route,
    { signal }: ControlRequest,
    response: ServerResponse,
  ): Promise<void> {
    if (value instanceof StreamReply) await writeStream(response, value, signal);
    else if (value instanceof TextReply) write(response, route.status, value.type, value.text);
    else if (value instanceof StatusReply) write(response, value.status, JSON_TYPE, json(value.value));
    else if (route.status === NO_CONTENT) response.writeHead(NO_CONTENT, [...SAFE]).end();
    else write(response, route.status, JSON_TYPE, json(value));
  }

  #refuse(error: unknown, message: Message, response: ServerResponse, drain: Drain): void {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const refused = error instanceof ControlError ? error : this.#failure(error);
    const { code, at, flaws, message: text } = refused;
    const more = [
      ...(code === 'unauthorized' ? ['WWW-Authenticate', 'Bearer'] : []),
      ...(code === 'method-not-allowed' ? ['Allow', text.replace(/^.* takes /, '')] : []),
      // What may still come of the body is not read.
      ...(message.complete ? [] : ['Connection', 'close']),
    ];
    if (!message.complete) lingering(message, drain);
    const body = { error: { code, message: text, at, ...(flaws.length > 0 && { faults: flaws }) } };
    write(response, CONTROL_STATUSES[code], JSON_TYPE, json(body), more);
  }

  #failure(error: unknown): ControlError {
    this.#options.log(
      `control API: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return new ControlError(
      'internal',
      'the control API failed; the log of the simulator says more',
      'server',
    );
  }
}

/** The connection is read on for a moment, or a reset would take the reply away. */
function lingering({ socket }: Message, drain: Drain): void {
  socket.destroySoon = () => {
    drain.add(socket);
    socket.end();
  };
}

/** Path and query of a target. */
function split(target: string): readonly [path: string, search: string] {
  const at = target.indexOf('?');
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
