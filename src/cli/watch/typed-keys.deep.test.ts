/** Keys of `run --watch` at a real terminal: a filter that is pasted whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

test('a filter that is pasted with its Enter is taken', async () => {
  const watch = `"${process.execPath}" "${BIN}" run simulator --watch --only 'id/*@group.admin'`;
  const terminal = spawn('script', ['-qec', watch, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let shown = '';
  const said = async (wanted: RegExp): Promise<void> => {
    await expect.poll(() => shown, { timeout: 60_000 }).toMatch(wanted);
    shown = '';
  };
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  await said(/\d\d cases ran/);
  terminal.stdin.write('/one-short\r');
  await said(/only one-short/);
  terminal.stdin.write('q');
  await once(terminal, 'exit');
  expect(terminal.exitCode).toBe(0);
});
