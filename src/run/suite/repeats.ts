/** What several runs of one case come to, with --repeat. */
import { VERDICT_WORDS, type Verdict } from '../../report/record/verdict.ts';
import { bucketKey } from '../../judge/finding.ts';
import type { CaseVerdict } from './verdict/case-records.ts';

/** The gravest first. */
const GRAVITY: readonly Verdict[] = ['fail', 'error', 'warn', 'skip', 'pass'];

const gravity = ({ verdict }: CaseVerdict): number => GRAVITY.indexOf(verdict);

/** The findings of all runs, each cause once; exchanges are counted through. */
function allFindings(results: readonly CaseVerdict[]): CaseVerdict['findings'] {
  const seen = new Set<string>();
  let before = 0;
  const all = results.flatMap(({ findings, attempts }) => {
    const from = before;
    before += attempts.length;
    return findings.map(([found, at]) => [found, at + from] as const);
  });
  return all
    .filter(([found]) => !seen.has(bucketKey(found)) && seen.add(bucketKey(found)))
    .toSorted(([a], [b]) => Number(a.level === 'should') - Number(b.level === 'should'));
}

/** `--repeat N`: several runs as one, with the gravest verdict and what all of them showed. A mix is flaky and never passes. */
export function combined(results: readonly CaseVerdict[]): CaseVerdict {
  const worst = results.reduce((most, each) => (gravity(each) < gravity(most) ? each : most));
  const verdicts = results.map(({ verdict }) => verdict);
  const isFlaky = new Set(verdicts).size > 1;
  const isLimited = results.some(({ limited }) => limited === true);
  const words = verdicts.map((verdict) => VERDICT_WORDS[verdict]).join(', ');
  const note = isFlaky ? [`flaky: ${results.length} runs: ${words}`] : [];
  return {
    verdict: worst.verdict,
    findings: allFindings(results),
    reason: worst.reason,
    notes: [...new Set(results.flatMap(({ notes }) => notes)), ...note],
    attempts: results.flatMap(({ attempts }) => attempts),
    evidence: results.flatMap(({ evidence }) => evidence),
    ...(isLimited && { limited: true as const }),
    ...(isFlaky && { flaky: verdicts }),
  };
}
