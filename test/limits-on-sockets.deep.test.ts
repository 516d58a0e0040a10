/** A front that bounds connections, over real sockets: every case passes all the same. Other limits, on a fake clock: undeclared-limits.deep.test.ts, fronts.deep.test.ts. */
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { serving } from '../src/cli/test-helpers/serving.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

const instances = CASES.filter(({ id }) => /^(?:not-found|token)\/\S+@group\.client$/.test(id));

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

test('three connections: nothing is accused, and every case passes', { timeout: 90_000 }, async () => {
  const result = await runOnSocket(new URL(await threeConnections()), { instances, declared: FILE });
  // That it limits us is a warning about the run.
  expect(troubles(result)).toEqual([expect.stringMatching(/^warn throughout\/limited/)]);
  expect(result.totals.pass).toBe(instances.length);
  expect(result.finished.pace?.resent).toBeGreaterThan(0);
});
