/** The requests of a trial, each with what is allowed for it. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { RefusalCode } from '../../contract/codes.ts';
import { endpointOf, type EndpointId } from '../../contract/endpoints.ts';
import type { Request } from '../../http/request.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { refuse } from '../../rules/ruling.ts';
import type { SecretKey } from '../../world/world.ts';
import { alterStep } from './step-alteration.ts';
import type { Material } from './material.ts';
import type { Step } from './step.ts';
import { requestOf } from './request-of.ts';
import { spellingFacts } from './spellings.ts';
import type { Trial } from './trial.ts';

/** One request of a trial. */
export interface TrialRequest {
  readonly step: Step;
  readonly request: Request;
  readonly allowed: Allowed;
  readonly fixtures: { readonly key: SecretKey | undefined };
}

const ALIVE = '1/http-200/reply';

/** The request after an odd one: whatever is wrong with its reply, the clause is that the next connection works. */
function afterOdd(allowed: Allowed): Allowed {
  return {
    ...allowed,
    clause: ALIVE,
    outcomes: allowed.outcomes.map((outcome) => ({ ...outcome, clause: ALIVE })),
  };
}

const STEPS: { readonly [K in Trial['kind']]: (trial: Extract<Trial, { kind: K }>) => readonly Step[] } = {
  single: ({ step }) => [step],
  again: ({ step, between }) => [step, ...between, step],
  spelled: ({ step, spelling }) => [step, alterStep(step, { send: spellingFacts(spelling).send })],
  variants: ({ steps }) => steps,
  existence: ({ step, absent }) => [step, alterStep(step, { given: { id: absent } })],
  sequence: ({ steps }) => steps,
  'at-once': ({ steps }) => steps,
  'after-odd': ({ odd, next }) => [odd, next],
};

/** The steps of a trial in the order in which they are sent. */
export function stepsOf(trial: Trial): readonly Step[] {
  return (STEPS[trial.kind] as (each: Trial) => readonly Step[])(trial);
}

/** How many requests a trial sends. */
export function sizeOf(trial: Trial): number {
  return stepsOf(trial).length;
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

function planned(step: Step, material: Material, name: string): TrialRequest {
  const request = requestOf(step, material, name);
  const allowed = allowedForRequest(request, material.facts);
  return {
    step,
    request,
    allowed: step.provoke === undefined ? allowed : provokedBy(allowed, step.provoke),
    fixtures: { key: material.key(step.given.key) },
  };
}

/** One request for each step: what is sent again is the same. */
function requestMaker(material: Material, name: string): (step: Step) => TrialRequest {
  const made = new Map<Step, TrialRequest>();
  return (step) => {
    const shot = made.get(step) ?? planned(step, material, name);
    made.set(step, shot);
    return shot;
  };
}

/** The requests of a trial, a step that is sent again the same one; `name` is how a backend's log shows them. */
export function planTrial(trial: Trial, material: Material, name: string): readonly TrialRequest[] {
  const shots = stepsOf(trial).map(requestMaker(material, name));
  if (trial.kind !== 'after-odd') return shots;
  return shots.map((shot, index) => (index === 0 ? shot : { ...shot, allowed: afterOdd(shot.allowed) }));
}

/** The endpoints that a trial asks, each once. */
export function endpointsOf(trial: Trial): readonly EndpointId[] {
  return [...new Set(stepsOf(trial).map(({ endpoint }) => endpointOf(endpoint).id))];
}
