/** The requests of a trial, each with what is allowed for it. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { RefusalCode } from '../../contract/codes.ts';
import { endpointOf, type EndpointId } from '../../contract/endpoints.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { refuse } from '../../rules/ruling.ts';
import type { PlannedRequest } from '../../judge/planned.ts';
import type { Material } from './material.ts';
import type { Step } from './step.ts';
import { requestOf } from './request-of.ts';
import type { Trial } from './trial.ts';

/** One request of a trial. */
export interface TrialRequest extends PlannedRequest {
  readonly step: Step;
}

const ALIVE = '1/http-200/reply';

/** The request after an odd one: whatever is wrong with its reply, the clause is that the next connection works. */
function asNext(allowed: Allowed): Allowed {
  return {
    ...allowed,
    clause: ALIVE,
    outcomes: allowed.outcomes.map((outcome) => ({ ...outcome, clause: ALIVE })),
  };
}

/** A failure that was asked for is the only right answer: no rule derives it. */
function provokedBy(allowed: Allowed, code: RefusalCode): Allowed {
  const clause = clauseOfCode(code);
  return { ...allowed, clause, outcomes: [{ expected: refuse(code), when: [], clause }] };
}

/** §7.1: `InternalServerError` is the clause `7.1/internal-server-error`. */
function clauseOfCode(code: RefusalCode): ClauseId {
  return `7.1/${code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`;
}

function requestFor(step: Step, material: Material, name: string): TrialRequest {
  const request = requestOf(step, material, name);
  const allowed = allowedForRequest(request, material.facts);
  return {
    step,
    request,
    allowed: step.provoke === undefined ? allowed : provokedBy(allowed, step.provoke),
    who: { key: material.key(step.given.key) },
  };
}

/** One request for each step: what is sent again is the same. */
function requestMaker(material: Material, name: string): (step: Step) => TrialRequest {
  const made = new Map<Step, TrialRequest>();
  return (step) => {
    const planned = made.get(step) ?? requestFor(step, material, name);
    made.set(step, planned);
    return planned;
  };
}

/** The requests of a trial, a step that is sent again the same one; `name` is how a backend's log shows them. */
export function planTrial(trial: Trial, material: Material, name: string): readonly TrialRequest[] {
  const requests = trial.steps.map(requestMaker(material, name));
  if (trial.relation !== 'next-works') return requests;
  return requests.map((request, index) =>
    index === 0 ? request : { ...request, allowed: asNext(request.allowed) },
  );
}

/** The endpoints that a trial asks, each once. */
export function endpointsOf(trial: Trial): readonly EndpointId[] {
  return [...new Set(trial.steps.map(({ endpoint }) => endpointOf(endpoint).id))];
}
