/** Serves the calls of the control API: reads each by the schemas of its route, and writes the reply. */
import { JSON_TYPE } from '../../src/spec/headers.ts';
import type { ServerResponse } from 'node:http';
import type { Message } from '../server/message.ts';
import { BODY_TIMEOUT_MS, type ControlBody } from './body-reader.ts';
import { ControlError, notFound } from './api/control-error.ts';
import type { guardOf } from './guard.ts';
import { checkValue, parseJson } from './api/read-value.ts';
import { json, ControlReply, SAFE, write, writeStream } from './api/reply.ts';
import type { Rig, ControlRoute, WorldText } from './api/route.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { nearest } from '../../src/base/text/nearest.ts';
import { CONTROL_PREFIX } from './api/control-target.ts';

// From method and path to a route of the table.

const PARAMETER = /^\{(\w+)\}$/;
const partsOf = (path: string): readonly string[] => path.slice(1).split('/');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ControlError('invalid', 'the path has an escape that is not UTF-8', 'path');
  }
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    const name = PARAMETER.exec(wanted)?.[1];
    if (name === undefined && wanted !== part) return undefined;
    if (name !== undefined && part === '') return undefined;
    if (name !== undefined) params[name] = decoded(part);
  }
  return params;
}

const literals = (path: string): number => partsOf(path).filter((part) => !PARAMETER.test(part)).length;

type ControlRouter = (
  method: string,
  path: string,
) => {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
};

/** A router over these routes; it throws ControlError where none fits. Routes with fewer parameters come first. */
function routerOver(routes: readonly ControlRoute[]): ControlRouter {
  const inOrder = routes.toSorted((a, b) => literals(b.path) - literals(a.path));
  return (method, path) => {
    const parts = partsOf(path);
    const fits = inOrder.flatMap((route) => {
      const params = paramsOf(partsOf(route.path), parts);
      return params === undefined ? [] : [{ route, params }];
    });
    const found = fits.find(({ route }) => route.method === method);
    if (found !== undefined) return found;
    if (fits.length > 0) {
      const methods = [...new Set(fits.map(({ route }) => route.method))].join(', ');
      throw new ControlError('method-not-allowed', `this path takes ${methods}`, 'method');
    }
    const meant = nearest(path, [...new Set(routes.map((route) => route.path))]);
    const hint = meant === undefined ? '' : `; did you mean ${CONTROL_PREFIX}${meant}?`;
    throw new ControlError('not-found', `the control API has no such path${hint}`, 'path');
  };
}

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
  readonly guard: ReturnType<typeof guardOf>;
  /** A body that does not come within this many milliseconds is given up. */
  readonly bodyTimeoutMs?: number | undefined;
}

/** What serves a call; it rejects with ControlError for what is refused. */
export type ServeCall = (message: Message, response: ServerResponse, called: Called) => Promise<void>;

/** Serves calls; `ending` ends replies that go on, such as the stream of the journal. */
export function callsOver(
  { rig, guard, bodyTimeoutMs = BODY_TIMEOUT_MS }: CallOptions,
  ending: AbortSignal,
): ServeCall {
  const routeOf = routerOver(CONTROL_ROUTES);
  const bodyOf = async (message: Message, sent: ControlBody, { body }: ControlRoute): Promise<unknown> => {
    if (body === undefined) return undefined;
    const text = await sent.text(bodyTimeoutMs);
    if (body === 'world file') return worldText(text, message.headers['content-type'] ?? '');
    return checkValue(parseJson(text), body);
  };
  return async (message, response, { method, path, search, body: sent }) => {
    const { route, params } = routeOf(method, path);
    if (!route.open) {
      guard.checkOrigin(message);
      guard.checkToken(message);
    }
    if (route.body === undefined) sent.drop();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, ending]);
    const query = readQuery(search, route);
    const { game } = params;
    if (game !== undefined && !rig.world.state.games.has(game)) throw notFound('game', game, 'path game');
    const body = await bodyOf(message, sent, route);
    await answer(await route.handle({ params, query, body, game, signal }, rig), route, signal, response);
  };
}

async function answer(
  value: unknown,
  route: ControlRoute,
  signal: AbortSignal,
  response: ServerResponse,
): Promise<void> {
  if (!(value instanceof ControlReply) && route.status === NO_CONTENT) {
    response.writeHead(NO_CONTENT, [...SAFE]).end();
    return;
  }
  const reply = value instanceof ControlReply ? value : new ControlReply(JSON_TYPE, json(value));
  if (typeof reply.body === 'string') write(response, reply.status ?? route.status, reply.type, reply.body);
  else await writeStream(response, reply, signal);
}
