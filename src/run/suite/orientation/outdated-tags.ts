/** Tags that every reading contradicts: reported once for each subject, with the hint that the file may be out of date. */
import { endpointOf, RESOURCE_FACTS } from '../../../spec/endpoints.ts';
import { tagFindings } from '../../../judge/compare/match-tags.ts';
import { showTags } from '../../../judge/show.ts';
import type { Instance } from '../../../cases/format/instance.ts';
import { caseWithoutSuite, SYNTHETIC_CHAPTERS, type CaseFinished } from '../../../report/record/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../../report/record/redact.ts';
import type { Inquiry } from './inquiry.ts';
import type { TagsFact } from './learned.ts';
import type { Oriented, PlaceOf } from './orientation.ts';

/** The clause that wrong tags break (§4.5.2). */
const CLAUSE = '4.5.2/tags';

/** Whether a case of the shipped suite checks the tags of subjects: where none is selected, they are not reported. */
export const checksTags = ({ from: { shipped, written } }: Instance): boolean =>
  shipped && written.clauses.includes(CLAUSE);

function noteOn({ against = [], tags, evidence }: TagsFact, readings: readonly Inquiry[]): string {
  const variants = [...new Set(readings.map(({ asked }) => asked.endpoint.variant))].join(', ');
  const count = `${evidence.length} requests (${variants})`;
  return `the file says ${showTags(against)}, the backend has answered ${showTags(tags)} in ${count}: is the file out of date?`;
}

function eventOf(
  fact: TagsFact,
  readings: readonly Inquiry[],
  redaction: Redaction,
  placeOf: PlaceOf,
  index: number,
): CaseFinished | undefined {
  const [first] = readings;
  if (first === undefined) return undefined;
  const { resource, game, id, against = [], tags } = fact;
  const endpoints = [...new Set(readings.map(({ asked }) => asked.endpoint.id))];
  const endpoint = endpointOf(first.asked.endpoint.id).id;
  const [file = '', line = '0'] =
    placeOf({ list: 'subjects', resource, game, id })?.split(/:(?=\d+:\d+$)/) ?? [];
  const expected = { kind: 'tags', tags: against, match: 'exactly' } as const;
  return caseWithoutSuite(
    {
      id: `${SYNTHETIC_CHAPTERS.orientation}/tags-of-${id}@${endpoint}`,
      title: `the ${RESOURCE_FACTS[resource].word} ${id} has the tags that the file declares`,
      chapter: SYNTHETIC_CHAPTERS.orientation,
      clauses: [CLAUSE],
      endpoint,
      endpoints,
      file,
      line: Number(line.split(':')[0]),
      index,
    },
    {
      verdict: 'fail',
      findings: tagFindings(expected, tags, CLAUSE).map((found) => ({
        ...maskFinding(found, redaction.mask),
        exchange: 0,
      })),
      notes: [redaction.mask(noteOn(fact, readings)), 'all other cases expect the tags that were answered'],
      exchanges: [redactExchange({ label: '', exchange: first.exchange }, redaction)],
    },
  );
}

/** One failed case for each subject whose declared tags no reading confirms. */
export function outdatedTags(
  { facts, inquiries }: Oriented,
  redaction: Redaction,
  placeOf: PlaceOf,
  firstIndex: number,
): readonly CaseFinished[] {
  const against = facts.filter((fact) => fact.kind === 'tags').filter((fact) => fact.against !== undefined);
  return against.flatMap((fact, at) => {
    const readings = inquiries.filter(
      ({ name, asked: { subject } }) =>
        fact.evidence.includes(name) && subject.id === fact.id && subject.game === fact.game,
    );
    return eventOf(fact, readings, redaction, placeOf, firstIndex + at) ?? [];
  });
}
