import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { found } from '../../probe/test-helpers/finished.ts';
import { folder } from '../test-helpers/captured.ts';
import { coverageCommand } from './coverage.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { recorded } from '../test-helpers/whole-record.ts';
import { onPaper, type OnPaper } from './test-helpers/paper.ts';

const covering = (options: Partial<CommandOptions<'coverage'>>): Promise<OnPaper> =>
  onPaper((io) => coverageCommand({ timeout: 5000, concurrency: 8, ...options }, io));

const FAILED = { verdict: 'fail', findings: [found('1/json')] } as const;
const INTERRUPTED = { partial: 'interrupted' };
const WARNED = { verdict: 'warn', findings: [found('1/json/type')] } as const;

const lastLines = (out: string): string => out.trimEnd().split('\n').slice(-2).join('\n');

test('coverage comes from a record, without another run', async () => {
  const { exit, out } = await covering({ from: recorded({ first: FAILED }) });
  expect(exit).toBe(1);
  expect(out).toContain('\nfailed\n  1/json on gamePlayer.client: ');
  expect(lastLines(out)).toMatch(
    /^\d+ clauses, \d+ cells: 1 failed, \d+ verified, \d+ not verified, 0 uncovered; \d+ clauses can't be observed\nhttps:\/\/staging\.example\.com\/base$/,
  );
});

test('a broken must exits with 1, a broken should does not', async () => {
  expect((await covering({ from: recorded({ first: FAILED, end: INTERRUPTED }) })).exit).toBe(1);
  const { exit, out } = await covering({ from: recorded({ first: WARNED }) });
  expect(exit).toBe(0);
  expect(out).toContain('\nwarned\n  1/json/type on gamePlayer.client: ');
});

test('a suite that does not cover all clauses exits with 1', async () => {
  const { exit, out } = await covering({ suite: ['suites/7.2-not-found.yaml'] });
  expect(exit).toBe(1);
  expect(out).toContain('\nuncovered\n  1/json on gamePlayer.client, ');
  expect(lastLines(out)).toMatch(/ uncovered; .*\nthe embedded simulator$/);
});

test('no statement is written for a run that did not end', async () => {
  const file = join(folder(), 'statement.md');
  const { exit, out, err } = await covering({ from: recorded({ end: INTERRUPTED }), statement: file });
  expect(exit).toBe(3);
  expect(lastLines(out)).toMatch(/\/base, partial: interrupted$/);
  expect(err).toBe(`warning: ${file}: not written, since not every case ran\n`);
  expect(() => readFileSync(file)).toThrow();
});

test('a statement is written to the given file', async () => {
  const file = join(folder(), 'statement.md');
  expect((await covering({ from: recorded(), statement: file })).exit).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^# Conformance statement: https:\/\/staging\.example\.com\/base\n/,
  );
  await expect(covering({ from: recorded(), statement: join(file, 'x') })).rejects.toThrow(
    /can't be written/,
  );
});
