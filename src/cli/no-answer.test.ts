/** Requests without an answer, through every command that reports them, and commands that wait for one. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { faultyProxy } from '../../test/test-helpers/faulty-proxy.ts';
import { rawServer } from '../http/test-helpers/servers.ts';
import { heartbeat } from './session/live-progress.ts';
import { fileWith, tagproof } from './test-helpers/captured.ts';
import { serving, WORLD } from './test-helpers/serving.ts';

test('compare says which side resets connections now and then', async () => {
  const direct = await serving();
  const proxy = await faultyProxy(new URL(direct), 'reset', 5);
  const [one, two] = [direct, proxy.origin].map((url) =>
    fileWith(`target: ${url}\n${readFileSync(WORLD, 'utf8')}`),
  );
  const { exit, err } = await tagproof(`compare ${one} ${two} --suite suites/7.2-not-found.yaml`);
  expect(err).toMatch(/^candidate: error: [\d,]+ of [\d,]+ requests .* got no reply at first: \d+ closed/m);
  expect(exit).toBe(1);
});

test.concurrent.each(['run', 'fuzz', 'compare'])(
  '--max-time ends %s against a target that never answers, and says so',
  { timeout: 30_000 },
  async (command) => {
    const url = await rawServer((socket) => socket.on('error', () => {}));
    const target = command === 'compare' ? `${url.origin} ${url.origin}` : `--target ${url.origin}`;
    const { exit, out, err } = await tagproof(`${command} ${target} --max-time 300ms --timeout 60s`);
    expect(exit).toBe(3);
    expect(out + err).toContain('--max-time was reached');
  },
);

describe('what takes long', () => {
  afterEach(() => void vi.useRealTimers());

  test('says what it is at, unless something else was shown', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const lines: string[] = [];
    const beats = heartbeat({
      err: {
        write: (text) => void lines.push(text),
        writeStyled: () => {},
        isTerminal: false,
        colour: false,
        columns: () => 80,
      },
    });
    beats.activity.describe = () => 'set-up check: tried 3 of 9 keys';
    vi.advanceTimersByTime(4900);
    beats.beat();
    vi.advanceTimersByTime(4900);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(600);
    beats.stop();
    vi.advanceTimersByTime(6000);
    expect(lines).toEqual([expect.stringMatching(/^after 10(\.\d)? s: set-up check: tried 3 of 9 keys\n$/)]);
  });
});
