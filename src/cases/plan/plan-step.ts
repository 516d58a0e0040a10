/** From one step of a case to the requests that it sends. */
import type { AskedSubject, CaseRequest, Roles } from '../planned.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { cast } from '../cast/cast.ts';
import { otherNeed } from '../cast/other-needs.ts';
import type { Need } from '../cast/wish.ts';
import type { Instance } from '../format/instance.ts';
import { referringOutcomes, referringSend } from '../format/references.ts';
import type { WrittenStep } from '../format/schema/case-schema.ts';
import type { WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { clauseOfPlaceholder, substitutionNotes } from '../cast/substitutions.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { alteredRequest } from './altered-request.ts';
import { eachNearMiss, type NearMissRequest } from './each-near-miss.ts';
import { allowedByCase, writtenKeys } from './expectation.ts';
import { rolesAsked, scopeOf, type StepScope } from './scope.ts';
import { allowedForKeys, draftFor, refuseSeveralKeys, saysTagKeys } from './valid-request.ts';
import { roleSetsFor, type FreshTokens } from './vary.ts';

export interface PlannedStep {
  /** Empty where the case has one step without a name. */
  readonly name: string;
  readonly subject: AskedSubject;
  readonly requests: readonly CaseRequest[];
  readonly together: boolean;
  /** No request builds on another one of the step: they may go side by side, or one after the other. */
  readonly independent?: true;
  /** Let the keys of these requests rest first, so that their rate is counted from nothing. */
  readonly idle: boolean;
  /** Repeat the request for at most this many milliseconds until its reply is as allowed. */
  readonly until: number | undefined;
  /** What was taken in place of what the case describes, a line each. */
  readonly notes: readonly string[];
}

/** What a step is planned in. */
interface StepContext {
  readonly instance: Instance;
  readonly facts: TargetFacts;
  /** The index of the step. */
  readonly index: number;
  /** The subject of the case's first step, which the others share where it fits. */
  readonly first: AskedSubject | undefined;
  readonly fresh: FreshTokens;
}

function castingFor(
  scope: StepScope,
  step: WrittenStep,
  { facts, first }: StepContext,
): { readonly roles: Roles } | Need {
  const { endpoint, given, send, expected } = scope;
  const prefer = given.subject?.nth === undefined ? first : undefined;
  const found = cast({ endpoint, given, has: rolesAsked(scope), prefer }, facts);
  if ('need' in found) return found;
  const referring = [
    referringSend(send),
    referringOutcomes(expected.first),
    referringOutcomes(expected.rest),
    step.times,
  ];
  const need = otherNeed(referring, send, found.roles, facts.world);
  return need === undefined ? found : { need };
}

function nearMissRequest(
  chosen: Roles,
  { given, send, expected, clauses }: StepScope,
  { instance, facts, index }: StepContext,
): CaseRequest {
  const { written, shipped } = instance.from;
  const { world, dialect, provocations, extensions } = facts;
  const expectedKeys = [...writtenKeys(expected.first), ...writtenKeys(expected.rest)];
  // What several variants answer is compared, so each is asked in the same way.
  const comparesVariants = written.steps?.some(({ variant }) => variant !== undefined) === true;
  const isAlike = !comparesVariants || refuseSeveralKeys(chosen.endpoint.resource, dialect);
  const fewKeys = shipped && !saysTagKeys(send) && isAlike;
  const draft = draftFor(chosen, dialect, instance.id, { expectedKeys, world, fewKeys });
  const context = { provocations, extensions, requestBytes: world.limits.requestBytes ?? 0 };
  const request = alteredRequest(draft, send, given, chosen, context);
  const [first = ''] = clauses;
  const clause = chosen.subject.isPlaceholder === true ? clauseOfPlaceholder(clauses) : first;
  const expecting = { roles: chosen, world, extensions, clause, decides: written.decides, shipped };
  const allowedBy = (outcomes: WrittenOutcomes): Allowed => {
    const allowed = allowedByCase(outcomes, request, expecting);
    return fewKeys ? allowedForKeys(allowed, draft) : allowed;
  };
  const keys = draft.members.get(TAG_KEYS);
  const namesKeys = shipped && Array.isArray(keys) && keys.length > 1 && !saysTagKeys(send);
  const planned = {
    who: chosen,
    step: index,
    label: '',
    request,
    allowed: allowedBy(expected.first),
    ...(namesKeys && { namesKeys: true as const }),
  };
  return expected.rest === undefined ? planned : { ...planned, rest: allowedBy(expected.rest) };
}

type Requests = Pick<PlannedStep, 'requests' | 'notes'>;

/** Of near misses that come to the same text, the first: its reply stands for all of them. */
function distinctNearMisses(all: readonly NearMissRequest[]): readonly NearMissRequest[] {
  const met = new Set<string>();
  return all.filter(({ near }) => near === undefined || (!met.has(near) && met.add(near)));
}

/** The requests of a step: one for each set of roles or, with `each`, one for each near miss. */
function requestsOf(
  step: WrittenStep,
  scope: StepScope,
  chosen: Roles,
  context: StepContext,
): Requests | Need {
  if (step.each !== undefined) {
    const { nearMisses } = context.instance;
    const varied = eachNearMiss(step.each, scope.send, chosen, context.facts.world).filter(
      ({ name }) => nearMisses?.has(name) !== false,
    );
    if (varied.length === 0) return { need: 'a value that has near misses' };
    const requests = distinctNearMisses(varied).map(({ name, send }) => ({
      ...nearMissRequest(chosen, { ...scope, send }, context),
      varied: name,
    }));
    return { requests, notes: [] };
  }
  const { endpoint, given } = scope;
  const wish = { endpoint, given, has: rolesAsked(scope), prefer: undefined };
  const varied = roleSetsFor(step, { chosen, wish, fresh: context.fresh, facts: context.facts });
  if ('need' in varied) return varied;
  const requests = varied.roleSets.map(({ roles: each, label }) => ({
    ...nearMissRequest(each, scope, context),
    ...(label !== undefined && { varied: label }),
  }));
  return { requests, notes: varied.notes };
}

/** Plans a step, or says what to declare so that it can be sent. */
export function planStep(step: WrittenStep, context: StepContext): PlannedStep | Need {
  const scope = scopeOf(step, context.instance);
  const found = castingFor(scope, step, context);
  if ('need' in found) return found;
  const { roles: chosen } = found;
  const sent = requestsOf(step, scope, chosen, context);
  if ('need' in sent) return sent;
  return {
    name: step.name ?? step.variant ?? '',
    subject: chosen.subject,
    requests: sent.requests,
    together: step.together ?? false,
    ...((step.each ?? step.vary) !== undefined && { independent: true }),
    idle: step.idle === true,
    until: step.until,
    notes: [...substitutionNotes(chosen, scope.given, scope.subject), ...sent.notes],
  };
}
