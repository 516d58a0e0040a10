/** From an instance of a case to its plan, against one target. */
import type { AllowedOutcome } from '../../judge/expect/allowed.ts';
import { FreshTokens } from './vary.ts';
import type { Instance } from '../format/instance.ts';
import { allLacks, type Lack } from '../declare/other-lacks.ts';
import { planStep } from './plan-step.ts';
import { namingSameKeys } from './same-keys.ts';
import type { Plan, PlannedStep } from './plan.ts';
import { clausesWithStandIn } from '../roles/substitutions.ts';
import type { TargetFacts } from '../roles/target-facts.ts';

const hasStandIn = ({ subject, requests }: PlannedStep): boolean =>
  subject.standsIn === true && requests.some(({ allowed }) => allowed.outcomes.some(isNotFound));

const isNotFound = ({ expected }: AllowedOutcome): boolean => expected.kind === 'not-found';

/** Plans an instance. A case that the target can not serve is skipped with what to declare. */
export function planCase(instance: Instance, facts: TargetFacts): Plan {
  const { written } = instance.from;
  const fresh = new FreshTokens(facts.world);
  const steps: PlannedStep[] = [];
  const lacks: Lack[] = [];
  for (const step of written.steps ?? [{}]) {
    const planned = planStep(step, { instance, facts, first: steps[0]?.subject, fresh });
    if ('needs' in planned) lacks.push(planned);
    else steps.push(planned);
  }
  const [lack, ...others] = lacks;
  if (lack !== undefined) return { kind: 'skip', instance, ...allLacks(lack, others) };
  return {
    kind: 'planned',
    instance,
    steps: namingSameKeys(steps),
    same: 'same' in written.expect ? written.expect.same : undefined,
    alone: written.alone ?? false,
    together: written.together ?? false,
    oneConnection: written.connection === 'one',
    decides: written.decides,
    clauses: steps.some(hasStandIn) ? clausesWithStandIn(written.clauses) : written.clauses,
    notes: [...new Set(steps.flatMap(({ notes }) => notes))],
  };
}
