/** What several runs of one case come to: chance is outvoted, a mix is flaky, and what rests on a learned fact has to be seen again. */
import { AGAIN } from '../../send/again.ts';
import { VERDICT_WORDS, type Verdict } from '../../../report/record/verdict.ts';
import { bucketKey, type Finding } from '../../../judge/finding.ts';
import { differing } from '../../../judge/compare/same-replies.ts';
import {
  isOfLimitedKey,
  type CaseAttempt,
  type CaseVerdict,
  type Reproduction,
} from '../verdict/case-records.ts';

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
    return findings.map(([found, attempt]) => [found, attempt + from] as const);
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

const causesOf = ({ findings }: CaseVerdict): ReadonlySet<string> =>
  new Set(findings.filter(([{ level }]) => level === 'must').map(([found]) => bucketKey(found)));

/** Whether both fail by the same clause in the same way. */
export function sharesCause(a: CaseVerdict, b: CaseVerdict): boolean {
  const causes = causesOf(a);
  return [...causesOf(b)].some((cause) => causes.has(cause));
}

/** A failure that rests on a learned fact, with what its repeats say; where none of them shows it again, it is a warning. */
export function confirmedByLast(first: CaseVerdict, last: CaseVerdict): CaseVerdict {
  if (sharesCause(first, last)) return { ...first, notes: [...first.notes, 'seen again in a repeat'] };
  const repeats = AGAIN['a learned fact'].tries - 1;
  return {
    ...first,
    verdict: 'warn',
    notes: [...first.notes, `not seen again in ${repeats} repeats, so it is not a failure`],
  };
}

const isBad = ({ verdict }: CaseVerdict): boolean => verdict === 'fail' || verdict === 'error';

const isMostBad = (results: readonly CaseVerdict[]): boolean =>
  2 * results.filter(isBad).length > AGAIN.chance.tries;

const isLimited = ({ attempts }: CaseVerdict): boolean => attempts.some(({ limited }) => limited === true);

/** Whether more tries tell nothing: the target limits us, or requests hang, which takes its time, and most tries are bad already. */
export const isDecided = (last: CaseVerdict, all: readonly CaseVerdict[]): boolean =>
  isLimited(last) || (last.verdict === 'error' && isMostBad(all));

/** One result of a fixed number of tries: what most of them show. Where fewer fail, that is a warning. */
export function byMajority(results: readonly [CaseVerdict, ...CaseVerdict[]]): CaseVerdict {
  const last = results.at(-1) ?? results[0];
  if (isLimited(last)) return last;
  const bad = results.filter(isBad).length;
  const isMost = isMostBad(results);
  const shown =
    results.find(({ verdict }) => verdict === 'fail') ??
    results.find((each) => isBad(each) === isMost) ??
    last;
  if (bad === 0) return shown;
  const notes = [...shown.notes, `${bad} of ${results.length} tries failed`];
  return shown.verdict === 'fail' && !isMost ? { ...shown, verdict: 'warn', notes } : { ...shown, notes };
}

/** A warning about which tags a request got by its tagKeys. */
const isOddFilter = ({ level, clause }: Finding): boolean =>
  level === 'should' && /^(?:4\.3|dialect)\/tag-?keys/i.test(clause);

/** The attempt with tags that no reading of tagKeys explains: they may be due to the request before. */
export function oddlyFiltered({ verdict, findings, attempts }: CaseVerdict): CaseAttempt | undefined {
  const odd = findings.find(([found]) => isOddFilter(found));
  const attempt = odd === undefined ? undefined : attempts[odd[1]];
  return verdict !== 'warn' || attempt === undefined || isOfLimitedKey(attempt) ? undefined : attempt;
}

const REPEAT_LABELS = ['sent again', 'sent once more'];

/** The result with what the repeats of one request show: sent twice more, so that it follows itself, it has to get the same answer. */
export function withRepeats(
  result: CaseVerdict,
  [first, ...repeats]: readonly [CaseAttempt, ...CaseAttempt[]],
): CaseVerdict {
  if (repeats.some(({ state }) => state !== 'judged')) return result;
  const envelopes = [first, ...repeats].map(({ judgement }) => judgement.envelope);
  const other = differing(envelopes, 'answer', '1/read-only');
  if (other === undefined) return result;
  const at = result.attempts.length + other.index - 1;
  const again = repeats.map((each, index) => ({
    ...each,
    planned: { ...each.planned, label: REPEAT_LABELS[index] ?? '' },
    judgement: { ...each.judgement, findings: [] },
  }));
  const findings = [[other.finding, at] as const, ...result.findings];
  return { ...result, verdict: 'fail', attempts: [...result.attempts, ...again], findings };
}

export const notReproduced = (why: string): Reproduction => ({
  confirmation: 'not-tried',
  note: `not sent again: ${why}`,
});

const hasNothing = ({ verdict }: CaseVerdict): boolean => verdict === 'error' || verdict === 'skip';

/** Whether a failing case was repeated often enough: twice, and once more where it did not fail again. */
export const isReproduced = (last: CaseVerdict, all: readonly CaseVerdict[]): boolean =>
  hasNothing(last) || (all.length > 1 && all.some(({ verdict }) => verdict === 'fail'));

/** What the repeats of a failing case show, alone and on a fresh connection: it fails always, sometimes, or only in company. */
export function reproductionOf(repeats: readonly [CaseVerdict, ...CaseVerdict[]]): Reproduction {
  const judged = repeats.filter((each) => !hasNothing(each));
  if (judged.length === 0) return notReproduced(`the repeat had nothing to judge: ${repeats[0].reason}`);
  const failed = judged.filter(({ verdict }) => verdict === 'fail').length;
  const of = judged.length;
  const severalSteps = judged.some(({ attempts }) => attempts.some(({ planned }) => planned.step > 0));
  const alone = `${severalSteps ? 'with all its steps, ' : ''}alone on a fresh connection`;
  if (failed === of)
    return { confirmation: 'always', note: `failed again in each of ${of} repeats, ${alone}` };
  if (failed > 0)
    return { confirmation: 'sometimes', note: `flaky: failed in ${failed} of ${of} repeats, ${alone}` };
  return {
    confirmation: 'in-company',
    note: `passed in ${of} repeats, ${alone}: it fails only among other requests, on a used connection, or now and then`,
  };
}
