/** Lays the records of two runs side by side: the cases whose verdict or judged answer changed, in words and as JSON. */
import { ENVELOPE } from '../../spec/envelope.ts';
import { isSynthetic, type CaseFinished, type RunRecord } from '../record/events.ts';
import { VERDICT_WORDS, type Verdict } from '../record/verdict.ts';
import { bucketKey } from '../../judge/finding.ts';
import { headed } from '../../base/text/columns.ts';
import { grouped } from '../../base/text/grouping.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { fewOf, plural } from '../../base/text/quantities.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { visibleLine } from '../../base/text/visible.ts';

/** What a change of a case is, with its head in the text. */
const CHANGES = {
  regression: 'regressions: the candidate breaks these, or does not answer them any more',
  repair: 'repairs: only base breaks these',
  difference: 'other differences: the same verdict by another answer, or a verdict that no must decides',
} as const;

type CaseChange = keyof typeof CHANGES;

interface ChangedCase {
  readonly case: string;
  readonly change: CaseChange;
  /** `passed -> failed`, `now: 7.3/string-min-length wrong-outcome`, `codes.returnCode: number -> name`. */
  readonly what: readonly string[];
}

interface Comparison {
  readonly changed: readonly ChangedCase[];
  /** How many cases got a verdict on both sides, of how many that both have. */
  readonly compared: number;
  readonly of: number;
  /** Cases that one side alone has. */
  readonly onlyBase: readonly string[];
  readonly onlyCandidate: readonly string[];
}

/** Whether a verdict came of replies. */
const isJudged = (verdict: Verdict): boolean => verdict !== 'skip' && verdict !== 'error';

function causeKeys({ findings }: CaseFinished, level?: 'must'): readonly string[] {
  return [
    ...new Set(findings.filter((found) => level === undefined || found.level === level).map(bucketKey)),
  ];
}

const ownMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/** What the case shows by name: each answer to an open question, and the codes of each reply that its record keeps. */
function shownAnswers({ decided, exchanges, others = [] }: CaseFinished): ReadonlyMap<string, string> {
  const codes = [...exchanges, ...others].flatMap(({ step, reply }): [string, string][] => {
    const body = parsedJson(reply?.body ?? '');
    const returnCode = ownMember(body, ENVELOPE.returnCode);
    const errorCode = ownMember(ownMember(body, ENVELOPE.parameters), ENVELOPE.errorCode);
    const shown = Object.entries({ returnCode, errorCode }).filter(([, code]) => code !== undefined);
    return shown.map(([name, code]) => [`${name}${step && ` of ${step}`}`, JSON.stringify(code)]);
  });
  const questions = decided.map((line): [string, string] => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  });
  return new Map([...questions, ...codes]);
}

function changeOf(base: CaseFinished, candidate: CaseFinished): ChangedCase | undefined {
  const [was, is] = [base.verdict, candidate.verdict];
  if (!isJudged(was) && !isJudged(is)) return undefined;
  const [before, now] = [causeKeys(base), causeKeys(candidate)];
  const answers = shownAnswers(candidate);
  const what = [
    ...(was === is ? [] : [`${VERDICT_WORDS[was]} -> ${VERDICT_WORDS[is]}`]),
    ...now.filter((cause) => !before.includes(cause)).map((cause) => `now: ${cause}`),
    ...before.filter((cause) => !now.includes(cause)).map((cause) => `no longer: ${cause}`),
    ...[...shownAnswers(base)].flatMap(([name, answer]) => {
      const other = answers.get(name);
      return other === undefined || other === answer ? [] : [`${name}: ${answer} -> ${other}`];
    }),
  ].map(visibleLine);
  if (what.length === 0) return undefined;
  const [musts, newMusts] = [causeKeys(base, 'must'), causeKeys(candidate, 'must')];
  const isWorse =
    is === 'fail'
      ? isJudged(was) && newMusts.some((cause) => !musts.includes(cause))
      : !isJudged(is) && was !== 'fail';
  const isBetter = was === 'fail' && isJudged(is) && musts.some((cause) => !newMusts.includes(cause));
  return { case: base.case.id, change: isWorse ? 'regression' : isBetter ? 'repair' : 'difference', what };
}

/** Stands for a case about the whole run, which is there only where it finds something. */
const nothingFound = (event: CaseFinished): CaseFinished => ({ ...event, verdict: 'pass', findings: [] });

const lacking = (cases: readonly CaseFinished[], others: ReadonlyMap<string, unknown>) =>
  cases.filter((event) => !isSynthetic(event) && !others.has(event.case.id)).map((event) => event.case.id);

export function compareCases(base: readonly CaseFinished[], candidate: readonly CaseFinished[]): Comparison {
  const before = new Map(base.map((event) => [event.case.id, event]));
  const now = new Map(candidate.map((event) => [event.case.id, event]));
  const pairs = [...new Map([...before, ...now]).keys()].flatMap((id) => {
    const [was, is] = [before.get(id), now.get(id)];
    const known = was ?? is;
    if (known === undefined || (!isSynthetic(known) && (was === undefined || is === undefined))) return [];
    return [[was ?? nothingFound(known), is ?? nothingFound(known)] as const];
  });
  const ofSuite = pairs.filter(([was]) => !isSynthetic(was));
  return {
    changed: pairs.flatMap(([was, is]) => changeOf(was, is) ?? []),
    compared: ofSuite.filter(([was, is]) => isJudged(was.verdict) && isJudged(is.verdict)).length,
    of: ofSuite.length,
    onlyBase: lacking(base, now),
    onlyCandidate: lacking(candidate, before),
  };
}

export const changedBy = ({ changed }: Comparison, change: CaseChange): readonly ChangedCase[] =>
  changed.filter((each) => each.change === change);

/** The whole text: cases that changed in the same way together, `next` before the last line, which counts. */
export function comparisonLines(found: Comparison, next: readonly string[]): readonly string[] {
  const sections = (Object.keys(CHANGES) as CaseChange[]).flatMap((change) => {
    const lines = [...grouped(changedBy(found, change), ({ what }) => what.join('; '))].flatMap(
      ([what, its]) => [what, `  in ${fewOf(its.map((each) => visibleLine(each.case)))}`],
    );
    return lines.length === 0 ? [] : [...headed(CHANGES[change], lines), ''];
  });
  const alone = found.onlyCandidate.map(visibleLine);
  const count = (change: CaseChange): string => plural(changedBy(found, change).length, change);
  return [
    ...sections,
    ...(alone.length === 0
      ? []
      : [`the candidate alone has ${plural(alone.length, 'case')}: ${fewOf(alone)}`]),
    ...next,
    `${found.compared} of ${plural(found.of, 'case')} compared: ${count('regression')}, ${count('repair')}, ${count('difference')}`,
  ];
}

/** The same as one document. `format` grows when a member changes its meaning; `trouble`: why a side is not whole, a line each. */
export function comparisonJson(
  found: Comparison,
  { base, candidate }: Readonly<Record<'base' | 'candidate', RunRecord>>,
  trouble: readonly string[],
): string {
  const names = { base: base.started.target, candidate: candidate.started.target };
  return safeJson({ format: 2, ...names, ...found, trouble }, 2);
}
