/** The event that tells what became of a case. */
import { endpointsOf, type Instance } from '../../suite/format/instance.ts';
import type { Planned, Unplanned } from '../../suite/plan/plan.ts';
import type { CaseFinished, CaseIdentity, SeenFinding } from './events.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import type { Reproduced } from '../verdict/reproduce.ts';
import { kept, maskFinding, seenExchanges, type Sight } from '../sending/see.ts';
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

function seenFindings(
  { findings }: CaseResult,
  indices: readonly number[],
  { mask }: Sight,
): readonly SeenFinding[] {
  return findings.map(([found, exchange]) => {
    const at = indices.indexOf(exchange);
    const masked = maskFinding(found, mask);
    return at < 0 ? masked : { ...masked, exchange: at };
  });
}

/** The exchanges beside the kept ones, where all are wanted. */
function otherExchanges(
  { sent }: CaseResult,
  indices: readonly number[],
  sight: Sight,
): Partial<CaseFinished> {
  if (sight.keepsAll !== true) return {};
  const rest = sent.map((_, index) => index).filter((index) => !indices.includes(index));
  return rest.length === 0 ? {} : { others: seenExchanges(sent, rest, sight) };
}

/** What a case's run comes to. Exchanges are kept only where it did not pass, or where all are wanted. */
export function caseFinished(
  plan: Planned,
  result: CaseResult,
  ms: number,
  sight: Sight,
  repeats?: Reproduced,
): CaseFinished {
  const { instance, clauses } = plan;
  const repeated = repeats === undefined ? [] : [repeats.note];
  const notes = [...plan.notes, ...result.leftOpen, ...result.notes, ...repeated];
  const indices = result.verdict === 'pass' ? [] : kept(result);
  const latency = latencyOf(result.sent);
  const decided = result.evidence.map(
    ({ question, at, option }) => `${question}${at === '' ? '' : `@${at}`}: ${option}`,
  );
  return {
    kind: 'case-finished',
    case: { ...identityOf(instance), clauses },
    verdict: result.verdict,
    ms: Math.round(ms * 10) / 10,
    ...(repeats !== undefined && { confirmation: repeats.confirmation }),
    findings: seenFindings(result, indices, sight),
    reason: sight.mask(result.reason),
    ...(notes.length > 0 && { notes: notes.map(sight.mask) }),
    exchanges: seenExchanges(result.sent, indices, sight),
    ...otherExchanges(result, indices, sight),
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
