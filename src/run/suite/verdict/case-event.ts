/** The event that reports what became of a case. */
import type { Instance } from '../../../cases/format/instance.ts';
import type { Planned, Unplanned } from '../../../cases/plan/plan-case.ts';
import type { Answer } from '../../../spec/dialect/dialect.ts';
import type { CaseFinished, CaseIdentity } from '../../../report/record/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../../report/record/redact.ts';
import type { CaseAttempt, CaseVerdict, FoundAt } from './case-records.ts';
import { FINDING_KINDS, type Finding } from '../../../judge/finding.ts';

// Equal findings about the equal requests of a step, as in a burst: the first one is reported, and how many there are.

interface WithoutRepeats {
  readonly findings: readonly FoundAt[];
  /** How many replies share a finding, a line for each that several share. */
  readonly notes: readonly string[];
}

/** The same for the equal requests of a step. */
function requestKey({ planned }: CaseAttempt): string {
  const { body, ...head } = planned.request;
  return JSON.stringify([
    planned.step,
    head,
    body === undefined ? null : Buffer.from(body).toString('base64'),
  ]);
}

const noteOf = ({ kind, clause }: Finding, count: number): string =>
  `${FINDING_KINDS[kind]} (${clause}): the same in ${count} replies to the same request`;

export function withoutRepeats(all: readonly FoundAt[], attempts: readonly CaseAttempt[]): WithoutRepeats {
  if (all.length < 2) return { findings: all, notes: [] };
  const requests = attempts.map(requestKey);
  const groups = new Map<string, { readonly first: FoundAt; readonly count: number }>();
  for (const each of all) {
    const [found, exchange] = each;
    const key = JSON.stringify([found, requests[exchange]]);
    const known = groups.get(key);
    groups.set(key, { first: known?.first ?? each, count: (known?.count ?? 0) + 1 });
  }
  const kept = [...groups.values()];
  return {
    findings: kept.map(({ first }) => first),
    notes: kept.filter(({ count }) => count > 1).map(({ first: [found], count }) => noteOf(found, count)),
  };
}

/** Tenths of a millisecond are fine enough. */
const inTenths = (ms: number): number => Math.round(ms * 10) / 10;

/** How many exchanges of a case are kept, those with findings first. */
const MAX_KEPT_EXCHANGES = 4;

/** The indices of the exchanges that are kept: those that findings point at or that show something, in their order. */
function keptExchanges(findings: readonly FoundAt[], attempts: readonly CaseAttempt[]): readonly number[] {
  const showing = attempts.flatMap(({ judgement, trouble }, index) =>
    judgement.findings.length > 0 || trouble !== undefined ? [index] : [],
  );
  const chosen = [...new Set([...findings.map(([, index]) => index), ...showing])].slice(
    0,
    MAX_KEPT_EXCHANGES,
  );
  return chosen.length > 0 ? chosen.toSorted((a, b) => a - b) : attempts.map((_, index) => index).slice(-1);
}

const shownExchange = ({ planned: { label }, exchange }: CaseAttempt, redaction: Redaction) =>
  redactExchange({ label, exchange }, redaction);

export function caseIdentity(instance: Instance): CaseIdentity {
  const { id, from, endpoint, index } = instance;
  const { written, chapter, file, line } = from;
  return {
    id,
    title: written.title,
    clauses: written.clauses,
    endpoint: endpoint.id,
    endpoints: instance.endpoints.map((each) => each.id),
    file,
    line,
    chapter,
    index,
  };
}

type FoundAgain = NonNullable<CaseFinished['again']>;

/** What became of a failure that `fuzz` found, and saved as this case. */
function foundAgain(wanted: string, { verdict, findings, attempts }: CaseVerdict): FoundAgain {
  const all = [...findings.map(([each]) => each), ...attempts.flatMap(({ runWide }) => runWide)];
  if (all.some(({ kind }) => kind === wanted)) return 'still fails';
  return verdict === 'pass' ? 'fixed' : 'fails in another way';
}

/** What is shown of a case that did not pass: its findings, the exchanges that show them, and notes. */
function shownOf(
  { findings: all, attempts, doubts = [] }: CaseVerdict,
  redaction: Redaction,
): Pick<CaseFinished, 'findings' | 'exchanges'> & {
  readonly kept: readonly number[];
  readonly notes: readonly string[];
} {
  const { findings, notes } = withoutRepeats(all, attempts);
  const kept = keptExchanges(findings, attempts);
  return {
    kept,
    notes: [...doubts, ...notes],
    findings: findings.map(([found, exchange]) => {
      const at = kept.indexOf(exchange);
      const masked = maskFinding(found, redaction.mask);
      return at < 0 ? masked : { ...masked, exchange: at };
    }),
    exchanges: attempts.filter((_, at) => kept.includes(at)).map((each) => shownExchange(each, redaction)),
  };
}

const NOTHING_SHOWN = { findings: [], exchanges: [], kept: [], notes: [] } as const;

/** What a case's run comes to. Exchanges are kept only where it did not pass, or where all are wanted. */
export function caseEvent(
  plan: Planned,
  result: CaseVerdict,
  ms: number,
  redaction: Redaction,
): CaseFinished {
  const { verdict, attempts, evidence, flaky } = result;
  const { found } = plan.instance.from.written;
  const {
    findings,
    exchanges,
    kept,
    notes: more,
  } = verdict === 'pass' ? NOTHING_SHOWN : shownOf(result, redaction);
  const others = redaction.keepsAll === true ? attempts.filter((_, at) => !kept.includes(at)) : [];
  const notes = [...plan.notes, ...result.notes, ...more];
  // A case that came to nothing may have done so for a limit.
  const isUnverified = verdict === 'skip' || verdict === 'error';
  return {
    kind: 'case-finished',
    case: { ...caseIdentity(plan.instance), clauses: plan.clauses },
    verdict,
    ms: inTenths(ms),
    findings,
    ...(isUnverified && result.limited === true && { limited: true as const }),
    reason: result.reason === '' ? '' : redaction.mask(result.reason),
    ...(notes.length > 0 && { notes: notes.map(redaction.mask) }),
    exchanges,
    ...(others.length > 0 && { others: others.map((each) => shownExchange(each, redaction)) }),
    decided: evidence.length === 0 ? [] : [...new Set(evidence.map(decidedWords))],
    ...(flaky !== undefined && { flaky }),
    ...(found !== undefined && !isUnverified && { again: foundAgain(found.kind, result) }),
  };
}

const decidedWords = ({ question, at, option }: Answer): string =>
  `${question}${at === '' ? '' : `@${at}`}: ${option}`;

/** A case that the target can not serve. */
export function caseSkipped({ instance, need, undeclared }: Unplanned): CaseFinished {
  const { steps = [], ...written } = instance.from.written;
  const asks = [written, ...steps].map(({ given }) => given);
  const isNamed = asks.some((given) => given?.key?.name ?? given?.token?.name ?? given?.subject?.id);
  return {
    kind: 'case-finished',
    case: caseIdentity(instance),
    verdict: 'skip',
    ms: 0,
    findings: [],
    reason: `needs ${need}`,
    need,
    ...(isNamed && { named: true }),
    ...(undeclared.length > 0 && { undeclared }),
    exchanges: [],
    decided: [],
  };
}
