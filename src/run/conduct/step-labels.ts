/** The labels of a case's requests, where it has several. */
import type { Request } from '../../http/request.ts';
import type { Planned, PlannedStep } from '../../suite/plan/plan.ts';

/** `within 3 of 5`; empty where the case sends one request. */
export function stepLabel(plan: Planned, step: PlannedStep, at: number): string {
  const count = step.requests.length;
  if (plan.steps.length === 1 && count === 1) return '';
  const which = step.requests[at]?.label ?? (count > 1 ? `${at + 1} of ${count}` : '');
  return [step.name, which].filter((part) => part !== '').join(' ');
}

/** The label of each request of a plan. */
export function stepLabels(plan: Planned): ReadonlyMap<Request, string> {
  return new Map(
    plan.steps.flatMap((step) =>
      step.requests.map(({ request }, at) => [request, stepLabel(plan, step, at)] as const),
    ),
  );
}
