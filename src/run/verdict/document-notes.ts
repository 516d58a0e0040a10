/**
 * What the document says about replies that a user's own case does not expect. The case is judged as written and fails; the note
 * says that the case, not the document, asks for another reply.
 */
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { check } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/compare/finding.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import { isLimited, type Sent } from './sent.ts';
import { maskedExchange, type Mask } from '../../engine/judge-masked.ts';
import { isCut } from '../../engine/redact.ts';

/** The note on one exchange; undefined: the document does not allow its reply either, or the case expects it. */
function noteOn(sent: Sent, facts: TargetFacts, mask: Mask): string | undefined {
  if (!breaksMust(sent.findings) || isLimited(sent)) return undefined;
  const allowed = allowedForRequest(sent.planned.request, facts);
  if (breaksMust(check(allowed, sent.exchange, facts.dialect).findings)) return undefined;
  const shown = maskedExchange(sent.exchange, mask);
  const { envelope } = check(allowed, shown, facts.dialect);
  if (envelope !== undefined && !isCut(shown))
    return `the document would allow this reply: ${showActual(envelope)}; the case expects a different one`;
  return shown.outcome.kind === 'reply'
    ? `the document would allow this reply: HTTP ${shown.outcome.status}; the case expects a different one`
    : undefined;
}

/** One line for each reply that only the case does not allow. */
export function documentNotes(sent: readonly Sent[], facts: TargetFacts, mask: Mask): readonly string[] {
  const notes = sent.map((each) => noteOn(each, facts, mask)).filter((note) => note !== undefined);
  return [...new Set(notes)];
}
