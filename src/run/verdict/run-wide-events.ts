/** The events of findings that concern every reply, made from the counts of one run or of its shards. */
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import {
  BESIDE_SUITE,
  type CaseFinished,
  type OccurrenceTally,
  type ThroughoutTallies,
} from '../../engine/events.ts';
import { endpointWords } from '../../engine/unanswered-events.ts';
import { mixedFields } from './code-forms.ts';
import { THROUGHOUT, THROUGHOUT_WORDS, type ThroughoutWord } from './run-wide-findings.ts';

const CHAPTER = BESIDE_SUITE.throughout;

type Reported = Pick<CaseFinished, 'findings' | 'exchanges'> & {
  readonly notes: readonly string[];
  readonly endpoints: ReadonlySet<EndpointId>;
};

const number = (value: number): string => value.toLocaleString('en-US');

function occurrences(seen: OccurrenceTally | undefined, all: ThroughoutTallies): Reported | undefined {
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

function mixedForms({ forms }: ThroughoutTallies, mask: Mask): Reported | undefined {
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
export function throughoutEvents(
  tallies: ThroughoutTallies,
  firstIndex: number,
  mask: Mask = (text) => text,
): readonly CaseFinished[] {
  const reported = THROUGHOUT_WORDS.flatMap((word) => {
    const report =
      (word === 'code-forms' ? mixedForms(tallies, mask) : undefined) ??
      occurrences(
        tallies.seen.find((each) => each.word === word),
        tallies,
      );
    return report === undefined ? [] : [{ word, report }];
  });
  return reported.map(({ word, report }, at) => eventOf(word, report, firstIndex + at));
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
