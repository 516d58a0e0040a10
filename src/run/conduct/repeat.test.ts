import { expect, test } from 'vitest';
import { finding } from '../../judge/compare/finding.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { repeated } from './repeat.ts';
import type { Verdict } from '../../engine/verdict.ts';

const TAGS = finding('wrong-tags', '4.5.2/tags', '', 'a', 'b');
const JSON_TYPE = finding('content-type', '1/json/type', '', 'a', 'b');

const result = (verdict: Verdict, ...findings: CaseResult['findings']): CaseResult => ({
  verdict,
  findings,
  reason: '',
  leftOpen: [],
  notes: [],
  sent: [],
  evidence: [],
});

/** Runs that end with these results in order. */
function runsOf(...results: readonly CaseResult[]): { run: () => Promise<CaseResult>; left: CaseResult[] } {
  const left = [...results];
  return { left, run: () => Promise.resolve(left.shift() ?? result('error')) };
}

test.each<readonly [runs: readonly Verdict[], verdict: Verdict, flaky: boolean]>([
  [['pass', 'pass', 'pass'], 'pass', false],
  [['fail', 'fail', 'fail'], 'fail', false],
  [['pass', 'fail', 'pass'], 'fail', true],
  [['pass', 'warn', 'pass'], 'warn', true],
  [['pass', 'skip', 'pass'], 'skip', true],
])('%j is %s, flaky %s', async (runs, verdict, flaky) => {
  const found = await repeated(3, runsOf(...runs.map((each) => result(each))).run);
  expect(found.result.verdict).toBe(verdict);
  expect(found.flaky).toEqual(flaky ? runs : undefined);
  expect(found.result.notes).toEqual(
    flaky ? [expect.stringMatching(/^flaky: 3 runs: passed, \w+, passed$/)] : [],
  );
});

test('one run returns its own result', async () => {
  const only = result('pass');
  expect((await repeated(1, runsOf(only).run)).result).toBe(only);
});

test('lists the findings of all runs, each once and musts first', async () => {
  const runs = runsOf(result('warn', [JSON_TYPE, 0]), result('fail', [TAGS, 0]), result('fail', [TAGS, 0]));
  const { result: all } = await repeated(3, runs.run);
  expect(all.findings.map(([found]) => found)).toEqual([TAGS, JSON_TYPE]);
});

test('sends nothing again without a reply to judge', async () => {
  const runs = runsOf(result('error'), result('pass'));
  expect((await repeated(3, runs.run)).result.verdict).toBe('error');
  expect(runs.left).toHaveLength(1);
});
