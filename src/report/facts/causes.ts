/** Findings grouped by cause: one group for each clause that is broken in one way, or for several whose replies have the same wrong tags, with the case that shows it best. */
import type { Level } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { bucketKey, FINDING_KINDS, type FindingKind } from '../../judge/finding.ts';
import type { CaseFinished, RedactedExchange, RedactedFinding } from '../record/events.ts';
import { endpointsOfCase } from '../record/case-evidence.ts';
import { grouped } from '../../base/text/grouping.ts';
import { shortened } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';

export interface Cause {
  /** The clause of the example. */
  readonly clause: ClauseId;
  /** Other clauses that the same wrong tags break. */
  readonly otherClauses: readonly ClauseId[];
  readonly kind: FindingKind;
  /** What is wrong in words, by the finding of the example. */
  readonly words: string;
  readonly level: Level;
  /** In the order of the suite. */
  readonly cases: readonly CaseFinished[];
  readonly endpoints: readonly EndpointId[];
  readonly example: CaseFinished;
  /** The finding of the example. */
  readonly finding: RedactedFinding;
}

const VALUE_IN_WORDS = 80;

/** What is wrong in words: `answered Ok, expected OperationNotAllow (-2)`, `the Content-Type is not JSON`. */
export const findingWords = ({ kind, expected, actual }: RedactedFinding): string =>
  kind === 'wrong-outcome'
    ? `answered ${visibleLine(shortened(actual, VALUE_IN_WORDS))}, expected ${visibleLine(shortened(expected, VALUE_IN_WORDS))}`
    : FINDING_KINDS[kind];

interface Observation {
  readonly event: CaseFinished;
  readonly finding: RedactedFinding;
}

const SHAKY = { always: 0, 'not-tried': 1, 'in-company': 2, sometimes: 3 } as const;

/** Whether a request has each header once, and no bytes that a shell writes as escapes. */
function isPlainRequest({ request: { headers }, curl }: RedactedExchange): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  return new Set(names).size === names.length && !curl.includes("$'");
}

/**
 * How badly a case serves as the example: one that failed again and shows its exchange is best, then one with little to
 * explain, one that is about the clause, a plain request, a short title (two things are seldom wrong with it), a single request, and a small one.
 */
function poverty({ event, finding }: Observation): readonly number[] {
  const shown = event.exchanges[finding.exchange ?? -1];
  return [
    SHAKY[event.confirmation ?? 'not-tried'],
    finding.exchange === undefined ? 1 : 0,
    event.findings.length,
    event.notes?.length ?? 0,
    event.case.clauses.includes(finding.clause) ? 0 : 1,
    shown === undefined || isPlainRequest(shown) ? 0 : 1,
    event.case.title.length,
    shown === undefined || shown.step === '' ? 0 : 1,
    shown?.curl.length ?? 0,
    event.case.index,
  ];
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The example shows the clause of the most cases. */
function causeOf(sightings: readonly Observation[]): readonly Cause[] {
  const byClause = [...grouped(sightings, (each) => each.finding.clause)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const [best] = (byClause[0]?.[1] ?? []).toSorted((a, b) => compareLists(poverty(a), poverty(b)));
  if (best === undefined) return [];
  const { event: example, finding } = best;
  const cases = [...new Set(sightings.map(({ event }) => event))];
  const { clause, kind, level } = finding;
  return [
    {
      clause,
      otherClauses: byClause.slice(1).map(([other]) => other),
      kind,
      words: findingWords(finding),
      level,
      cases: cases.toSorted((a, b) => a.case.index - b.case.index),
      endpoints: [...new Set(cases.flatMap((each) => endpointsOfCase(each.case)))],
      example,
      finding,
    },
  ];
}

const observationKey = ({ finding }: Observation): string => bucketKey(finding);

/** What the wrong tags of a reply are; undefined for any other finding. */
const wrongTags = ({ finding: { kind, level, expected, actual } }: Observation): string | undefined =>
  kind === 'wrong-tags' ? JSON.stringify([level, expected, actual]) : undefined;

/**
 * The groups, those with the same wrong tags as one: where a target file is out of date for one subject, each clause whose
 * cases ask for it is broken, and all of them by one cause.
 */
function joinedByTags(groups: Iterable<readonly Observation[]>): readonly (readonly Observation[])[] {
  let joined: readonly { readonly tags: ReadonlySet<string>; readonly group: readonly Observation[] }[] = [];
  for (const group of groups) {
    const tags = new Set(group.flatMap((each) => wrongTags(each) ?? []));
    const same = joined.filter((each) => [...tags].some((one) => each.tags.has(one)));
    const all = [...same, { tags, group }];
    joined = [
      ...joined.filter((each) => !same.includes(each)),
      {
        tags: new Set(all.flatMap((each) => [...each.tags])),
        group: all.flatMap((each) => each.group),
      },
    ];
  }
  return joined.map(({ group }) => group);
}

/**
 * The causes: first one that explains the failures of other cases, with all of these; then musts, then those with the most cases, then in the order of the suite, whatever order the cases come in. A case
 * counts for its first finding, which names the cause; what is never the first finding of a case has a group of its own, so that no broken clause is left out.
 */
export function causesOf(finished: readonly CaseFinished[]): readonly Cause[] {
  const ids = new Set(finished.map((each) => each.case.id));
  const isFollowing = ({ follows = '' }: CaseFinished): boolean => ids.has(follows);
  const causes = causesAlone(finished.filter((each) => !isFollowing(each)));
  const following = grouped(finished.filter(isFollowing), ({ follows }) => follows);
  if (following.size === 0) return causes;
  const explaining = causes.filter(({ example }) => following.has(example.case.id));
  return [
    ...explaining.map((cause) => withFollowing(cause, following.get(cause.example.case.id) ?? [])),
    ...causes.filter((cause) => !explaining.includes(cause)),
  ];
}

/** A cause with the cases that fail for it, whatever they break. */
function withFollowing(cause: Cause, following: readonly CaseFinished[]): Cause {
  const clauses = following.flatMap(({ findings: [first] }) => first?.clause ?? []);
  return {
    ...cause,
    otherClauses: [...new Set([...cause.otherClauses, ...clauses])].filter((each) => each !== cause.clause),
    cases: [...cause.cases, ...following].toSorted((a, b) => a.case.index - b.case.index),
    endpoints: [...new Set([...cause.endpoints, ...following.flatMap((each) => endpointsOfCase(each.case))])],
  };
}

function causesAlone(finished: readonly CaseFinished[]): readonly Cause[] {
  const cases = finished.toSorted((a, b) => a.case.index - b.case.index);
  const first = cases.flatMap((event) => event.findings.slice(0, 1).map((finding) => ({ event, finding })));
  const known = new Set(first.map(observationKey));
  const further = cases
    .flatMap((event) => event.findings.slice(1).map((finding) => ({ event, finding })))
    .filter((observation) => !known.has(observationKey(observation)));
  return joinedByTags(grouped([...first, ...further], observationKey).values())
    .flatMap(causeOf)
    .sort(
      (a, b) =>
        Number(a.level === 'should') - Number(b.level === 'should') ||
        b.cases.length - a.cases.length ||
        (a.cases[0]?.case.index ?? 0) - (b.cases[0]?.case.index ?? 0),
    );
}
