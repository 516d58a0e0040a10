/** From an instance of a case to its plan: what it will send and what is allowed for it, or why it can't be sent to this target. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { AllowedOutcome } from '../../judge/expect/allowed.ts';
import { FreshTokens } from './vary.ts';
import type { Instance } from '../format/instance.ts';
import { planStep, type PlannedStep } from './plan-step.ts';
import { undeclaredIn } from '../cast/world-needs.ts';
import { scopeOf } from './scope.ts';
import { shownByPlaceholder } from '../cast/substitutions.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { Need } from '../cast/wish.ts';
import type { Request } from '../../http/request.ts';

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

const asksPlaceholder = ({ subject, requests }: PlannedStep): boolean =>
  subject.isPlaceholder === true && requests.some(({ allowed }) => allowed.outcomes.some(isNotFound));

const isNotFound = ({ expected }: AllowedOutcome): boolean => expected.kind === 'not-found';

/** `within 3 of 5`, for the request of a step in a case of so many steps; empty where the case sends one request. */
function labelOf({ name, requests }: PlannedStep, at: number, steps: number): string {
  if (steps === 1 && requests.length === 1) return '';
  const which = requests[at]?.varied ?? (requests.length > 1 ? `${at + 1} of ${requests.length}` : '');
  return [name, which].filter((part) => part !== '').join(' ');
}

const labelled = (step: PlannedStep, _: number, { length }: readonly PlannedStep[]): PlannedStep => ({
  ...step,
  requests: step.requests.map((planned, at) => ({ ...planned, label: labelOf(step, at, length) })),
});

function undeclaredBy(instance: Instance, facts: TargetFacts): readonly string[] {
  const scopes = (instance.from.written.steps ?? [{}]).map((step) => scopeOf(step, instance));
  return [...new Set(scopes.flatMap(({ given, endpoint }) => undeclaredIn(given, endpoint.id, facts)))];
}

/** Plans an instance. A case that the target can not serve is skipped, with the first thing that it needs. */
export function planCase(instance: Instance, facts: TargetFacts): Plan {
  const { written } = instance.from;
  const fresh = new FreshTokens(facts.world);
  const steps: PlannedStep[] = [];
  for (const [index, step] of (written.steps ?? [{}]).entries()) {
    const planned = planStep(step, { instance, facts, index, first: steps[0]?.subject, fresh });
    if ('need' in planned)
      return { kind: 'skip', instance, ...planned, undeclared: undeclaredBy(instance, facts) };
    steps.push(planned);
  }
  return {
    kind: 'planned',
    instance,
    steps: steps.map(labelled),
    same: 'same' in written.expect ? written.expect.same : undefined,
    alone: written.alone ?? false,
    together: written.together ?? false,
    oneConnection: written.connection === 'one',
    ...(steps.some(asksPlaceholder)
      ? shownByPlaceholder(written)
      : { decides: written.decides, clauses: written.clauses }),
    notes: [...new Set(steps.flatMap(({ notes }) => notes))],
  };
}

/** The label of each request of a plan. */
export const requestLabels = ({ steps }: Planned): ReadonlyMap<Request, string> =>
  new Map(steps.flatMap(({ requests }) => requests.map(({ request, label }) => [request, label] as const)));
