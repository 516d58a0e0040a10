/** The event that reports what became of a case. */
import { endpointsOf, type Instance } from '../../suite/format/instance.ts';
import type { Planned, Unplanned } from '../../suite/plan/plan.ts';
import type { CaseFinished, CaseIdentity, RedactedFinding } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { withoutRepeats } from './repeated-findings.ts';
import type { Reproduced } from '../verdict/reproduce.ts';
import { maskFinding, type Redaction } from '../../engine/redact.ts';
import { kept, redactExchanges } from './kept-exchanges.ts';
import { latencyOf } from './latency.ts';

export function identityOf(instance: Instance): CaseIdentity {
  const { id, from, endpoint, index } = instance;
  const { written, chapter, file, line } = from;
  return {
    id,
    title: written.title,
    clauses: written.clauses,
    endpoint: endpoint.id,
    endpoints: endpointsOf(instance).map((each) => each.id),
    file,
    line,
    chapter,
    index,
  };
}

function redactFindings(
  { findings }: CaseResult,
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
  { sent }: CaseResult,
  indices: readonly number[],
  redaction: Redaction,
): Partial<CaseFinished> {
  if (redaction.keepsAll !== true) return {};
  const rest = sent.map((_, index) => index).filter((index) => !indices.includes(index));
  return rest.length === 0 ? {} : { others: redactExchanges(sent, rest, redaction) };
}

/** A case that came to nothing may have done so for a limit. */
const UNVERIFIED: ReadonlySet<Verdict> = new Set<Verdict>(['skip', 'error']);

/** What a case's run comes to. Exchanges are kept only where it did not pass, or where all are wanted. */
export function caseFinished(
  plan: Planned,
  whole: CaseResult,
  ms: number,
  redaction: Redaction,
  repeats?: Reproduced,
): CaseFinished {
  const { instance, clauses } = plan;
  const { findings, notes: shared } = withoutRepeats(whole.findings, whole.sent);
  const result: CaseResult = { ...whole, findings };
  const repeated = repeats === undefined ? [] : [repeats.note];
  const notes = [...plan.notes, ...result.leftOpen, ...result.notes, ...shared, ...repeated];
  const indices = result.verdict === 'pass' ? [] : kept(result);
  const latency = latencyOf(result.sent);
  const limited = result.limited ?? result.sent.find((each) => each.limited === true)?.limited;
  const decided = result.evidence.map(
    ({ question, at, option }) => `${question}${at === '' ? '' : `@${at}`}: ${option}`,
  );
  return {
    kind: 'case-finished',
    case: { ...identityOf(instance), clauses },
    verdict: result.verdict,
    ms: Math.round(ms * 10) / 10,
    ...(repeats !== undefined && { confirmation: repeats.confirmation }),
    findings: redactFindings(result, indices, redaction),
    ...(limited === true && UNVERIFIED.has(result.verdict) && { limited }),
    reason: redaction.mask(result.reason),
    ...(notes.length > 0 && { notes: notes.map(redaction.mask) }),
    exchanges: redactExchanges(result.sent, indices, redaction),
    ...otherExchanges(result, indices, redaction),
    ...(latency !== undefined && { latency }),
    decided: [...new Set(decided)],
  };
}

/** A case that the target can not serve. */
export function caseSkipped({ instance, needs, declare }: Unplanned): CaseFinished {
  return {
    kind: 'case-finished',
    case: identityOf(instance),
    verdict: 'skip',
    ms: 0,
    findings: [],
    reason: `needs ${needs}`,
    ...(declare.length > 0 && { declare }),
    exchanges: [],
    decided: [],
  };
}
