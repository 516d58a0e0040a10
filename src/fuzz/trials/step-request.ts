/** Turns a step into the request that is sent, by way of the case format, so that every failure can be written as a case; with what is allowed for it. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { RefusalCode } from '../../spec/codes.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { refuse } from '../../judge/rules/ruling.ts';
import type { PlannedRequest } from '../../cases/planned.ts';
import { askedSubjectOf, type FuzzInputs } from './fuzz-inputs.ts';
import type { Step } from './step.ts';
import type { Request } from '../../http/request.ts';
import { alteredRequest } from '../../cases/plan/altered-request.ts';
import type { Roles } from '../../cases/planned.ts';
import { draftFor } from '../../cases/plan/valid-request.ts';
import { strictnessOf } from '../../judge/expect/allowed.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';

/** The roles of a step, as a case has them. */
export function rolesOf(step: Step, inputs: FuzzInputs): Roles {
  const endpoint = endpointOf(step.endpoint);
  const { given } = step;
  return {
    endpoint,
    key: inputs.key(given.key),
    token: inputs.token(given.token),
    subject: askedSubjectOf(inputs, endpoint, given),
    otherGame: inputs.games.find((game) => game !== given.game),
    extension: undefined,
  };
}

/** The request of a step; `name` is how a backend's log shows it. */
export function requestOf(step: Step, inputs: FuzzInputs, name: string): Request {
  const { facts } = inputs;
  const roles = rolesOf(step, inputs);
  const draft = draftFor(roles, facts.dialect, name, { world: facts.world, fewKeys: true });
  const given = step.provoke === undefined ? {} : { provoke: step.provoke };
  return alteredRequest(draft, step.send, given, roles, facts);
}

/** One request of a trial. */
export interface TrialRequest extends PlannedRequest {
  readonly step: Step;
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

/** `name` is how a backend's log shows it. */
export function requestFor(step: Step, inputs: FuzzInputs, name: string): TrialRequest {
  const request = requestOf(step, inputs, name);
  const allowed = allowedForRequest(request, inputs.facts);
  return {
    step,
    request,
    allowed: step.provoke === undefined ? allowed : provokedBy(allowed, step.provoke),
    who: { key: inputs.key(step.given.key) },
  };
}

/** Alterations of a header after which the head may be malformed or too long. */
const SUSPECT: ReadonlySet<string> = new Set(['nul-last', 'nul-added', 'far-too-long']);

function isShort({ alter = {}, repeat = {} }: NonNullable<Send['headers']>): boolean {
  for (const name in alter) if (SUSPECT.has(alter[name] ?? '')) return false;
  for (const name in repeat) if (SUSPECT.has(String(repeat[name]))) return false;
  return true;
}

/** Whether a server may close the connection after a request, or refuse what it reads, so that only the next one shows anything. Checks the cheap conditions first, as they rule out most steps. */
export function endsConnection(step: Step, inputs: FuzzInputs): boolean {
  const { wire, method, headers } = step.send;
  const plain = wire === undefined && method === undefined && (headers === undefined || isShort(headers));
  return !plain && strictnessOf(requestOf(step, inputs, '')) === 'only liveness';
}
