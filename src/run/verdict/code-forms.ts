/** Whether each code field keeps to one wire form in all replies of a run (§7.1): number or name, and never digits. */
import type { CodeField } from '../../contract/codes.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import { ENVELOPE } from '../../contract/envelope.ts';
import type { Answer, Dialect } from '../../dialect/dialect.ts';
import { finding, type Finding } from '../../judge/compare/finding.ts';
import type { FormTally, RedactedExchange } from '../../engine/events.ts';
import type { Sent } from './sent.ts';

const FIELDS = ['returnCode', 'errorCode', 'invalidMemberType'] as const satisfies readonly CodeField[];

const PLACES = {
  returnCode: ENVELOPE.returnCode,
  errorCode: `${ENVELOPE.parameters}.${ENVELOPE.errorCode}`,
  invalidMemberType: `${ENVELOPE.invalidRequestParameters}[].${ENVELOPE.memberType}`,
} as const satisfies Record<CodeField, string>;

const FIELD_OF: ReadonlyMap<string, CodeField> = new Map(FIELDS.map((field) => [`codes.${field}`, field]));

/** Whether an answer says in which form a code field comes. */
export const isCodeForm = ({ question }: Pick<Answer, 'question'>): boolean => FIELD_OF.has(question);

/** A form that is never right, whatever the others are. */
const DIGITS = 'digits';

/** One form of one field, and where it was seen. */
interface SeenForm {
  readonly field: CodeField;
  readonly form: string;
  readonly caseId: string;
  /** The first reply with it. */
  readonly exchange: RedactedExchange;
  replies: number;
  readonly endpoints: Set<EndpointId>;
}

/** A field that does not keep to one form. */
export interface MixedField {
  readonly found: Finding;
  /** The first reply with each form, the most frequent form first; the last one shows the finding. */
  readonly examples: readonly RedactedExchange[];
  /** Where another form than the most frequent one was seen. */
  readonly endpoints: readonly EndpointId[];
}

const count = (replies: number): string =>
  `${replies.toLocaleString('en-US')} ${replies === 1 ? 'reply' : 'replies'}`;

function mixedField(field: CodeField, seen: readonly FormTally[]): MixedField | undefined {
  const forms = seen.toSorted((a, b) => b.replies - a.replies);
  const [main] = forms;
  if (main === undefined || (forms.length === 1 && main.form !== DIGITS)) return undefined;
  const odd = forms.filter((each) => each !== main || each.form === DIGITS);
  const shown = forms.map(({ form, replies, caseId }) => `${form} in ${count(replies)}, first in ${caseId}`);
  return {
    found: finding(
      'discouraged',
      '7.1/form',
      PLACES[field],
      `${field} in one form, number or name`,
      shown.join('; '),
    ),
    examples: forms.map(({ exchange }) => exchange),
    endpoints: [...new Set(odd.flatMap(({ endpoints }) => endpoints))],
  };
}

/** The fields that do not keep to one form. */
export function mixedFields(tallies: readonly FormTally[]): readonly MixedField[] {
  return FIELDS.flatMap(
    (field) =>
      mixedField(
        field,
        tallies.filter((each) => each.field === field),
      ) ?? [],
  );
}

/** The forms of a run's replies, as their judgements show them. */
export class CodeForms {
  readonly #declared: Dialect;
  readonly #shown: (label: string, sent: Sent) => RedactedExchange;
  readonly #seen = new Map<string, SeenForm>();

  /** `declared`: what the target's file says about its choices; a reply against that is the case's own finding. */
  constructor(declared: Dialect, shown: (label: string, sent: Sent) => RedactedExchange) {
    this.#declared = declared;
    this.#shown = shown;
  }

  add(caseId: string, sent: Sent): void {
    const { endpoint } = sent.planned.request;
    for (const { question, option } of sent.judgement.evidence) {
      const field = FIELD_OF.get(question);
      if (field === undefined) continue;
      if (option !== DIGITS && this.#declared.answer(question, endpoint) !== undefined) continue;
      this.#note(field, option, caseId, sent);
    }
  }

  #note(field: CodeField, form: string, caseId: string, sent: Sent): void {
    const key = `${field} ${form}`;
    const seen = this.#seen.get(key) ?? {
      field,
      form,
      caseId,
      exchange: this.#shown(`${field} as ${form}: ${caseId}`, sent),
      replies: 0,
      endpoints: new Set(),
    };
    this.#seen.set(key, seen);
    seen.replies += 1;
    seen.endpoints.add(sent.planned.request.endpoint);
  }

  /** Every form of every field, in the order in which they were first seen. */
  tallies(): readonly FormTally[] {
    return [...this.#seen.values()].map((seen) => ({ ...seen, endpoints: [...seen.endpoints] }));
  }
}

/** What to believe about a backend's choices from the evidence of a run. */

/**
 * The answers on which all evidence agrees; what was answered in two ways stays open. So does the form of codes: a form that
 * changes is reported once for the whole run.
 */
export function agreed(evidence: readonly Answer[]): readonly Answer[] {
  const found = new Map<string, Answer | undefined>();
  for (const answer of evidence.filter((each) => !isCodeForm(each))) {
    const slot = `${answer.question}@${answer.at}`;
    const before = found.get(slot);
    found.set(slot, !found.has(slot) || before?.option === answer.option ? answer : undefined);
  }
  return [...found.values()].filter((answer) => answer !== undefined);
}
