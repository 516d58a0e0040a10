/** What the replies of a run have in common that should not be: gathered case by case, reported at the end, each as a case of its own. */
import type { CodeField } from '../../../spec/codes.ts';
import { ENVELOPE } from '../../../spec/envelope.ts';
import type { EndpointId } from '../../../spec/endpoints.ts';
import type { Answer, Dialect } from '../../../spec/dialect/dialect.ts';
import { digits } from '../../../base/text/quantities.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { finding, type Finding } from '../../../judge/finding.ts';
import type { CaseFinished } from '../../../report/record/events.ts';
import { keptToShow, maskFinding, redactExchange, type Redaction } from '../../../report/record/redact.ts';
import {
  RUN_WIDE,
  RUN_WIDE_WORDS,
  runWideWordOf,
  type RunWideWord,
} from '../../../report/record/run-wide-findings.ts';
import { endpointWords, runWideEvent } from '../../../report/record/unanswered-events.ts';
import type { CaseAttempt } from './case-records.ts';

/** The fields that have to keep to one wire form in all replies of a run (§7.1): number or name, and never digits. */
const CODE_FIELDS: ReadonlyMap<string, { readonly field: CodeField; readonly at: string }> = new Map([
  ['codes.returnCode', { field: 'returnCode', at: ENVELOPE.returnCode }],
  ['codes.errorCode', { field: 'errorCode', at: `${ENVELOPE.parameters}.${ENVELOPE.errorCode}` }],
  [
    'codes.invalidMemberType',
    {
      field: 'invalidMemberType',
      at: `${ENVELOPE.invalidRequestParameters}[].${ENVELOPE.memberType}`,
    },
  ],
]);

/** A form that is never right, whatever the others are. */
const DIGITS_FORM = 'digits';

/** Whether an answer says in which form a code field comes. */
export const isCodeForm = ({ question }: Pick<Answer, 'question'>): boolean => CODE_FIELDS.has(question);

/** What several replies share: the first case that shows it with its exchange, and how often it was seen. */
class Sighting {
  readonly cases = new Set<string>();
  readonly endpoints = new Set<EndpointId>();
  /** Cut: a hostile reply is large. */
  readonly exchange: Exchange;
  readonly firstCase: string;
  replies = 0;

  constructor(firstCase: string, exchange: Exchange) {
    this.firstCase = firstCase;
    this.exchange = keptToShow(exchange);
  }

  count(caseId: string, { planned }: CaseAttempt): void {
    this.replies += 1;
    this.cases.add(caseId);
    this.endpoints.add(planned.request.endpoint);
  }
}

/** What is reported of one word; a finding points at its exchange by its place. */
interface WordReport {
  readonly findings: CaseFinished['findings'];
  readonly shown: readonly { readonly label: string; readonly exchange: Exchange }[];
  readonly notes: readonly string[];
  readonly endpoints: ReadonlySet<EndpointId>;
}

export class RunWideRecord {
  readonly #declared: Dialect;
  readonly #redaction: Redaction;
  readonly #found = new Map<RunWideWord, { readonly found: Finding; readonly seen: Sighting }>();
  /** By question, then by the form of the field, in the order in which they were first seen. */
  readonly #forms = new Map<string, Map<string, Sighting>>();
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
      if (!CODE_FIELDS.has(question)) continue;
      if (form !== DIGITS_FORM && this.#declared.answer(question, endpoint) !== undefined) continue;
      const forms = this.#forms.get(question) ?? new Map<string, Sighting>();
      this.#forms.set(question, forms);
      const seen = forms.get(form) ?? new Sighting(caseId, attempt.exchange);
      forms.set(form, seen);
      seen.count(caseId, attempt);
    }
  }

  #addFindings(caseId: string, attempt: CaseAttempt): void {
    for (const found of attempt.runWide) {
      const word = runWideWordOf(found);
      if (word === undefined) continue;
      const known = this.#found.get(word) ?? { found, seen: new Sighting(caseId, attempt.exchange) };
      this.#found.set(word, known);
      known.seen.count(caseId, attempt);
    }
  }

  /** What was found so far, an event a word, in the order of the table; the first has this index. */
  events(firstIndex: number): readonly CaseFinished[] {
    const reported = RUN_WIDE_WORDS.flatMap((word) => {
      const report = (word === 'code-forms' ? this.#mixedForms() : undefined) ?? this.#occurrences(word);
      return report === undefined ? [] : [{ word, report }];
    });
    return reported.map(({ word, report: { shown, ...report } }, at) => {
      const exchanges = shown.map((each) => redactExchange(each, this.#redaction));
      return runWideEvent(
        word,
        { ...RUN_WIDE[word], verdict: 'warn', ...report, exchanges },
        firstIndex + at,
      );
    });
  }

  #occurrences(word: RunWideWord): WordReport | undefined {
    const known = this.#found.get(word);
    if (known === undefined) return undefined;
    const { firstCase, exchange, replies, cases, endpoints } = known.seen;
    const found = maskFinding({ ...known.found, clause: RUN_WIDE[word].clause }, this.#redaction.mask);
    return {
      findings: [{ ...found, exchange: 0 }],
      shown: [{ label: firstCase, exchange }],
      notes: [
        `seen in ${digits(replies)} of ${digits(this.#replies)} replies, in ${digits(cases.size)} of ${digits(this.#cases)} cases, first in ${firstCase}`,
        endpointWords(endpoints),
      ],
      endpoints,
    };
  }

  /** The code fields that don't keep to one form, as one report. */
  #mixedForms(): WordReport | undefined {
    const fields = [...CODE_FIELDS].flatMap(([question, { field, at }]) => {
      const forms = [...(this.#forms.get(question) ?? [])].toSorted(([, a], [, b]) => b.replies - a.replies);
      const [main] = forms;
      if (main === undefined || (forms.length === 1 && main[0] !== DIGITS_FORM)) return [];
      return [{ field, at, forms, odd: forms.filter((each) => each !== main || each[0] === DIGITS_FORM) }];
    });
    if (fields.length === 0) return undefined;
    const endpoints = new Set(fields.flatMap(({ odd }) => odd.flatMap(([, seen]) => [...seen.endpoints])));
    let shown = -1;
    const findings = fields.map(({ field, at, forms }) => {
      const words = forms.map(
        ([form, { replies, firstCase }]) =>
          `${form} in ${digits(replies)} ${replies === 1 ? 'reply' : 'replies'}, first in ${firstCase}`,
      );
      const expected = `${field} in one form, number or name`;
      // The reply with the rarest form, the last one of the field, shows it.
      shown += forms.length;
      const found = finding('discouraged', '7.1/form', at, expected, words.join('; '));
      return { ...maskFinding(found, this.#redaction.mask), exchange: shown };
    });
    return {
      findings,
      shown: fields.flatMap(({ field, forms }) =>
        forms.map(([form, { firstCase, exchange }]) => ({
          label: `${field} as ${form}: ${firstCase}`,
          exchange,
        })),
      ),
      notes: [endpointWords(endpoints)],
      endpoints,
    };
  }
}
