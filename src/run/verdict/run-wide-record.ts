/** What the replies of a run have in common that should not be: gathered case by case, reported at the end, each as a case of its own. */
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Finding } from '../../judge/compare/finding.ts';
import { CodeForms } from './code-forms.ts';
import type { CaseFinished, RedactedExchange, ThroughoutTallies } from '../../engine/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../engine/redact.ts';
import type { Sent } from './sent.ts';
import { throughoutEvents } from './run-wide-events.ts';
import { THROUGHOUT, throughoutOf, type ThroughoutWord } from './run-wide-findings.ts';

/** One kind of finding, and where it was seen. */
interface Occurrences {
  readonly found: Finding;
  readonly caseId: string;
  /** The first reply that shows it. */
  readonly exchange: RedactedExchange;
  lastCase: string;
  cases: number;
  replies: number;
  readonly endpoints: Set<EndpointId>;
}

export class ThroughoutRecord {
  readonly #redaction: Redaction;
  readonly #forms: CodeForms;
  readonly #seen = new Map<ThroughoutWord, Occurrences>();
  #cases = 0;
  #replies = 0;

  /** `declared`: what the target's file says about its choices. */
  constructor(declared: Dialect, redaction: Redaction) {
    this.#forms = new CodeForms(declared, (label, sent) => this.#shown(label, sent));
    this.#redaction = redaction;
  }

  /** Adds what a case sent and got. */
  add(caseId: string, sent: readonly Sent[]): void {
    if (sent.length > 0) this.#cases += 1;
    for (const each of sent) {
      if (each.exchange.outcome.kind === 'reply') this.#replies += 1;
      this.#forms.add(caseId, each);
      for (const found of each.throughout) this.#note(found, caseId, each);
    }
  }

  #note(found: Finding, caseId: string, sent: Sent): void {
    const word = throughoutOf(found);
    if (word === undefined) return;
    const seen: Occurrences = this.#seen.get(word) ?? {
      found: { ...found, clause: THROUGHOUT[word].clause },
      caseId,
      exchange: this.#shown(caseId, sent),
      lastCase: '',
      cases: 0,
      replies: 0,
      endpoints: new Set(),
    };
    this.#seen.set(word, seen);
    if (seen.lastCase !== caseId) seen.cases += 1;
    seen.lastCase = caseId;
    seen.replies += 1;
    seen.endpoints.add(sent.planned.request.endpoint);
  }

  /** What is kept of a reply: a hostile one is large. */
  #shown(label: string, { exchange }: Sent): RedactedExchange {
    return redactExchange({ label, exchange }, this.#redaction);
  }

  /** What was seen so far. */
  tallies(): ThroughoutTallies {
    return {
      cases: this.#cases,
      replies: this.#replies,
      seen: [...this.#seen].map(([word, { found, caseId, exchange, cases, replies, endpoints }]) => ({
        word,
        found: maskFinding(found, this.#redaction.mask),
        caseId,
        exchange,
        cases,
        replies,
        endpoints: [...endpoints],
      })),
      forms: this.#forms.tallies(),
    };
  }

  /** What was found so far, in the order of the table; the first has this index. */
  events(firstIndex: number): readonly CaseFinished[] {
    return throughoutEvents(this.tallies(), firstIndex, this.#redaction.mask);
  }
}
