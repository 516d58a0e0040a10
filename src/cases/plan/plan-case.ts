/** From an instance of a case to its plan: what it will send and what is allowed for it, or why it can't be sent to this target. */
import type { ClauseId } from '../../spec/clauses.ts';
import { endpointBeside } from '../../spec/endpoints.ts';
import type { Instance } from '../format/instance.ts';
import { planStep, type PlannedStep } from './plan-step.ts';
import { undeclaredIn } from '../cast/other-needs.ts';
import { scopesOf } from './scope.ts';
import { shownByPlaceholder } from '../cast/substitutions.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { Need } from '../cast/wish.ts';

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
