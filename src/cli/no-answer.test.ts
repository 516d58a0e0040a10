/** Requests without an answer, through every command that reports them, and commands that wait for one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readNdjson } from '../report/record/read-ndjson.ts';
import { faultyProxy } from '../../test/test-helpers/faulty-proxy.ts';
import { rawServer } from '../http/test-helpers/servers.ts';
import { heartbeat } from './session/live-progress.ts';
import { folder, tagproof } from './test-helpers/captured.ts';
import { serving, WORLD } from './test-helpers/serving.ts';

const SOME = '--only id/number --only id/array --only id/object';
const resetting = async (every: number): Promise<string> =>
  `--target ${(await faultyProxy(new URL(await serving()), 'reset', every)).origin} --world ${WORLD}`;

/** The finding about unanswered requests in the record of a run. */
function hungUp(record: string): readonly string[] {
  const events = readNdjson(readFileSync(record, 'utf8'), record);
  return events.flatMap((event) =>
    event.kind === 'case-finished' && event.case.id === 'throughout/hung-up'
      ? event.findings.map(({ actual }) => `${event.verdict}: ${actual}`)
      : [],
  );
}

describe('resets now and then', () => {
  test('fail a run, unless a baseline accepts them', async () => {
    const path = folder();
    const [record, baseline] = [join(path, 'run.ndjson'), join(path, 'baseline.yaml')];
    const target = await resetting(7);
    const run = await tagproof(`run ${target} ${SOME} --reporter console --reporter ndjson=${record}`);
    expect(run.exit).toBe(1);
    expect(hungUp(record)).toEqual([
      expect.stringMatching(/^fail: \d+ of \d+ requests \(.* %\) got no reply at first: \d+ closed$/),
    ]);
    expect(run.out).toMatch(/\nof \d+ requests: \d+ got no reply at first: \d+ closed\n/);
    expect((await tagproof(`run ${target} ${SOME} --baseline ${baseline} --update-baseline`)).exit).toBe(0);
    expect((await tagproof(`run ${target} ${SOME} --baseline ${baseline}`)).exit).toBe(0);
  });

  test('are told by compare, for the side that they are of', async () => {
    const direct = await serving();
    const proxy = await faultyProxy(new URL(direct), 'reset', 5);
    const path = folder();
    const [one, two] = [direct, proxy.origin].map((url, at) => {
      const file = join(path, `${at}.yaml`);
      writeFileSync(file, `target: ${url}\n${readFileSync(WORLD, 'utf8')}`);
      return file;
    });
    const { exit, err } = await tagproof(
      `compare ${one ?? ''} ${two ?? ''} --suite suites/7.2-not-found.yaml`,
    );
    expect(err).toMatch(/^candidate: error: [\d,]+ of [\d,]+ requests .* got no reply at first: \d+ closed/m);
    expect(exit).toBe(1);
  });
});

describe('--max-time', () => {
  test.concurrent.each(['run', 'fuzz', 'compare'])(
    'ends %s against a target that never answers, and says so',
    { timeout: 30_000 },
    async (command) => {
      const url = await rawServer((socket) => socket.on('error', () => {}));
      const target = command === 'compare' ? `${url.origin} ${url.origin}` : `--target ${url.origin}`;
      const { exit, out, err } = await tagproof(`${command} ${target} --max-time 300ms --timeout 60s`);
      expect(exit).toBe(3);
      expect(out + err).toContain('--max-time was reached');
    },
  );
});

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
