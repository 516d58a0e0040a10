/** Serves the calls of the control API: reads each by the schemas of its route, and writes the reply. */
import type { ServerResponse } from 'node:http';
import type { Message } from '../http/message.ts';
import { BODY_TIMEOUT_MS, type ControlBody } from './body-reader.ts';
import { ControlError, notFound } from './api/control-error.ts';
import type { Guard } from './guard.ts';
import { checkValue, parseJson } from './api/read-value.ts';
import {
  json,
  JSON_TYPE,
  SAFE,
  StatusReply,
  StreamReply,
  TextReply,
  write,
  writeStream,
} from './api/reply.ts';
import type { Rig } from './api/rig.ts';
import type { ControlRequest, ControlRoute, WorldText } from './api/route.ts';
import { routerOver } from './router.ts';
import { CONTROL_ROUTES } from './routes.ts';

const NO_CONTENT = 204;

function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name))
      throw new ControlError('invalid', 'the parameter occurs twice', `query ${name}`);
    Object.defineProperty(query, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return query;
}

function readQuery(search: string, route: ControlRoute): unknown {
  try {
    return checkValue(queryOf(search), route.query);
  } catch (error) {
    if (!(error instanceof ControlError) || error.at.startsWith('query')) throw error;
    throw new ControlError(
      error.code,
      error.message.replace('the body', 'the query'),
      `query ${error.at === 'body' ? '' : error.at}`.trim(),
      error.problems,
    );
  }
}

function worldText(text: string, type: string): WorldText {
  const isJson = type.includes('json') || (!type.includes('yaml') && /^\s*\{/.test(text));
  return { text, format: isJson ? 'json' : 'yaml' };
}

/** What a request asks for: its target below the prefix of the control API. */
export interface Called {
  readonly method: string;
  readonly path: string;
  /** The query, without its question mark. */
  readonly search: string;
  readonly body: ControlBody;
}

export interface CallOptions {
  readonly rig: Rig;
  readonly guard: Guard;
  /** A body that does not come within this many milliseconds is given up. */
  readonly bodyTimeoutMs?: number | undefined;
}

export class ControlCalls {
  readonly #options: CallOptions;
  readonly #ending: AbortSignal;
  readonly #route = routerOver(CONTROL_ROUTES);

  /** `ending` ends replies that go on, such as the stream of the journal. */
  constructor(options: CallOptions, ending: AbortSignal) {
    this.#options = options;
    this.#ending = ending;
  }

  /** Throws ControlError for what is refused. */
  async serve(message: Message, response: ServerResponse, called: Called): Promise<void> {
    const { route, params } = this.#route(called.method, called.path);
    if (!route.open) {
      this.#options.guard.checkOrigin(message);
      this.#options.guard.checkToken(message);
    }
    const request = await this.#read(message, response, route, params, called);
    await this.#answer(await route.handle(request, this.#options.rig), route, request, response);
  }

  async #read(
    message: Message,
    response: ServerResponse,
    route: ControlRoute,
    params: Readonly<Record<string, string>>,
    { search, body: sent }: Called,
  ): Promise<ControlRequest> {
    if (route.body === undefined) sent.drop();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const query = readQuery(search, route);
    const { game } = params;
    const { world } = this.#options.rig;
    if (game !== undefined && !world.state.games.has(game)) throw notFound('game', game, 'path game');
    const body = route.body === undefined ? undefined : await this.#body(message, sent, route.body);
    return { params, query, body, game, signal: AbortSignal.any([gone.signal, this.#ending]) };
  }

  async #body(
    message: Message,
    sent: ControlBody,
    schema: Exclude<ControlRoute['body'], undefined>,
  ): Promise<unknown> {
    const text = await sent.text(this.#options.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
    if (schema === 'world file') return worldText(text, message.headers['content-type'] ?? '');
    return checkValue(parseJson(text), schema);
  }

  async #answer(
    value: unknown,
    route: ControlRoute,
    { signal }: ControlRequest,
    response: ServerResponse,
  ): Promise<void> {
    if (value instanceof StreamReply) await writeStream(response, value, signal);
    else if (value instanceof TextReply) write(response, route.status, value.type, value.text);
    else if (value instanceof StatusReply) write(response, value.status, JSON_TYPE, json(value.value));
    else if (route.status === NO_CONTENT) response.writeHead(NO_CONTENT, [...SAFE]).end();
    else write(response, route.status, JSON_TYPE, json(value));
  }
}
