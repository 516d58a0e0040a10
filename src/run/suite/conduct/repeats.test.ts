import { expect, test } from 'vitest';
import { finding } from '../../../judge/finding.ts';
import type { CaseVerdict } from '../verdict/case-records.ts';
import { combined } from './repeats.ts';
import type { Verdict } from '../../../report/record/verdict.ts';

const TAGS = finding('wrong-tags', '4.5.2/tags', '', 'a', 'b');
const JSON_TYPE = finding('content-type', '1/json/type', '', 'a', 'b');

const result = (verdict: Verdict, ...findings: CaseVerdict['findings']): CaseVerdict => ({
  verdict,
  findings,
  reason: '',
  leftOpen: [],
  notes: [],
  attempts: [],
  evidence: [],
});

test.each<readonly [runs: readonly Verdict[], verdict: Verdict, flaky: boolean]>([
  [['pass', 'pass', 'pass'], 'pass', false],
  [['fail', 'fail', 'fail'], 'fail', false],
  [['pass', 'fail', 'pass'], 'fail', true],
  [['pass', 'warn', 'pass'], 'warn', true],
  [['pass', 'skip', 'pass'], 'skip', true],
])('%j is %s, flaky %s', ([first = 'error', ...others], verdict, flaky) => {
  const found = combined([result(first), ...others.map((each) => result(each))]);
  expect(found.verdict).toBe(verdict);
  expect(found.flaky).toEqual(flaky ? [first, ...others] : undefined);
  expect(found.notes).toEqual(flaky ? [expect.stringMatching(/^flaky: 3 runs: passed, \w+, passed$/)] : []);
});

test('one run returns its own result', () => {
  const only = result('pass');
  expect(combined([only])).toBe(only);
});

test('lists the findings of all runs, each once and musts first', () => {
  const all = combined([
    result('warn', [JSON_TYPE, 0]),
    result('fail', [TAGS, 0]),
    result('fail', [TAGS, 0]),
  ]);
  expect(all.findings.map(([found]) => found)).toEqual([TAGS, JSON_TYPE]);
});
