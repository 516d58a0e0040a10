/** What the replies of a run have in common that should not be: gathered case by case, reported at the end, each as a case of its own. */
import type { CodeField } from '../../../spec/codes.ts';
import type { EndpointId } from '../../../spec/endpoints.ts';
import type { Answer, Dialect } from '../../../spec/dialect/dialect.ts';
import type { CaseFinished } from '../../../report/record/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../../report/record/redact.ts';
import type { CaseAttempt } from './case-records.ts';
import {
  CODE_FIELDS,
  DIGITS,
  type FormTally,
  type OccurrenceTally,
  runWideEvents,
  type RunWideTallies,
} from '../../../report/record/run-wide-events.ts';
import { RUN_WIDE, runWideWordOf } from '../../../report/record/run-wide-findings.ts';

/** A tally that is still counted. */
type Growing<T extends { readonly endpoints: readonly EndpointId[] }> = {
  -readonly [K in keyof T]: K extends 'endpoints' ? Set<EndpointId> : T[K];
};

const grown = <T extends { readonly endpoints: ReadonlySet<EndpointId> }>(tally: T) => ({
  ...tally,
  endpoints: [...tally.endpoints],
});

const FIELD_OF: ReadonlyMap<string, CodeField> = new Map(
  CODE_FIELDS.map((field) => [`codes.${field}`, field]),
);

/** Whether an answer says in which form a code field comes. */
export const isCodeForm = ({ question }: Pick<Answer, 'question'>): boolean => FIELD_OF.has(question);

export class RunWideRecord {
  readonly #declared: Dialect;
  readonly #redaction: Redaction;
  /** By word; each with the case in which it was seen last. */
  readonly #seen = new Map<string, { readonly tally: Growing<OccurrenceTally>; lastCase: string }>();
  /** By field and form, in the order in which they were first seen. */
  readonly #forms = new Map<string, Growing<FormTally>>();
  #cases = 0;
  #replies = 0;

  /** `declared`: what the target's file says about its choices; a code in a form against that is the case's own finding. */
  constructor(declared: Dialect, redaction: Redaction) {
    this.#declared = declared;
    this.#redaction = redaction;
  }

  /** Adds what a case sent and got. */
  add(caseId: string, attempts: readonly CaseAttempt[]): void {
    if (attempts.length > 0) this.#cases += 1;
    for (const each of attempts) {
      if (each.exchange.outcome.kind === 'reply') this.#replies += 1;
      this.#addForms(caseId, each);
      this.#addFindings(caseId, each);
    }
  }

  #addForms(caseId: string, attempt: CaseAttempt): void {
    const { endpoint } = attempt.planned.request;
    for (const { question, option: form } of attempt.judgement.evidence) {
      const field = FIELD_OF.get(question);
      if (field === undefined) continue;
      if (form !== DIGITS && this.#declared.answer(question, endpoint) !== undefined) continue;
      const key = `${field} ${form}`;
      const seen = this.#forms.get(key) ?? {
        field,
        form,
        caseId,
        exchange: this.#shown(`${field} as ${form}: ${caseId}`, attempt),
        replies: 0,
        endpoints: new Set(),
      };
      this.#forms.set(key, seen);
      seen.replies += 1;
      seen.endpoints.add(endpoint);
    }
  }

  #addFindings(caseId: string, attempt: CaseAttempt): void {
    for (const found of attempt.runWide) {
      const word = runWideWordOf(found);
      if (word === undefined) continue;
      const seen = this.#seen.get(word) ?? {
        tally: {
          word,
          found: maskFinding({ ...found, clause: RUN_WIDE[word].clause }, this.#redaction.mask),
          caseId,
          exchange: this.#shown(caseId, attempt),
          cases: 0,
          replies: 0,
          endpoints: new Set(),
        },
        lastCase: '',
      };
      this.#seen.set(word, seen);
      const { tally } = seen;
      if (seen.lastCase !== caseId) tally.cases += 1;
      seen.lastCase = caseId;
      tally.replies += 1;
      tally.endpoints.add(attempt.planned.request.endpoint);
    }
  }

  /** What is kept of a reply: a hostile one is large. */
  #shown(label: string, { exchange }: CaseAttempt): OccurrenceTally['exchange'] {
    return redactExchange({ label, exchange }, this.#redaction);
  }

  /** What was seen so far. */
  tallies(): RunWideTallies {
    return {
      cases: this.#cases,
      replies: this.#replies,
      seen: [...this.#seen.values()].map(({ tally }) => grown(tally)),
      forms: [...this.#forms.values()].map(grown),
    };
  }

  /** What was found so far, in the order of the table; the first has this index. */
  events(firstIndex: number): readonly CaseFinished[] {
    return runWideEvents(this.tallies(), firstIndex, this.#redaction.mask);
  }
}
