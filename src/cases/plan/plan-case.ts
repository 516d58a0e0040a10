/** From an instance of a case to its plan: what it will send and what is allowed for it, or why it can't be sent to this target. */
import type { ClauseId } from '../../spec/clauses.ts';
import { endpointBeside } from '../../spec/endpoints.ts';
import { cast } from '../cast/cast.ts';
import { otherNeed, undeclaredIn } from '../cast/other-needs.ts';
import { clauseOfPlaceholder, shownByPlaceholder, substitutionNotes } from '../cast/substitutions.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { Need, Wish } from '../cast/wish.ts';
import type { Instance } from '../format/instance.ts';
import { resolveCount } from '../format/references.ts';
import type { AskedSubject, CaseRequest, Roles } from '../planned.ts';
import { alteredRequest } from './altered-request.ts';
import { eachNearMiss } from './each-near-miss.ts';
import { allowedByCase } from './expectation.ts';
import { scopesOf, type StepScope } from './scope.ts';
import { draftFor, refuseSeveralKeys, validRequest } from './valid-request.ts';
import { VARIED, type VariedRequest, type Variations } from './vary.ts';

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

export interface Planned {
  readonly kind: 'planned';
  readonly instance: Instance;
  readonly steps: readonly PlannedStep[];
  /** What all replies must have in common. */
  readonly same: 'tags' | 'answer' | 'refusal' | 'wording' | undefined;
  readonly alone: boolean;
  /** The requests of all steps go at once. */
  readonly together: boolean;
  readonly oneConnection: boolean;
  readonly decides: string | undefined;
  /** The clauses that the case can test with the roles that it has. */
  readonly clauses: readonly ClauseId[];
  /** What was taken in place of what the case describes, a line each. */
  readonly notes: readonly string[];
}

export interface Unplanned extends Need {
  readonly kind: 'skip';
  /** What it lacks that a world need not have, in words. */
  readonly undeclared: readonly string[];
  readonly instance: Instance;
}

export type Plan = Planned | Unplanned;

/** What a step is planned in: its case, the target, and the steps before it. */
interface StepContext {
  readonly instance: Instance;
  readonly facts: TargetFacts;
  readonly earlier: readonly PlannedStep[];
}

/** One request with what is right for it. */
function planRequest(
  variation: VariedRequest,
  label: string,
  scope: StepScope,
  context: StepContext,
): CaseRequest {
  const { roles, send, varied } = variation;
  const { given, expected, expectedKeys, clauses, leavesKeys, comparesVariants } = scope;
  const { instance, facts, earlier } = context;
  const { written, shipped } = instance.from;
  const { world, dialect } = facts;
  const isAlike = !comparesVariants || refuseSeveralKeys(roles.endpoint.resource, dialect);
  const fewKeys = leavesKeys && isAlike;
  const draft = draftFor(roles, dialect, instance.id, { expectedKeys, world, fewKeys });
  const request =
    send === undefined && scope.isValid
      ? validRequest(draft, roles.endpoint)
      : alteredRequest(draft, send ?? scope.send, given, roles, facts);
  const [first = ''] = clauses;
  const named = leavesKeys ? draft.tagKeys : undefined;
  const expecting = {
    roles,
    facts,
    clause: roles.subject.isPlaceholder === true ? clauseOfPlaceholder(clauses) : first,
    decides: written.decides,
    shipped,
    oneKey: fewKeys && named !== undefined && named.length < 2 ? named : undefined,
  };
  return {
    who: roles,
    step: earlier.length,
    label,
    request,
    allowed: allowedByCase(expected.first, request, expecting),
    ...(expected.rest !== undefined && { rest: allowedByCase(expected.rest, request, expecting) }),
    ...(scope.limit !== undefined && { limit: scope.limit }),
    ...(named !== undefined && named.length > 1 && { namesKeys: true as const }),
    ...(varied !== undefined && { varied }),
  };
}

/** The requests of a step. One that is the same as the one before it is planned once. */
function planRequests(
  variations: readonly VariedRequest[],
  name: string,
  scope: StepScope,
  context: StepContext,
): readonly CaseRequest[] {
  const { steps } = context.instance.from.written;
  const isOnly = (steps ?? []).length < 2 && variations.length === 1;
  const requests: CaseRequest[] = [];
  for (const [at, variation] of variations.entries()) {
    const which = variation.varied ?? (variations.length > 1 ? `${at + 1} of ${variations.length}` : '');
    const label = isOnly ? '' : `${name} ${which}`.trim();
    const before = variation === variations[at - 1] ? requests[at - 1] : undefined;
    requests.push(before ? { ...before, label } : planRequest(variation, label, scope, context));
  }
  return requests;
}

