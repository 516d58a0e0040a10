/** The backend that clients are measured against: bare node:http that counts the requests and checks that they are those of the work table. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATH, SECRET } from '../processes/lookup.mjs';
import type { BenchRequest } from './requests.ts';

export interface CountingOptions {
  readonly requests: readonly BenchRequest[];
  /** Whether every reply has a wrong tag, or the one for this id. */
  readonly wrong?: 'all' | string | undefined;
}

export interface Counts {
  readonly total: number;
  /** Requests that were those of the table: path, method, headers, body. */
  readonly asWritten: number;
  /** Different ids of the table that were asked for. */
  readonly distinct: number;
}

export interface CountingServer {
  readonly url: string;
  readonly counts: () => Counts;
  readonly reset: (wrong?: string) => void;
  readonly close: () => Promise<void>;
}

const ANY_PATH = /^\/api\/rJson\/(gamePlayer|characterPlayer|group)\/(client|server|admin)\/getTag$/;
const NOT_FOUND = { gamePlayer: 17, characterPlayer: 7, group: 12 } as const;
const MEMBER = { gamePlayer: 'userId', characterPlayer: 'characterId', group: 'groupId' } as const;
const LENGTH = { gamePlayer: 10, characterPlayer: 11, group: 10 } as const;

type Tags = BenchRequest['tags'];
const found = (errorCode: number, tags: Tags): object => ({
  returnCode: 1,
  parameters: { errorCode, infoResponseParameters: { tags } },
});

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Answers as a backend whose only key is an Admin key, as far as a run asks before its cases. */
function envelope(players: ReadonlyMap<string, Tags>, request: IncomingMessage, text: string): object {
  const [, resource = 'gamePlayer', variant] = ANY_PATH.exec(request.url ?? '') ?? [];
  const kind = resource as keyof typeof NOT_FOUND;
  if (request.headers['secret-key'] !== SECRET || variant === 'client') return { returnCode: -10 };
  const id = parsed(text)?.[MEMBER[kind]];
  if (typeof id !== 'string' || id.length !== LENGTH[kind]) {
    const code = id === undefined ? 2 : typeof id === 'string' ? (id.length < LENGTH[kind] ? 5 : 6) : 3;
    return { returnCode: -5, invalidRequestParameters: [{ code: MEMBER[kind], invalidMemberType: code }] };
  }
  const tags = kind === 'gamePlayer' ? players.get(id) : undefined;
  return tags === undefined ? found(NOT_FOUND[kind], []) : found(1, tags);
}

const spoiled = (tags: Tags): Tags => tags.map(({ key }) => ({ key, value: 'wrong' }));

export async function startCounting(options: CountingOptions): Promise<CountingServer> {
  const right = new Map(options.requests.map(({ userId, tags }) => [userId, tags]));
  const bodies = new Map(options.requests.map(({ userId, body }) => [userId, body]));
  let players = new Map(right);
  let total = 0;
  let asWritten = 0;
  let asked = new Set<string>();
  const reset = (wrong?: string): void => {
    total = 0;
    asWritten = 0;
    asked = new Set();
    players = new Map(
      [...right].map(([id, tags]) => [id, wrong === 'all' || wrong === id ? spoiled(tags) : tags]),
    );
  };
  reset(options.wrong);

  const count = (request: IncomingMessage, text: string): void => {
    total += 1;
    const { method, url, headers } = request;
    const id = parsed(text)?.['userId'];
    const isWork =
      method === 'POST' &&
      url === PATH &&
      headers['secret-key'] === SECRET &&
      headers['content-type']?.startsWith('application/json') === true &&
      typeof id === 'string' &&
      bodies.get(id) === JSON.stringify(parsed(text));
    if (!isWork) return;
    asWritten += 1;
    asked.add(id);
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => void (text += chunk));
    request.on('end', () => {
      count(request, text);
      const answer = JSON.stringify(envelope(players, request, text));
      const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
      response.writeHead(200, head).end(answer);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => ({ total, asWritten, distinct: asked.size }),
    reset,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
