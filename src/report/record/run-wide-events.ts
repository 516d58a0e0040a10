/** The events of what the replies of a run have in common and should not have, made from its counts. */
import type { CodeField } from '../../spec/codes.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { ENVELOPE } from '../../spec/envelope.ts';
import { finding, type Finding } from '../../judge/finding.ts';
import type { CaseFinished, RedactedExchange, RedactedFinding } from './events.ts';
import { endpointWords, runWideEvent } from './unanswered-events.ts';
import { RUN_WIDE, RUN_WIDE_WORDS } from './run-wide-findings.ts';

/** Where replies that have something in common were seen: the first case, its exchange, how many replies, and the endpoints. */
interface Sightings {
  readonly caseId: string;
  readonly exchange: RedactedExchange;
  readonly replies: number;
  readonly endpoints: readonly EndpointId[];
}

/** How often a run-wide finding was seen. */
export interface OccurrenceTally extends Sightings {
  readonly word: string;
  readonly found: RedactedFinding;
  readonly cases: number;
}

/** How often a code field came in one form. */
export interface FormTally extends Sightings {
  readonly field: string;
  readonly form: string;
}

/** What the replies of a run have in common. */
export interface RunWideTallies {
  readonly cases: number;
  readonly replies: number;
  readonly seen: readonly OccurrenceTally[];
  /** In the order in which they were first seen. */
  readonly forms: readonly FormTally[];
}

/** The fields that have to keep to one wire form in all replies of a run (§7.1): number or name, and never digits. */
export const CODE_FIELDS = [
  'returnCode',
  'errorCode',
  'invalidMemberType',
] as const satisfies readonly CodeField[];

const PLACES = {
  returnCode: ENVELOPE.returnCode,
  errorCode: `${ENVELOPE.parameters}.${ENVELOPE.errorCode}`,
  invalidMemberType: `${ENVELOPE.invalidRequestParameters}[].${ENVELOPE.memberType}`,
} as const satisfies Record<CodeField, string>;

/** A form that is never right, whatever the others are. */
export const DIGITS = 'digits';

/** A field that does not keep to one form. */
interface MixedField {
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
function mixedFields(tallies: readonly FormTally[]): readonly MixedField[] {
  return CODE_FIELDS.flatMap(
    (field) =>
      mixedField(
        field,
        tallies.filter((each) => each.field === field),
      ) ?? [],
  );
}

type Reported = Pick<CaseFinished, 'findings' | 'exchanges'> & {
  readonly notes: readonly string[];
  readonly endpoints: ReadonlySet<EndpointId>;
};

const number = (value: number): string => value.toLocaleString('en-US');

function occurrences(seen: OccurrenceTally | undefined, all: RunWideTallies): Reported | undefined {
  if (seen === undefined) return undefined;
  const { found, caseId, exchange, cases, replies } = seen;
  const endpoints = new Set(seen.endpoints);
  return {
    findings: [{ ...found, exchange: 0 }],
    exchanges: [exchange],
    notes: [
      `seen in ${number(replies)} of ${number(all.replies)} replies, in ${number(cases)} of ${number(all.cases)} cases, first in ${caseId}`,
      endpointWords(endpoints),
    ],
    endpoints,
  };
}

type Mask = (text: string) => string;

function mixedForms({ forms }: RunWideTallies, mask: Mask): Reported | undefined {
  const mixed = mixedFields(forms);
  if (mixed.length === 0) return undefined;
  const endpoints = new Set(mixed.flatMap((field) => field.endpoints));
  let shown = -1;
  const findings = mixed.map(({ found, examples }) => {
    shown += examples.length;
    return { ...found, actual: mask(found.actual), exchange: shown };
  });
  return {
    findings,
    exchanges: mixed.flatMap(({ examples }) => examples),
    notes: [endpointWords(endpoints)],
    endpoints,
  };
}

/** An event for each kind of finding that was seen, in the order of the table; the first has this index. */
export function runWideEvents(
  tallies: RunWideTallies,
  firstIndex: number,
  mask: Mask,
): readonly CaseFinished[] {
  const reported = RUN_WIDE_WORDS.flatMap((word) => {
    const report =
      (word === 'code-forms' ? mixedForms(tallies, mask) : undefined) ??
      occurrences(
        tallies.seen.find((each) => each.word === word),
        tallies,
      );
    return report === undefined ? [] : [{ word, report }];
  });
  return reported.map(({ word, report }, at) =>
    runWideEvent(word, { ...RUN_WIDE[word], verdict: 'warn', ...report }, firstIndex + at),
  );
}
