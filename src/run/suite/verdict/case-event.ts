/** The event that reports what became of a case. */
import { endpointsSentTo, type Instance } from '../../../cases/format/instance.ts';
import type { Planned, Unplanned } from '../../../cases/plan/plan-case.ts';
import type {
  CaseFinished,
  CaseIdentity,
  RedactedExchange,
  RedactedFinding,
} from '../../../report/record/events.ts';
import type { Verdict } from '../../../report/record/verdict.ts';
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
function keptExchanges({ attempts, findings: pointed }: CaseVerdict): readonly number[] {
  const showing = attempts.flatMap(({ judgement, trouble }, index) =>
    judgement.findings.length > 0 || trouble !== undefined ? [index] : [],
  );
  const chosen = [...new Set([...pointed.map(([, index]) => index), ...showing])].slice(
    0,
    MAX_KEPT_EXCHANGES,
  );
  return chosen.length > 0 ? chosen.toSorted((a, b) => a - b) : attempts.map((_, index) => index).slice(-1);
}

function redactExchanges(
  attempts: readonly CaseAttempt[],
  indices: readonly number[],
  redaction: Redaction,
): readonly RedactedExchange[] {
  return indices.flatMap((index) => {
    const each = attempts[index];
    if (each === undefined) return [];
    const { planned, exchange } = each;
    return [redactExchange({ label: planned.label, exchange }, redaction)];
  });
}

export function caseIdentity(instance: Instance): CaseIdentity {
  const { id, from, endpoint, index } = instance;
  const { written, chapter, file, line } = from;
  return {
    id,
    title: written.title,
    clauses: written.clauses,
    endpoint: endpoint.id,
    endpoints: endpointsSentTo(instance).map((each) => each.id),
    file,
    line,
    chapter,
    index,
  };
}

function redactFindings(
  { findings }: CaseVerdict,
  indices: readonly number[],
  { mask }: Redaction,
): readonly RedactedFinding[] {
  return findings.map(([found, exchange]) => {
    const at = indices.indexOf(exchange);
    const masked = maskFinding(found, mask);
    return at < 0 ? masked : { ...masked, exchange: at };
  });
}

/** The other exchanges, where all are wanted. */
function otherExchanges(
  { attempts }: CaseVerdict,
  indices: readonly number[],
  redaction: Redaction,
): Partial<CaseFinished> {
  if (redaction.keepsAll !== true) return {};
  const rest = attempts.map((_, index) => index).filter((index) => !indices.includes(index));
  return rest.length === 0 ? {} : { others: redactExchanges(attempts, rest, redaction) };
}

/** A case that came to nothing may have done so for a limit. */
const UNVERIFIED: ReadonlySet<Verdict> = new Set<Verdict>(['skip', 'error']);

type FoundAgain = NonNullable<CaseFinished['again']>;

/** What became of a failure that `fuzz` found, and saved as this case; undefined: it is none, or nothing was verified. */
function foundAgain(
  { instance }: Planned,
  { verdict, findings, attempts }: CaseVerdict,
): FoundAgain | undefined {
  const { found } = instance.from.written;
  if (found === undefined || UNVERIFIED.has(verdict)) return undefined;
  const all = [...findings.map(([each]) => each), ...attempts.flatMap(({ runWide }) => runWide)];
  if (all.some(({ kind }) => kind === found.kind)) return 'still fails';
  return verdict === 'pass' ? 'fixed' : 'fails in another way';
}

/** What a case's run comes to. Exchanges are kept only where it did not pass, or where all are wanted. */
export function caseEvent(plan: Planned, whole: CaseVerdict, ms: number, redaction: Redaction): CaseFinished {
  const { instance, clauses } = plan;
  const { findings, notes: shared } = withoutRepeats(whole.findings, whole.attempts);
  const result: CaseVerdict = { ...whole, findings };
  const { flaky, doubts = [] } = whole;
  const notes = [...plan.notes, ...result.leftOpen, ...result.notes, ...doubts, ...shared];
  const again = foundAgain(plan, whole);
  const indices = result.verdict === 'pass' ? [] : keptExchanges(result);
  const limited = result.limited ?? result.attempts.find((each) => each.limited === true)?.limited;
  const decided = result.evidence.map(
    ({ question, at, option }) => `${question}${at === '' ? '' : `@${at}`}: ${option}`,
  );
  return {
    kind: 'case-finished',
    case: { ...caseIdentity(instance), clauses },
    verdict: result.verdict,
    ms: inTenths(ms),
    findings: redactFindings(result, indices, redaction),
    ...(limited === true && UNVERIFIED.has(result.verdict) && { limited }),
    reason: redaction.mask(result.reason),
    ...(notes.length > 0 && { notes: notes.map(redaction.mask) }),
    exchanges: redactExchanges(result.attempts, indices, redaction),
    ...otherExchanges(result, indices, redaction),
    decided: [...new Set(decided)],
    ...(flaky !== undefined && { flaky }),
    ...(again !== undefined && { again }),
  };
}

/** A case that the target can not serve. */
export function caseSkipped({ instance, need, undeclared }: Unplanned): CaseFinished {
  return {
    kind: 'case-finished',
    case: caseIdentity(instance),
    verdict: 'skip',
    ms: 0,
    findings: [],
    reason: `needs ${need}`,
    need,
    ...(undeclared.length > 0 && { undeclared }),
    exchanges: [],
    decided: [],
  };
}
