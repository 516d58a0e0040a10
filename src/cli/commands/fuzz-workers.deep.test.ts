/** Fuzzing with several threads: whatever their number, a run sends the same and finds the same. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { listening } from '../../transport/test-helpers/servers.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

/** The events of a run without its times. */
async function eventsOf(target: string, workers: number): Promise<string> {
  const file = join(folder(), 'events.ndjson');
  await tagproof(
    `fuzz --target ${target} --world ${WORLD} --seed 3 --runs 3000 --workers ${workers} --reporter ndjson=${file}`,
  );
  return readFileSync(file, 'utf8')
    .replaceAll(/"(?:ms|at)":(?:[\d.]+|"[^"]*")/g, '')
    .replaceAll(/\["date","[^"]*"\]/gi, '');
}

describe.each([
  ['a right backend', () => serving(), 0],
  ['a backend that is wrong often', () => servingMutant('client-sees-fewer-tags'), 1],
  ['a backend that is wrong now and then', () => servingMutant('missing-body-crashes'), 1],
])('with %s', (_, started, fails) => {
  test('one, two and three workers come to the same events', async () => {
    const target = await started();
    const alone = await eventsOf(target, 1);
    expect(alone.split('"verdict":"fail"').length > 1).toBe(fails > 0);
    expect(await eventsOf(target, 2)).toBe(alone);
    expect(await eventsOf(target, 3)).toBe(alone);
  });
});

/** The backend behind a front that goes away in the middle; `lost` is how many requests were under way then. */
async function goingAway(most: number): Promise<{ readonly url: string; readonly lost: () => number }> {
  const { port } = new URL(await serving());
  const waiting = new Set<Socket>();
  const sockets = new Set<Socket>();
  let sent = 0;
  const front = createServer((socket) => {
    if (sent >= most) return void socket.destroy();
    sockets.add(socket);
    const backend = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        sent += 1;
        // What comes later was not under way.
        if (sent > most) return;
        waiting.add(socket);
        if (sent < most) return void backend.write(bytes);
        front.close();
        for (const each of sockets)
          if (waiting.has(each)) each.destroy();
          else each.end();
      });
    backend.on('data', (bytes) => {
      if (sent >= most) return;
      waiting.delete(socket);
      socket.write(bytes);
    });
  });
  return { url: `http://127.0.0.1:${await listening(front)}`, lost: () => waiting.size };
}

test.each([1, 3])(
  'of a target that goes away, all that it had not answered is listed: %i workers',
  async (workers) => {
    const { url, lost } = await goingAway(2000);
    const { out } = await tagproof(
      `fuzz --target ${url} --world ${WORLD} --seed 3 --runs 5000 --phase exhaustive --workers ${workers}`,
    );
    expect(out).toContain('under way when the target stopped answering');
    const listed = out.match(/^ *\d+\. .*/gm)?.length ?? 0;
    // Others may have been on their way to it.
    expect(listed).toBeGreaterThanOrEqual(lost());
    expect(lost()).toBeGreaterThan(0);
    expect(out.includes('others may have been under way, too')).toBe(workers > 1);
  },
);
