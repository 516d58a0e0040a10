/** What several runs of one case come to: with --repeat, and where a failing case is sent again. */
import type { CaseFinished } from '../../report/record/events.ts';
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
export function combined(results: readonly [CaseVerdict, ...CaseVerdict[]]): CaseVerdict {
  const [only] = results;
  if (results.length === 1) return only;
  const worst = results.reduce((most, each) => (gravity(each) < gravity(most) ? each : most), only);
  const verdicts = results.map(({ verdict }) => verdict);
  const isFlaky = new Set(verdicts).size > 1;
  const unique = (of: (result: CaseVerdict) => readonly string[]): readonly string[] => [
    ...new Set(results.flatMap(of)),
  ];
  const words = verdicts.map((verdict) => VERDICT_WORDS[verdict]).join(', ');
  const note = isFlaky ? [`flaky: ${results.length} runs: ${words}`] : [];
  return {
    verdict: worst.verdict,
    findings: allFindings(results),
    reason: worst.reason,
    leftOpen: unique(({ leftOpen }) => leftOpen),
    notes: [...unique(({ notes }) => notes), ...note],
    attempts: results.flatMap(({ attempts }) => attempts),
    evidence: results.flatMap(({ evidence }) => evidence),
    ...(isFlaky && { flaky: verdicts }),
  };
}

export type Confirmed = Required<Pick<CaseFinished, 'confirmation'>> & { readonly note: string };

export const notConfirmed = (why: string): Confirmed => ({
  confirmation: 'not-tried',
  note: `not sent again: ${why}`,
});

/** What the repeats of a failing case show: it fails always, sometimes, or only in company. */
export function confirmedBy(repeats: readonly CaseVerdict[]): Confirmed {
  const judged = repeats.filter(({ verdict }) => verdict !== 'error' && verdict !== 'skip');
  if (judged.length === 0)
    return notConfirmed(`the repeat had nothing to judge: ${repeats[0]?.reason ?? 'the run ended'}`);
  const failed = judged.filter(({ verdict }) => verdict === 'fail').length;
  if (failed === judged.length)
    return {
      confirmation: 'always',
      note: `failed again each time it was sent alone (${failed} of ${failed})`,
    };
  if (failed > 0)
    return {
      confirmation: 'sometimes',
      note: `flaky: failed ${failed} of ${judged.length} times when sent alone`,
    };
  return {
    confirmation: 'in-company',
    note: 'flaky: passed each time it was sent alone; it may depend on other requests or on a reused connection',
  };
}
