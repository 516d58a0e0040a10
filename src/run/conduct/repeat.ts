/** `--repeat N`: what several runs of one case come to. A mix is flaky and never passes. */
import { bucketKey } from '../../judge/compare/finding.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { VERDICT_WORDS, type Verdict } from '../../engine/verdict.ts';

export interface RepeatedResult {
  readonly result: CaseResult;
  /** The verdict of each run, where they differ. */
  readonly flaky?: readonly Verdict[];
}

/** The gravest first. */
const GRAVITY: readonly Verdict[] = ['fail', 'error', 'warn', 'skip', 'pass'];

const gravity = ({ verdict }: CaseResult): number => GRAVITY.indexOf(verdict);

/** The findings of all runs, each cause once; exchanges are counted through. */
function allFindings(results: readonly CaseResult[]): CaseResult['findings'] {
  const seen = new Set<string>();
  let before = 0;
  const all = results.flatMap(({ findings, sent }) => {
    const from = before;
    before += sent.length;
    return findings.map(([found, exchange]) => [found, exchange + from] as const);
  });
  return all
    .filter(([found]) => !seen.has(bucketKey(found)) && seen.add(bucketKey(found)))
    .toSorted(([a], [b]) => Number(a.level === 'should') - Number(b.level === 'should'));
}

/** Several runs as one result: the gravest verdict, with what all of them showed. */
export function combined(results: readonly CaseResult[]): RepeatedResult {
  const [worst] = results.toSorted((a, b) => gravity(a) - gravity(b));
  if (worst === undefined) throw new TypeError('a case that did not run');
  const verdicts = results.map(({ verdict }) => verdict);
  const flaky = new Set(verdicts).size > 1;
  const unique = (of: (result: CaseResult) => readonly string[]): readonly string[] => [
    ...new Set(results.flatMap(of)),
  ];
  const words = verdicts.map((verdict) => VERDICT_WORDS[verdict]).join(', ');
  const note = flaky ? [`flaky: ${results.length} runs: ${words}`] : [];
  const result: CaseResult = {
    verdict: worst.verdict,
    findings: allFindings(results),
    reason: worst.reason,
    leftOpen: unique(({ leftOpen }) => leftOpen),
    notes: [...unique(({ notes }) => notes), ...note],
    sent: results.flatMap(({ sent }) => sent),
    evidence: results.flatMap(({ evidence }) => evidence),
  };
  return flaky ? { result, flaky: verdicts } : { result };
}

/** Runs a case several times, one after the other; a run without a reply to judge is the last. */
export async function repeated(times: number, run: () => Promise<CaseResult>): Promise<RepeatedResult> {
  const results = [await run()];
  while (results.length < times && results.at(-1)?.verdict !== 'error') results.push(await run());
  const [only] = results;
  return results.length === 1 && only !== undefined ? { result: only } : combined(results);
}
