/** What the replies of a run have in common that should not be: gathered case by case, reported at the end, each as a case of its own. */
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Finding } from '../../judge/compare/finding.ts';
import { CodeForms } from './code-forms.ts';
import { BESIDE_SUITE, type CaseFinished, type RedactedExchange } from '../events/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../sending/redact.ts';
import type { Sent } from '../sending/send.ts';
import { THROUGHOUT, THROUGHOUT_WORDS, throughoutOf, type ThroughoutWord } from './throughout.ts';

const CHAPTER = BESIDE_SUITE.throughout;

/** One kind of finding, and where it was seen. */
interface Occurrences {
  readonly found: Finding;
  readonly caseId: string;
  /** The first reply that shows it. */
  readonly sent: Sent;
  lastCase: string;
  cases: number;
  replies: number;
  readonly endpoints: Set<EndpointId>;
}

type Reported = Pick<CaseFinished, 'findings' | 'exchanges'> & {
  readonly notes: readonly string[];
  readonly endpoints: ReadonlySet<EndpointId>;
};

const number = (value: number): string => value.toLocaleString('en-US');

function endpointWords(endpoints: ReadonlySet<EndpointId>): string {
  return endpoints.size === ENDPOINT_IDS.length
    ? 'on every endpoint'
    : `on ${ENDPOINT_IDS.filter((id) => endpoints.has(id)).join(', ')}`;
}

export class ThroughoutRecord {
  readonly #redaction: Redaction;
  readonly #forms: CodeForms;
  readonly #seen = new Map<ThroughoutWord, Occurrences>();
  #cases = 0;
  #replies = 0;

  /** `declared`: what the target's file says of its choices. */
  constructor(declared: Dialect, redaction: Redaction) {
    this.#forms = new CodeForms(declared);
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
      found,
      caseId,
      sent,
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

  /** What was found so far, in the order of the table; the first has this index. */
  events(firstIndex: number): readonly CaseFinished[] {
    const reported = THROUGHOUT_WORDS.flatMap((word) => {
      const report = (word === 'code-forms' ? this.#mixedForms() : undefined) ?? this.#occurrences(word);
      return report === undefined ? [] : [{ word, report }];
    });
    return reported.map(({ word, report }, at) => eventOf(word, report, firstIndex + at));
  }

  #exchange(label: string, { exchange }: Sent): RedactedExchange {
    return redactExchange({ label, exchange }, this.#redaction);
  }

  #occurrences(word: ThroughoutWord): Reported | undefined {
    const seen = this.#seen.get(word);
    if (seen === undefined) return undefined;
    const { found, caseId, sent, cases, replies, endpoints } = seen;
    return {
      findings: [{ ...maskFinding(found, this.#redaction.mask), exchange: 0 }],
      exchanges: [this.#exchange(caseId, sent)],
      notes: [
        `seen in ${number(replies)} of ${number(this.#replies)} replies, in ${number(cases)} of ${number(this.#cases)} cases, first in ${caseId}`,
        endpointWords(endpoints),
      ],
      endpoints,
    };
  }

  #mixedForms(): Reported | undefined {
    const mixed = this.#forms.mixed();
    if (mixed.length === 0) return undefined;
    const endpoints = new Set(mixed.flatMap((field) => field.endpoints));
    const examples = mixed.flatMap((field) => field.examples);
    let shown = -1;
    const findings = mixed.map((field) => {
      shown += field.examples.length;
      return { ...maskFinding(field.found, this.#redaction.mask), exchange: shown };
    });
    return {
      findings,
      exchanges: examples.map(({ label, sent }) => this.#exchange(label, sent)),
      notes: [endpointWords(endpoints)],
      endpoints,
    };
  }
}

function eventOf(
  word: ThroughoutWord,
  { findings, exchanges, notes, endpoints }: Reported,
  index: number,
): CaseFinished {
  const { title, clause } = THROUGHOUT[word];
  const places = ENDPOINT_IDS.filter((id) => endpoints.has(id));
  return {
    kind: 'case-finished',
    case: {
      id: `${CHAPTER}/${word}`,
      title,
      clauses: [clause],
      endpoint: places[0] ?? (ENDPOINT_IDS[0] as EndpointId),
      endpoints: places,
      file: '',
      line: 0,
      chapter: CHAPTER,
      index,
    },
    verdict: 'warn',
    ms: 0,
    findings,
    reason: '',
    notes,
    exchanges,
    decided: [],
  };
}
