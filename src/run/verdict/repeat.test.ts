import { expect, test } from 'vitest';
import { finding } from '../../judge/compare/finding.ts';
import type { CaseResult } from './case-result.ts';
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

/** Gives these results one after the other. */
function giving(...results: readonly CaseResult[]): { run: () => Promise<CaseResult>; left: CaseResult[] } {
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
  const found = await repeated(3, giving(...runs.map((each) => result(each))).run);
  expect(found.result.verdict).toBe(verdict);
  expect(found.flaky).toEqual(flaky ? runs : undefined);
  expect(found.result.notes).toEqual(
    flaky ? [expect.stringMatching(/^flaky: 3 runs: passed, \w+, passed$/)] : [],
  );
});

test('one run is the result itself', async () => {
  const only = result('pass');
  expect((await repeated(1, giving(only).run)).result).toBe(only);
});

test('the causes of all runs count, each once, musts first', async () => {
  const runs = giving(result('warn', [JSON_TYPE, 0]), result('fail', [TAGS, 0]), result('fail', [TAGS, 0]));
  const { result: all } = await repeated(3, runs.run);
  expect(all.findings.map(([found]) => found)).toEqual([TAGS, JSON_TYPE]);
});

test('without a reply to judge nothing is sent again', async () => {
  const runs = giving(result('error'), result('pass'));
  expect((await repeated(3, runs.run)).result.verdict).toBe('error');
  expect(runs.left).toHaveLength(1);
});
