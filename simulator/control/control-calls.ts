/** Serves the calls of the control API: finds the route, reads the request by its schemas, and writes the reply. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { nearest } from '../../src/base/text/nearest.ts';
import { JSON_TYPE } from '../../src/spec/headers.ts';
import type { Message } from '../server/message.ts';
import type { ControlBody } from './control-body.ts';
import { refusedFor } from './control-error.ts';
import { jsonText, SAFE, writeReply } from './control-reply.ts';
import { checkValue, parseJson } from './read-value.ts';
import type { ServedRoute } from './route.ts';

const parameters = ({ path }: ServedRoute): number => path.split('{').length;

/** Each route with its path as a pattern; those with fewer parameters come first. */
const inOrder = (routes: readonly ServedRoute[]) =>
  routes
    .toSorted((a, b) => parameters(a) - parameters(b))
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));

/** The parts of a path that a pattern names. */
function paramsOf(pattern: RegExp, path: string): Record<string, string> {
  try {
    const named = Object.entries(pattern.exec(path)?.groups ?? {});
    return Object.fromEntries(named.map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    throw refusedFor('invalid', 'the path has an escape that is not UTF-8', 'path');
  }
}

/** The route of a request. Throws ControlError where none fits. */
function routeTo(method: string, path: string, routes: ReturnType<typeof inOrder>) {
  const fits = routes.filter(({ pattern }) => pattern.test(path));
  const closest = fits.filter(({ route }) => route.path === fits[0]?.route.path);
  const found = closest.find(({ route }) => route.method === method);
  if (found !== undefined) return { route: found.route, params: paramsOf(found.pattern, path) };
  if (closest.length > 0) {
    const methods = closest.map(({ route }) => route.method).join(', ');
    throw refusedFor('method-not-allowed', `this path takes ${methods}`, 'method');
  }
  const meant = nearest(path, new Set(routes.map(({ route }) => route.path)));
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw refusedFor('not-found', `the control API has no such path${hint}`, 'path');
}

function readQuery(search: string, { query: schema }: ServedRoute): unknown {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) throw refusedFor('invalid', 'the parameter occurs twice', `query ${name}`);
    if (schema === undefined) throw refusedFor('invalid', 'this path takes no query', `query ${name}`);
    query.set(name, value);
  }
  if (schema === undefined) return {};
  return checkValue(Object.fromEntries(query), schema, 'query');
}

/** What a request asks for, below the prefix of the control API. */
export interface Called {
  readonly method: string;
  readonly path: string;
  /** The query, without its question mark. */
  readonly search: string;
  readonly body: ControlBody;
}

/** What serves a call; it rejects with ControlError for what is refused. */
export type ServeCall = (message: Message, response: ServerResponse, called: Called) => Promise<void>;

interface CallOptions {
  readonly routes: readonly ServedRoute[];
  /** Throws ControlError for who may not call. */
  readonly checkCaller: (message: Message) => void;
  readonly bodyTimeoutMs: number;
  /** Ends replies that go on, such as the stream of the journal. */
  readonly ending: AbortSignal;
}

export function callsOver({ routes, checkCaller, bodyTimeoutMs, ending }: CallOptions): ServeCall {
  const ordered = inOrder(routes);
  return async (message, response, { method, path, search, body: sent }) => {
    const { route, params } = routeTo(method, path, ordered);
    if (route.open !== true) checkCaller(message);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, ending]);
    const query = readQuery(search, route);
    const text = route.body === undefined ? (sent.drop(), '') : await sent.text(bodyTimeoutMs);
    const body = route.body === 'text' ? text : route.body && checkValue(parseJson(text), route.body);
    const value: unknown = await route.handle({ params, query, body, signal });
    if (value === undefined) response.writeHead(204, [...SAFE]).end();
    else if (isStream(value)) await writeEvents(response, value, signal);
    else writeReply(response, 200, JSON_TYPE, jsonText(value));
  };
}

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Writes pieces as they come; it stops where the client is gone. */
async function writeEvents(
  response: ServerResponse,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, ['Content-Type', 'text/event-stream', ...SAFE]);
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
