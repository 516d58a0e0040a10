/** What the replies of a run have in common that should not be: gathered case by case, reported at the end, each as a case of its own. */
import type { CodeField } from '../../spec/codes.ts';
import { ENVELOPE } from '../../spec/envelope.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { Answer, Dialect } from '../../spec/dialect/dialect.ts';
import { digits } from '../../base/text/quantities.ts';
import type { Exchange } from '../../http/exchange.ts';
import { finding, type Finding } from '../../judge/finding.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { keptToShow, maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import {
  RUN_WIDE,
  RUN_WIDE_WORDS,
  runWideWordOf,
  type RunWideWord,
} from '../../report/record/run-wide-findings.ts';
import { endpointWords, runWideEvent } from '../../report/record/unanswered-events.ts';
import type { CaseAttempt } from './verdict/case-records.ts';

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
interface Sighting {
  readonly firstCase: string;
  /** Cut: a hostile reply is large. */
  readonly exchange: Exchange;
  readonly cases: Set<string>;
  readonly endpoints: Set<EndpointId>;
  replies: number;
}

/** Counts one more sighting; undefined: it is the first one. */
function sighted(before: Sighting | undefined, caseId: string, { planned, exchange }: CaseAttempt): Sighting {
  const { endpoint } = planned.request;
  if (before === undefined)
    return {
      firstCase: caseId,
      exchange: keptToShow(exchange),
      cases: new Set([caseId]),
      endpoints: new Set([endpoint]),
      replies: 1,
    };
  before.replies += 1;
  before.cases.add(caseId);
  before.endpoints.add(endpoint);
  return before;
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
    for (const attempt of attempts) {
      const { exchange, judgement, planned, runWide } = attempt;
      if (exchange.outcome.kind === 'reply') this.#replies += 1;
      for (const { question, option: form } of judgement.evidence) {
        if (!CODE_FIELDS.has(question)) continue;
        const isDeclared = this.#declared.answer(question, planned.request.endpoint) !== undefined;
        if (isDeclared && form !== DIGITS_FORM) continue;
        const forms = this.#forms.get(question) ?? new Map<string, Sighting>();
        this.#forms.set(question, forms.set(form, sighted(forms.get(form), caseId, attempt)));
      }
      for (const found of runWide) {
        const word = runWideWordOf(found);
        if (word === undefined) continue;
        const known = this.#found.get(word);
        this.#found.set(word, {
          found: known?.found ?? found,
          seen: sighted(known?.seen, caseId, attempt),
        });
      }
    }
  }

  /** What was found so far, an event a word, in the order of the table; the first has this index. */
  events(firstIndex: number): readonly CaseFinished[] {
    const mixed = this.#mixedForms();
    const events: CaseFinished[] = [];
    for (const word of RUN_WIDE_WORDS) {
      const known = this.#found.get(word);
      const report = (word === 'code-forms' ? mixed : undefined) ?? (known && this.#occurrences(word, known));
      if (report === undefined) continue;
      const { shown, ...rest } = report;
      const exchanges = shown.map((each) => redactExchange(each, this.#redaction));
      const row = { ...RUN_WIDE[word], verdict: 'warn', ...rest, exchanges } as const;
      events.push(runWideEvent(word, row, firstIndex + events.length));
    }
    return events;
  }

  #occurrences(
    word: RunWideWord,
    { found, seen }: { readonly found: Finding; readonly seen: Sighting },
  ): WordReport {
    const { firstCase, exchange, replies, cases, endpoints } = seen;
    const masked = maskFinding({ ...found, clause: RUN_WIDE[word].clause }, this.#redaction.mask);
    return {
      findings: [{ ...masked, exchange: 0 }],
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
    const mixed = [...CODE_FIELDS].filter(([question]) => {
      const forms = this.#forms.get(question);
      return forms !== undefined && (forms.size > 1 || forms.has(DIGITS_FORM));
    });
    if (mixed.length === 0) return undefined;
    const fields = mixed.map(([question, { field, at }]) => {
      const forms = [...(this.#forms.get(question) ?? [])].toSorted(([, a], [, b]) => b.replies - a.replies);
      const [main] = forms;
      return { field, at, forms, odd: forms.filter((each) => each !== main || each[0] === DIGITS_FORM) };
    });
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
