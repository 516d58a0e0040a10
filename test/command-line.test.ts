/** The compiled command line in processes of its own, in folders of their own, with real pipes and signals; `built-transport.deep.test.ts` has TLS and proxies. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lastLine } from '../src/cli/test-helpers/captured.ts';
import { saying, servingBy } from '../src/cli/test-helpers/serving.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';
import { bash, processOf, tagproof } from './test-helpers/processes.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

beforeAll(buildWhereStale, 60_000);

test('a terminal of width 0, as some pipelines give, still shows the progress', async () => {
  const run = bash('script -qec "stty cols 0; tagproof run --rate 40 --only id/number" /dev/null');
  expect(await run.said(/[1-8]\/9/)).toBeTruthy();
  expect(await run.end).toBe(0);
});

// All below wait for processes, side by side.
test.concurrent('many requests that wait for their turn, and many reports, make no noise', async () => {
  const dir = tempFolder();
  const reports = Array.from({ length: 12 }, (_, at) => ['--reporter', `json=${join(dir, `${at}.json`)}`]);
  const cases = ['id/number', 'id/array', 'id/object'].flatMap((id) => ['--only', id]);
  const run = tagproof('run', '--rate', '300', '--concurrency', '64', ...cases, ...reports.flat());
  expect(await run.end).toBe(0);
  expect(run.err()).toBe('');
});

test.runIf(process.platform === 'linux')(
  'the lock of a simulator that ended is taken over, also where its parent did not ask how it ended',
  { concurrent: true },
  async () => {
    const unreaped = `sh -c 'sleep 0 & echo $! > state.json.lock; exec sleep 10' & sleep 0.3`;
    const served = `'${process.execPath}' '${BIN}' exec --state state.json -- true`;
    const line = `${unreaped}; ${served}; status=$?; kill %1; exit $status`;
    const { end, err } = processOf('bash', ['-c', line], tempFolder());
    expect([await end, err()]).toEqual([0, '']);
  },
);

describe.concurrent('signals', { timeout: 300_000 }, () => {
  const SLOW_RUN = ['run', '--rate', '4', '--only', 'id/number'];

  test('SIGTERM ends a run with a report of what was done, and with 143', async () => {
    const folder = tempFolder();
    const run = tagproof(...SLOW_RUN, '--reporter', `junit=${folder}/junit.xml`);
    await run.said(/^tagproof .*\n/);
    run.child.kill('SIGTERM');
    expect(await run.end).toBe(143);
    expect(run.out()).toMatch(/\npartial: \d of 9 cases ran: interrupted\n/);
    expect(lastLine(run.out())).toMatch(/^\d passed, 0 failed, 0 warned, 0 skipped, 0 errored$/);
    expect(run.err()).toBe('');
    expect(readdirSync(folder)).toEqual(['junit.xml']);
  });

  test('a second signal ends a run at once and leaves no half written report', async () => {
    const folder = tempFolder();
    let heard = (): void => {};
    const asked = new Promise<void>((done) => (heard = done));
    const port = await listening(createServer((socket) => socket.on('data', () => heard())));
    const target = ['--target', `http://127.0.0.1:${port}`, '--timeout', '1m'];
    const run = tagproof('fuzz', ...target, '--reporter', `json=${folder}/run.json`);
    await asked;
    run.child.kill('SIGTERM');
    run.child.kill('SIGINT');
    expect([130, 143]).toContain(await run.end);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('SIGINT ends a run whose target does not answer', async () => {
    let heard = (): void => {};
    const asked = new Promise<void>((done) => (heard = done));
    const port = await listening(createServer((socket) => socket.on('data', () => heard())));
    const run = tagproof('run', '--target', `http://127.0.0.1:${port}`, '--timeout', '1m');
    await asked;
    run.child.kill('SIGINT');
    expect(await run.end).toBe(130);
    expect(run.out()).toMatch(/\npartial: 0 of \d+ cases ran: interrupted\n/);
  });
});

describe.concurrent('pipes', () => {
  test.each([
    ['tagproof list | head -1', /^reply\/success@gamePlayer\.client\t/],
    ['tagproof run --only id/number --reporter ndjson | head -1', /^\{"kind":"run-started"/],
  ])('a reader that goes away does no harm: %s', async (line, first) => {
    const piped = bash(`${line}; exit "\${PIPESTATUS[0]}"`);
    expect(await piped.end).toBe(0);
    expect(piped.out()).toMatch(first);
    expect(piped.err()).toBe('');
  });

  test.runIf(existsSync('/dev/full'))(
    'standard output on a disk that is full is not a broken must',
    async () => {
      const full = bash('tagproof list > /dev/full');
      expect(await full.end).toBe(2);
      expect(full.err()).toMatch(/^error: [^\n]*no space left[^\n]*\n$/);
    },
  );

  test('a large report comes whole through a pipe', async () => {
    const piped = bash('tagproof list | wc -l');
    expect(await piped.end).toBe(0);
    expect(Number(piped.out())).toBeGreaterThanOrEqual(500);
  });
});

test.concurrent('in a folder that is gone a command ends with 2 and what to do', async () => {
  const { end, err } = bash('cd "$(mktemp -d)" && rmdir "$PWD" && tagproof simulate --port 0');
  expect([await end, err()]).toEqual([
    2,
    'error: the working folder is gone, or may not be entered\nchange to a folder that is there (cd), and run it again\n',
  ]);
});

test.concurrent('tagproof.yaml of the folder is the target where none is named, and the first line says so', async () => {
  const folder = tempFolder();
  const url = await servingBy(saying('{"returnCode":-10}'));
  writeFileSync(join(folder, 'tagproof.yaml'), `target: ${url}\n`);
  const words = ['run', '--only', 'secret-key/missing@group.admin'];
  const run = processOf(process.execPath, [BIN, ...words], folder);
  expect([await run.end, run.err()]).toEqual([0, '']);
  expect(run.out().split('\n')[0]).toMatch(/: 1 case against http:\S+ \(tagproof\.yaml\)$/);
});

test.concurrent('a TMPDIR that no one can write to changes nothing', async () => {
  const run = bash('TMPDIR=/dev/null/x tagproof run --only id/number@group.admin');
  expect([await run.end, run.err()]).toEqual([0, '']);
});
