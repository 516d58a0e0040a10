/** Results that hang on more than the backend: a failure by what was learned must be seen again, chance is outvoted by many tries. */
import { SPLIT_WIRE } from '../../http/alterations/wire-alterations.ts';
import { bucketKey, type Finding } from '../../judge/compare/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import type { CaseRequest } from '../../judge/planned.ts';
import type { Planned } from '../../suite/plan/plan.ts';
import { isLimited } from '../verdict/sent.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import type { SetApart } from '../verdict/run-wide-findings.ts';

/** How often a case is run again until it fails by the same clause in the same way. */
const MOST_REPEATS = 3;

const causesOf = ({ findings }: CaseResult): ReadonlySet<string> =>
  new Set(findings.filter(([{ level }]) => level === 'must').map(([found]) => bucketKey(found)));

function sharesCause(a: CaseResult, b: CaseResult): boolean {
  const causes = causesOf(a);
  return [...causesOf(b)].some((cause) => causes.has(cause));
}

/** The result with what its repeats say; a failure that none of them shows again is a warning. */
export async function confirmed(first: CaseResult, again: () => Promise<CaseResult>): Promise<CaseResult> {
  for (let repeat = 1; repeat <= MOST_REPEATS; repeat += 1) {
    const result = await again();
    if (result.verdict === 'error') break;
    if (sharesCause(first, result)) return { ...first, notes: [...first.notes, 'seen again in a repeat'] };
  }
  return {
    ...first,
    verdict: 'warn',
    notes: [...first.notes, `not seen again in ${MOST_REPEATS} repeats, so it is not a failure`],
  };
}

/** How many tries the majority is taken of. */
const TRIES = 15;

/** Whether chance has a part in what the server gets, so that a single try shows little. */
export const isByChance = ({ instance, steps }: Planned): boolean =>
  instance.from.shipped &&
  steps.some(({ requests }) =>
    requests.some(({ request: { wire } }) => wire !== undefined && SPLIT_WIRE.has(wire)),
  );

const isBad = ({ verdict }: CaseResult): boolean => verdict === 'fail' || verdict === 'error';

/** One result of a fixed number of tries: what most of them show. Where fewer fail, that is a warning. */
export async function byMajority(run: () => Promise<CaseResult>): Promise<CaseResult> {
  const results: CaseResult[] = [];
  let bad = 0;
  while (results.length < TRIES) {
    const result = await run();
    if (result.sent.some(({ limited }) => limited === true)) return result;
    results.push(result);
    if (isBad(result)) bad += 1;
    // Requests that hang take their time.
    if (result.verdict === 'error' && 2 * bad > TRIES) break;
  }
  const isMost = 2 * bad > TRIES;
  const shown =
    results.find(({ verdict }) => verdict === 'fail') ?? results.find((each) => isBad(each) === isMost);
  if (shown === undefined) throw new TypeError('a case that was not tried');
  if (bad === 0) return shown;
  const notes = [...shown.notes, `${bad} of ${results.length} tries failed`];
  return shown.verdict === 'fail' && !isMost ? { ...shown, verdict: 'warn', notes } : { ...shown, notes };
}

/** A warning about which tags a request got by its tagKeys. */
const isOddFilter = ({ level, clause }: Finding): boolean =>
  level === 'should' && /^(?:4\.3|dialect)\/tag-?keys/i.test(clause);

/**
 * Tags that no reading of tagKeys explains may be due to the request before: sent twice more, so that it follows itself, a request has
 * to get the same answer. `send` sends it by itself.
 */
export async function withoutTheOneBefore(
  result: CaseResult,
  send: (planned: CaseRequest) => Promise<SetApart>,
): Promise<CaseResult> {
  const odd = result.findings.find(([found]) => isOddFilter(found));
  const first = odd === undefined ? undefined : result.sent[odd[1]];
  if (result.verdict !== 'warn' || first === undefined || isLimited(first)) return result;
  const replies = [first];
  for (const label of ['sent again', 'sent once more']) {
    const again = await send(first.planned);
    if (again.notJudgedBecause !== undefined) return result;
    replies.push({ ...again, step: first.step, label, findings: [] });
  }
  const other = differing(
    replies.map(({ judgement }) => judgement.envelope),
    'answer',
    '1/read-only',
  );
  if (other === undefined) return result;
  const at = result.sent.length + other.index - 1;
  const sent = [...result.sent, ...replies.slice(1)];
  return { ...result, verdict: 'fail', sent, findings: [[other.finding, at], ...result.findings] };
}
