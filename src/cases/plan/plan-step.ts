/** From one step of a case to the requests that it sends. */
import type { AskedSubject, CaseRequest } from '../planned.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { cast } from '../cast/cast.ts';
import { otherNeed } from '../cast/other-needs.ts';
import type { Need, Wish } from '../cast/wish.ts';
import { stepEndpoint, type Instance } from '../format/instance.ts';
import type { WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { clauseOfPlaceholder, substitutionNotes } from '../cast/substitutions.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { alteredRequest } from './altered-request.ts';
import { eachNearMiss } from './each-near-miss.ts';
import { allowedByCase } from './expectation.ts';
import type { StepScope } from './scope.ts';
import { allowedForKeys, draftFor, refuseSeveralKeys, saysTagKeys } from './valid-request.ts';
import { variationsOf, type Variation } from './vary.ts';

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

/** What a step is planned in: its case, the target, and the steps before it. */
interface StepContext {
  readonly instance: Instance;
  readonly facts: TargetFacts;
  readonly earlier: readonly PlannedStep[];
}

/** One request with what is right for it. */
function planRequest(
  variation: Variation,
  { given, send: sentByStep, expected, expectedKeys, clauses }: StepScope,
  { instance, facts, earlier }: StepContext,
): CaseRequest {
  const { roles, send = sentByStep, varied } = variation;
  const { written, shipped } = instance.from;
  const { world, dialect } = facts;
  const ownKeys = shipped && !saysTagKeys(send);
  // What several variants answer is compared, so each is asked in the same way.
  const comparesVariants = written.steps?.some(({ variant }) => variant !== undefined) === true;
  const isAlike = !comparesVariants || refuseSeveralKeys(roles.endpoint.resource, dialect);
  const fewKeys = ownKeys && isAlike;
  const draft = draftFor(roles, dialect, instance.id, { expectedKeys, world, fewKeys });
  const request = alteredRequest(draft, send, given, roles, facts);
  const [first = ''] = clauses;
  const clause = roles.subject.isPlaceholder === true ? clauseOfPlaceholder(clauses) : first;
  const expecting = { roles, facts, clause, decides: written.decides, shipped };
  const allowedBy = (outcomes: WrittenOutcomes): Allowed => {
    const allowed = allowedByCase(outcomes, request, expecting);
    return fewKeys ? allowedForKeys(allowed, draft) : allowed;
  };
  const keys = draft.members.get(TAG_KEYS);
  return {
    who: roles,
    step: earlier.length,
    label: '',
    request,
    allowed: allowedBy(expected.first),
    ...(expected.rest !== undefined && { rest: allowedBy(expected.rest) }),
    ...(ownKeys && Array.isArray(keys) && keys.length > 1 && { namesKeys: true as const }),
    ...(varied !== undefined && { varied }),
  };
}

/** The requests of a step. One that is the same as the one before it is planned once. */
function planRequests(
  variations: readonly Variation[],
  name: string,
  scope: StepScope,
  context: StepContext,
): readonly CaseRequest[] {
  const { steps } = context.instance.from.written;
  const isOnly = (steps ?? []).length < 2 && variations.length === 1;
  const requests: CaseRequest[] = [];
  for (const [at, variation] of variations.entries()) {
    const before = variation === variations[at - 1] ? requests[at - 1] : undefined;
    const planned = before ?? planRequest(variation, scope, context);
    const which = planned.varied ?? (variations.length > 1 ? `${at + 1} of ${variations.length}` : '');
    requests.push({ ...planned, label: isOnly ? '' : `${name} ${which}`.trim() });
  }
  return requests;
}

/** Plans a step, or says what to declare so that it can be sent. */
export function planStep(scope: StepScope, context: StepContext): PlannedStep | Need {
  const { instance, facts, earlier } = context;
  const { step, given, send, asks } = scope;
  const endpoint = stepEndpoint(instance.endpoint, step.variant, step.resource);
  const token = asks.token === 'as client' ? endpoint.variant === 'client' : asks.token;
  // The subject of the case's first step is shared by the others where it fits.
  const first = given.subject?.nth === undefined ? earlier[0]?.subject : undefined;
  const wish: Wish = { endpoint, given, has: { ...asks, token }, prefer: first };
  const found = cast(wish, facts);
  if ('need' in found) return found;
  const { roles: chosen } = found;
  const need = otherNeed(scope.references, send, chosen, facts.world);
  if (need !== undefined) return { need };
  const usedTokens = earlier
    .filter((_, at) => instance.from.written.steps?.[at]?.vary === 'token')
    .reduce((sum, { requests }) => sum + requests.length, 0);
  const castStep = { scope, wish: { ...wish, prefer: undefined }, chosen, facts, usedTokens };
  const varied =
    step.each === undefined ? variationsOf(castStep) : eachNearMiss(step.each, castStep, instance.nearMisses);
  if ('need' in varied) return varied;
  const name = step.name ?? step.variant ?? '';
  return {
    name,
    subject: chosen.subject,
    requests: planRequests(varied.variations, name, scope, context),
    together: step.together ?? false,
    ...((step.each ?? step.vary) !== undefined && { independent: true }),
    idle: step.idle === true,
    until: step.until,
    notes: [...substitutionNotes(chosen, given, scope.subject), ...(varied.notes ?? [])],
  };
}
