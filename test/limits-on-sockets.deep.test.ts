/** Undeclared limits over real sockets and the real clock: small servers, written without any of the runner's own. */
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { inProcess } from '../simulator/in-process.ts';
import { storeOf } from '../simulator/world/store.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';

const declared = readTargetFile('fixtures/world.yaml', {});
const instances = expand(loadSuite(['suites'])).filter(({ id }) =>
  /^(?:tags|member|not-found|token)\/\S+@group\.client$/.test(id),
);

const servers: Server[] = [];
afterAll(() =>
  servers.forEach((server) => {
    server.close();
    server.closeAllConnections();
  }),
);

/** What a server answers in place of the backend; undefined: the backend answers. */
interface Instead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

type Front = (headers: http.IncomingHttpHeaders, openConnections: number) => Instead | undefined;

/** A backend behind a front of its own, on a free port. */
async function serverWith(front: Front): Promise<URL> {
  const answer = inProcess({
    store: storeOf(declared.world, declared.secrets),
    extensions: declared.extensions,
  });
  let open = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const instead = front(request.headers, open);
      if (instead !== undefined)
        return response.writeHead(instead.status, instead.headers ?? {}).end(instead.body);
      const pairs: [string, string][] = [];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        pairs.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
      const reply = await answer({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: pairs,
        body: Buffer.concat(chunks),
      });
      return response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(reply.body);
    });
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const refusal = (returnCode: number): Instead => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ returnCode }),
});

/** At most `most` requests of a key in each half second. */
function fixedWindow(most: number): Front {
  const counts = new Map<string, { since: number; count: number }>();
  return (headers) => {
    const key = String(headers['secret-key']);
    const before = counts.get(key);
    const isOver = before === undefined || Date.now() - before.since > 500;
    const now = isOver ? { since: Date.now(), count: 0 } : before;
    counts.set(key, now);
    now.count += 1;
    return now.count > most ? refusal(-8) : undefined;
  };
}

/** One token at a time, until it was not seen for a fifth of a second. */
function oneSession(): Front {
  let held = { token: '', at: 0 };
  return (headers) => {
    const token = headers['auth-token'];
    if (typeof token !== 'string') return undefined;
    if (held.token !== token && Date.now() - held.at < 200) return refusal(-7);
    held = { token, at: Date.now() };
    return undefined;
  };
}

function everyNth(nth: number, instead: Instead): Front {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0 ? instead : undefined;
  };
}

test.each<readonly [what: string, front: () => Front, warns: readonly RegExp[]]>([
  ['20 requests of a key in half a second', () => fixedWindow(20), []],
  ['one session at a time', oneSession, []],
  ['three connections', () => (_, open) => (open > 3 ? refusal(-7) : undefined), []],
  [
    'a load balancer that answers 503 once in 20',
    () => everyNth(20, { status: 503, body: '' }),
    [/^warn throughout\/gateway/],
  ],
  [
    'a gateway that answers 429 once in 60, to be tried again after a second',
    () => everyNth(60, { status: 429, headers: { 'Retry-After': '1' }, body: 'slow down' }),
    [],
  ],
])('%s: nothing is accused, and every case passes', { timeout: 90_000 }, async (_, front, warns) => {
  const result = await runOnSocket(await serverWith(front()), { instances, declared });
  expect(troubles(result)).toEqual(warns.map((line) => expect.stringMatching(line)));
  expect(result.totals.pass).toBe(instances.length);
  expect(result.finished.pace?.resent).toBeGreaterThan(0);
});