/** How many tokens earlier steps of the case have used up. */
const usedTokens = ({ from }: Instance, earlier: readonly PlannedStep[]): number =>
  earlier
    .filter((_, at) => from.written.steps?.[at]?.vary === 'token')
    .reduce((sum, { requests }) => sum + requests.length, 0);

/** The requests of a step: one for each near miss, one for each of what varies, or the same one as often as the step says. */
function requestsVaried(
  { step, send }: StepScope,
  { instance, facts, earlier }: StepContext,
  wish: Wish,
  chosen: Roles,
): Variations | Need {
  const { each, vary, times = 1 } = step;
  if (each !== undefined) return eachNearMiss(each, send, chosen, facts.world, instance.nearMisses);
  const count = typeof times === 'number' ? times : resolveCount(times, chosen);
  if (vary !== undefined)
    return VARIED[vary]({ wish, chosen, facts, count, usedTokens: usedTokens(instance, earlier) });
  const same: VariedRequest = { roles: chosen };
  return { variations: Array.from({ length: count }, () => same) };
}

/** Plans a step, or says what to declare so that it can be sent. */
function planStep(scope: StepScope, context: StepContext): PlannedStep | Need {
  const { instance, facts, earlier } = context;
  const { step, given, asks, others } = scope;
  const endpoint = endpointBeside(instance.endpoint, step);
  const token = asks.token === 'as client' ? endpoint.variant === 'client' : asks.token;
  // The subject of the case's first step is shared by the others where it fits.
  const prefer = given.subject?.nth === undefined ? earlier[0]?.subject : undefined;
  const wish: Wish = { endpoint, given, has: { ...asks, token }, prefer };
  const chosen = cast(wish, facts);
  if ('need' in chosen) return chosen;
  const need = others && otherNeed(others, given, chosen, facts);
  if (need !== undefined) return { need };
  const varied = requestsVaried(scope, context, wish, chosen);
  if ('need' in varied) return varied;
  const name = step.name ?? step.variant ?? '';
  const isAsDescribed = !scope.describesRoles && chosen.subject.isPlaceholder !== true;
  return {
    name,
    subject: chosen.subject,
    requests: planRequests(varied.variations, name, scope, context),
    together: step.together ?? false,
    ...((step.each ?? step.vary) !== undefined && { independent: true }),
    idle: step.idle === true,
    until: step.until,
    notes: [
      ...(isAsDescribed ? [] : substitutionNotes(chosen, given, scope.subject)),
      ...(varied.notes ?? []),
    ],
  };
}

const asksPlaceholder = ({ subject, requests }: PlannedStep): boolean =>
  subject.isPlaceholder === true &&
  requests.some(({ allowed }) => allowed.outcomes.some(({ expected }) => expected.kind === 'not-found'));

function undeclaredBy({ from, endpoint }: Instance, facts: TargetFacts): readonly string[] {
  const lacking = scopesOf(from).flatMap(({ step, given }) =>
    undeclaredIn(given, endpointBeside(endpoint, step).id, facts),
  );
  return [...new Set(lacking)];
}

/** Plans an instance. A case that the target can not serve is skipped, with the first thing that it needs. */
export function planCase(instance: Instance, facts: TargetFacts): Plan {
  const { written } = instance.from;
  const steps: PlannedStep[] = [];
  const notes = new Set<string>();
  for (const scope of scopesOf(instance.from)) {
    const planned = planStep(scope, { instance, facts, earlier: steps });
    if ('need' in planned)
      return { kind: 'skip', instance, ...planned, undeclared: undeclaredBy(instance, facts) };
    steps.push(planned);
    for (const note of planned.notes) notes.add(note);
  }
  const { clauses, decides } = steps.some(asksPlaceholder) ? shownByPlaceholder(written) : written;
  return {
    kind: 'planned',
    instance,
    steps,
    same: 'same' in written.expect ? written.expect.same : undefined,
    alone: written.alone ?? false,
    together: written.together ?? false,
    oneConnection: written.connection === 'one',
    decides,
    clauses,
    notes: [...notes],
  };
}
