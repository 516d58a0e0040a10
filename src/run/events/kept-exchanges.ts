/** Which exchanges of a case its event keeps. */
import type { RedactedExchange } from '../../engine/events.ts';
import { redactExchange, type Redaction } from '../../engine/redact.ts';
import type { Sent } from '../sending/sent.ts';
import type { CaseResult } from '../verdict/case-result.ts';

/** How many exchanges of a case are kept, those with findings first. */
const MOST_EXCHANGES = 4;

/** The indices of the exchanges that are kept: those that findings point at or that show something, in their order. */
export function kept({ sent, findings: pointed }: CaseResult): readonly number[] {
  const showing = sent.flatMap(({ findings, trouble }, index) =>
    findings.length > 0 || trouble !== undefined ? [index] : [],
  );
  const chosen = [...new Set([...pointed.map(([, index]) => index), ...showing])].slice(0, MOST_EXCHANGES);
  return chosen.length > 0 ? chosen.toSorted((a, b) => a - b) : sent.map((_, index) => index).slice(-1);
}

export function redactExchanges(
  sent: readonly Sent[],
  indices: readonly number[],
  redaction: Redaction,
): readonly RedactedExchange[] {
  return indices.flatMap((index) => {
    const each = sent[index];
    return each === undefined ? [] : [redactExchange(each, redaction)];
  });
}
