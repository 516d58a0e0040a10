/** From the rulebook to Allowed: Ok and not-found only where no ruling is sure, refusals from every ruling. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { and, contradicts, keyOfConditions, type When } from '../../spec/dialect/questions.ts';
import { membersOf } from '../../spec/members.ts';
import { membersSent, tagKeysSent, type Call } from '../rules/call.ts';
import { rulingsOn } from '../rules/rulebook.ts';
import { isSure, type AnyRefusal, type Facts, type Ruling } from '../rules/ruling.ts';
import { subjectOf } from '../rules/subject-of.ts';
import { tagChoices } from '../rules/tag-keys.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';
import type { Allowed, AllowedOutcome, Strictness } from './allowed.ts';

/** One way in which a backend may read a request; most requests have one. */
export interface RequestReading {
  readonly call: Call;
  readonly when: readonly When[];
}

const ONE_WAY: readonly (readonly When[])[] = [[]];

const assumptionSetsOf = ({ alternatives }: Ruling): readonly (readonly When[])[] =>
  alternatives.filter(({ refusal }) => refusal === undefined).map((alternative) => alternative.when);

/** Every set of conditions on which all rulings hold; empty where one is sure. */
function assumptionSetsThrough(rulings: readonly Ruling[]): readonly (readonly When[])[] {
  if (rulings.length === 0) return ONE_WAY;
  if (rulings.some(isSure)) return [];
  return rulings.reduce<readonly (readonly When[])[]>((assumptionSets, ruling) => {
    const next = assumptionSets
      .flatMap((assumptions) => assumptionSetsOf(ruling).map((more) => and(assumptions, more)))
      .filter((assumptions) => !contradicts(assumptions));
    return next.length < 2
      ? next
      : [...new Map(next.map((assumptions) => [keyOfConditions(assumptions), assumptions])).values()];
  }, ONE_WAY);
}

const notFoundOf = ({ endpoint }: Call): AllowedOutcome => ({
  expected: { kind: 'not-found', resource: endpoint.resource },
  when: [],
  clause: '7.4.2/not-found',
});
const shapeOnly: AllowedOutcome = {
  expected: { kind: 'tags', tags: UNKNOWN, match: 'exactly' },
  when: [],
  clause: '4.5.2/tags',
};

/** Whether the request has a member of the backend's own, whose value may say which tags come: a filter, or how many. Null asks for nothing. */
function mayNarrow(call: Call, { extensions }: Facts): boolean {
  const sent = membersSent(call);
  return membersOf(call.endpoint.id, extensions).some(
    ({ says, member }) => says === 'own' && (sent.get(member) ?? null) !== null,
  );
}

function tagOutcomes(call: Call, subject: Subject, facts: Facts): readonly AllowedOutcome[] {
  const { tags } = subject;
  if (tags === UNKNOWN) return [shapeOnly];
  const narrowed = mayNarrow(call, facts);
  return tagChoices(tags, tagKeysSent(call)).map((choice) => ({
    expected: { kind: 'tags', tags: choice.tags, match: narrowed ? 'some of' : choice.match },
    when: choice.when,
    clause: '4.5.2/tags',
  }));
}

/** What is right once nothing refuses the call. */
function unrefusedOutcomes(call: Call, facts: Facts): readonly AllowedOutcome[] {
  const subject = subjectOf(call, facts.world);
  if (subject.is === 'present') return tagOutcomes(call, subject.value, facts);
  return subject.is === 'absent' ? [notFoundOf(call)] : [shapeOnly, notFoundOf(call)];
}

/** The outcome, where these conditions hold, too. */
const onCondition = (conditions: readonly When[], outcome: AllowedOutcome): AllowedOutcome =>
  conditions.length === 0 ? outcome : { ...outcome, when: and(conditions, outcome.when) };

/** What may be listed only with another entry is not a failing member of its own. */
function refusalBy(refusal: AnyRefusal, when: readonly When[], clause: ClauseId): AllowedOutcome {
  if (refusal.kind !== 'refused' || refusal.beside !== true) return { expected: refusal, when, clause };
  const { beside, ...expected } = refusal;
  return { expected, when, clause, optional: beside };
}

/** Runs for every request that is fuzzed, so the plain case makes no lists. */
function outcomesOf({ call, when }: RequestReading, facts: Facts): readonly AllowedOutcome[] {
  const rulings = rulingsOn(call, facts);
  const assumptionSets = assumptionSetsThrough(rulings);
  const answers = assumptionSets.length === 0 ? [] : unrefusedOutcomes(call, facts);
  const outcomes: AllowedOutcome[] = [];
  for (const assumptions of assumptionSets)
    for (const answer of answers) {
      const outcome = onCondition(assumptions, answer);
      if (!contradicts(outcome.when)) outcomes.push(onCondition(when, outcome));
    }
  for (const { clause, alternatives } of rulings)
    for (const { refusal, when: conditions } of alternatives)
      if (refusal !== undefined) outcomes.push(onCondition(when, refusalBy(refusal, conditions, clause)));
  return outcomes;
}

/** Everything that the document allows for a request that may be read in these ways. */
export function allowedFor(
  endpoint: EndpointId,
  readings: readonly RequestReading[],
  facts: Facts,
  strictness: Strictness = 'endpoint',
): Allowed {
  const each = readings.map((reading) => outcomesOf(reading, facts));
  const [only = []] = each;
  const outcomes = each.length < 2 ? only : each.flat();
  const clause: ClauseId =
    outcomes.find(({ when }) => when.length === 0)?.clause ?? outcomes[0]?.clause ?? '1/envelope';
  return { endpoint, strictness, clause, outcomes };
}
