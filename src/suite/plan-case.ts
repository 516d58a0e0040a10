/** From an instance of a case to its plan, against one target. */
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Extension } from '../contract/members.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { QuestionId } from '../dialect/questions.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import type { AuthToken } from '../world/world.ts';
import { bentRequest, type Provocations } from './bent-request.ts';
import type { Given, Send, Step, WrittenCase, WrittenOutcomes } from './case-schema.ts';
import { cast, isMissing, type Cast, type Needs } from './cast.ts';
import { allowedOf } from './expectation.ts';
import type { Actor } from './subject-role.ts';
import { stepEndpoint, type Instance } from './instance.ts';
import type { Plan, PlannedRequest, PlannedStep } from './plan.ts';
import { resolveCount, UnservedReference } from './references.ts';
import { draftFor } from './valid-request.ts';

/** What is known of the target that a suite is planned for. */
export interface TargetFacts {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly provocations: Provocations;
  readonly dialect: Dialect;
}

/** Ends the planning of one case: the target does not offer what it needs. */
class Unmet extends Error {
  readonly needs: string;

  constructor(needs: string) {
    super(needs);
    this.needs = needs;
  }
}

/** Steps name only what differs from the case. */
function mergedGiven(base: Given = {}, step: Given = {}): Given {
  return {
    ...base,
    ...step,
    key: { ...base.key, ...step.key },
    token: { ...base.token, ...step.token },
    subject: { ...base.subject, ...step.subject },
  };
}

function names(
  lines: Readonly<Record<string, unknown>> | readonly string[] | undefined,
  header: string,
): boolean {
  const listed = Array.isArray(lines) ? (lines as readonly string[]) : Object.keys(lines ?? {});
  return listed.some((each) => each.toLowerCase() === header.toLowerCase());
}

/** A header that the case takes away or replaces by a text needs nobody behind it. */
function goesWithout({ headers }: Send, header: string): boolean {
  const set = Object.entries(headers?.set ?? {}).find(
    ([name]) => name.toLowerCase() === header.toLowerCase(),
  )?.[1];
  return names(headers?.without, header) || (set !== undefined && !set.startsWith('$'));
}

function needsOf(endpoint: Endpoint, send: Send): Needs {
  const key = !goesWithout(send, SECRET_KEY);
  const asksToken = Object.values(send.headers?.set ?? {}).includes('$token');
  return { key, token: asksToken || (endpoint.variant === 'client' && !goesWithout(send, AUTH_TOKEN)) };
}

/** Tokens that a case has not used yet, for steps in which each request has another. */
class FreshTokens {
  readonly #tokens: readonly AuthToken[];
  #next = 0;

  constructor(tokens: readonly AuthToken[]) {
    this.#tokens = tokens;
  }

  take(game: string): AuthToken {
    const fit = this.#tokens.filter(
      ({ expired, holder }) => !expired && holder.kind === 'player' && holder.game === game,
    );
    const token = fit[this.#next];
    if (token === undefined)
      throw new Unmet(`${this.#next + 1} or more auth tokens of players of ${game} (world.authTokens)`);
    this.#next += 1;
    return token;
  }
}

class Planner {
  readonly #instance: Instance;
  readonly #facts: TargetFacts;
  readonly #fresh: FreshTokens;
  #first: Actor | undefined;

  constructor(instance: Instance, facts: TargetFacts) {
    this.#instance = instance;
    this.#facts = facts;
    this.#fresh = new FreshTokens(facts.world.authTokens);
  }

  #cast(endpoint: Endpoint, given: Given, send: Send): Cast {
    const { world, extensions, provocations } = this.#facts;
    if (given.provoke !== undefined && !provocations.has(given.provoke))
      throw new Unmet(`how to provoke ${given.provoke} (provoke)`);
    const prefer = given.subject?.nth === undefined ? this.#first : undefined;
    const found = cast(endpoint, given, needsOf(endpoint, send), { world, extensions, prefer });
    if (isMissing(found)) throw new Unmet(found.needs);
    this.#first ??= found.subject;
    return found;
  }

  #request(chosen: Cast, given: Given, send: Send, expected: Expectation): PlannedRequest {
    const { written } = this.#instance.from;
    const { world, dialect, provocations } = this.#facts;
    const draft = draftFor(chosen, dialect, this.#instance.id);
    const requestBytes = world.limits.requestBytes ?? 0;
    const request = bentRequest(draft, send, given, chosen, { provocations, requestBytes });
    const stage = {
      cast: chosen,
      world,
      clause: written.clauses[0] ?? '',
      decides: written.decides as QuestionId | undefined,
    };
    const allowed = allowedOf(expected.first, request, stage);
    const planned = { cast: chosen, request, allowed };
    return expected.rest === undefined
      ? planned
      : { ...planned, rest: allowedOf(expected.rest, request, stage) };
  }

  step(step: Step): PlannedStep {
    const { written } = this.#instance.from;
    const endpoint = stepEndpoint(this.#instance.endpoint, step.variant, step.resource);
    const given = mergedGiven(written.given, step.given);
    const send: Send = { ...written.send, ...step.send };
    const chosen = this.#cast(endpoint, given, send);
    const expected = expectationOf(written, step);
    const count = resolveCount(step.times ?? 1, chosen);
    const requests = Array.from({ length: count }, () => {
      const token = step.vary === 'token' ? this.#fresh.take(chosen.subject.game) : chosen.token;
      return this.#request({ ...chosen, token }, given, send, expected);
    });
    return {
      name: step.name ?? step.variant ?? '',
      requests,
      together: step.together ?? false,
      idle: step.idle === true,
      until: step.until,
    };
  }
}

interface Expectation {
  readonly first: WrittenOutcomes;
  readonly rest?: WrittenOutcomes;
}

function expectationOf({ expect }: WrittenCase, step: Step): Expectation {
  if (step.expect !== undefined)
    return isOutcomes(step.expect)
      ? { first: step.expect }
      : { first: step.expect.some, rest: step.expect.rest };
  return { first: isOutcomes(expect) ? expect : expect.every };
}

function isOutcomes(expect: WrittenOutcomes | object): expect is WrittenOutcomes {
  return Array.isArray(expect) || 'reply' in expect;
}

/** Plans an instance. A case that the target can not serve is skipped with what to declare. */
export function planCase(instance: Instance, facts: TargetFacts): Plan {
  const { written } = instance.from;
  const planner = new Planner(instance, facts);
  try {
    return {
      kind: 'planned',
      instance,
      steps: (written.steps ?? [{}]).map((step) => planner.step(step)),
      same: 'same' in written.expect ? written.expect.same : undefined,
      alone: written.alone ?? false,
      together: written.together ?? false,
      oneConnection: written.connection === 'one',
      decides: written.decides,
    };
  } catch (error) {
    if (error instanceof Unmet) return { kind: 'skip', instance, needs: error.needs };
    if (error instanceof UnservedReference)
      return { kind: 'skip', instance, needs: `something for ${error.reference} to stand for` };
    throw error;
  }
}
