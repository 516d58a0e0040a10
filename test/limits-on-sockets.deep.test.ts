/** Undeclared limits over real sockets and the real clock: every case passes all the same. The fake clock: undeclared-limits.deep.test.ts. */
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { serving } from '../src/cli/test-helpers/serving.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { sporadic } from './test-helpers/fronts.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { fixedWindow, oneSession } from './test-helpers/limiters.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

const instances = CASES.filter(({ id }) => /^(?:tags|member|not-found|token)\/\S+@group\.client$/.test(id));

const REFUSAL =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\nConnection: close\r\n\r\n{"returnCode":-7}';

/** The backend behind a front that serves three connections at once, and refuses what comes on others. */
async function threeConnections(): Promise<string> {
  const { port } = new URL(await serving());
  let open = 0;
  const front = createServer((socket) => {
    open += 1;
    socket.on('error', () => {}).on('close', () => (open -= 1));
    if (open > 3) socket.once('data', () => socket.end(REFUSAL));
    else socket.pipe(connect(Number(port), '127.0.0.1').on('error', () => {})).pipe(socket);
  });
  return `http://127.0.0.1:${await listening(front)}`;
}

/** That it limits us is a warning about the run. */
const LIMITED = /^warn throughout\/limited/;

test.each<readonly [what: string, front: () => Promise<string>, warning: RegExp]>([
  ['20 requests of a key in 500 ms', () => serving({ alter: fixedWindow(20, 500, Date.now) }), LIMITED],
  ['one session at a time', () => serving({ alter: oneSession(200, Date.now) }), LIMITED],
  ['three connections', threeConnections, LIMITED],
  ['HTTP 429 once in 60, for a second', () => serving({ alter: sporadic(429, 60, '1') }), LIMITED],
  ['HTTP 503 once in 20', () => serving({ alter: sporadic(503, 20) }), /^warn throughout\/gateway/],
])('%s: nothing is accused, and every case passes', { timeout: 90_000 }, async (_, front, warning) => {
  const result = await runOnSocket(new URL(await front()), { instances, declared: FILE });
  expect(troubles(result)).toEqual([expect.stringMatching(warning)]);
  expect(result.totals.pass).toBe(instances.length);
  expect(result.finished.pace?.resent).toBeGreaterThan(0);
});
