/** From one step of a case to the requests that it sends. */
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import { bentRequest } from './bent-request.ts';
import type { Given, Send, Step, WrittenCase, WrittenOutcomes } from './case-schema.ts';
import { cast, isMissing, type Cast, type Needs } from './cast.ts';
import { eachNearMiss } from './each-near-miss.ts';
import { allowedOf, writtenKeys } from './expectation.ts';
import { namedSecretLine, provokeLine } from './declare/declare-other.ts';
import type { FreshTokens } from './fresh-tokens.ts';
import { undeclaredSecret } from './header-lines.ts';
import { stepEndpoint, type Instance, type PlacedCase } from './instance.ts';
import { allMissing, type Missing } from './missing.ts';
import { mergedGiven, mergedSend } from './merged.ts';
import type { PlannedRequest, PlannedStep } from './plan.ts';
import { unservedIn } from './references.ts';
import { referringOutcomes, referringSend } from './referring.ts';
import { clausesWithStandIn, clauseWithStandIn } from './stand-in.ts';
import { subjectNeedOf } from './subject-need.ts';
import { substitutionNotes } from './substitutions.ts';
import type { Actor, SubjectNeed } from './subject-role.ts';
import type { TargetFacts } from './target-facts.ts';
import { lackForReference, namesTags } from './unserved.ts';
import { draftFor } from './valid-request.ts';
import { castsFor } from './vary.ts';

/** What a step is planned in. */
export interface StepContext {
  readonly instance: Instance;
  readonly facts: TargetFacts;
  /** The subject of the case's first step, which the others share where it fits. */
  readonly first: Actor | undefined;
  readonly fresh: FreshTokens;
}

interface Expectation {
  readonly first: WrittenOutcomes;
  readonly rest?: WrittenOutcomes;
}

function isOutcomes(expect: WrittenOutcomes | object): expect is WrittenOutcomes {
  return Array.isArray(expect) || 'reply' in expect;
}

function expectationOf({ expect }: WrittenCase, { expect: own }: Step): Expectation {
  if (own === undefined) return { first: isOutcomes(expect) ? expect : expect.every };
  return isOutcomes(own) ? { first: own } : { first: own.some, rest: own.rest };
}

/** A step with all that it takes from its case. */
interface Scene {
  readonly endpoint: Endpoint;
  readonly given: Given;
  readonly send: Send;
  readonly expected: Expectation;
  readonly subject: SubjectNeed;
}

function sceneOf(step: Step, { from, endpoint }: Instance): Scene {
  const { written } = from;
  const expected = expectationOf(written, step);
  const send = mergedSend(written.send, step.send);
  return {
    endpoint: stepEndpoint(endpoint, step.variant, step.resource),
    given: mergedGiven(written.given, step.given),
    send,
    expected,
    subject: namesTags(referringSend(send)) ? 'existing' : needOf(from, expected),
  };
}

/**
 * A case whose clauses are all about what exists takes no made-up id for it, and neither does a user's own case, which
 * stands as written.
 */
function needOf({ written, shipped }: PlacedCase, { first, rest = [] }: Expectation): SubjectNeed {
  const need = subjectNeedOf([first, rest]);
  const showsMore = shipped && clausesWithStandIn(written.clauses).length > 0;
  return need === 'answered' && !showsMore ? 'existing' : need;
}

const isHeader = (name: string, header: string): boolean => name.toLowerCase() === header.toLowerCase();

/** A header that the case takes away or replaces by a text needs nobody behind it. */
function goesWithout({ headers }: Send, header: string): boolean {
  const set = Object.entries(headers?.set ?? {}).find(([name]) => isHeader(name, header))?.[1];
  return (
    headers?.without?.some((name) => isHeader(name, header)) === true ||
    (set !== undefined && !set.startsWith('$'))
  );
}

const isSaid = (role: object): boolean => Object.keys(role).length > 0;

/**
 * No header is derived where the lines are written out: only those play of whom the case speaks. Anywhere else whoever
 * is wanted by name plays, also where no header carries it.
 */
function needsOf({ endpoint, given: { key = {}, token = {} }, send, subject }: Scene): Needs {
  if (send.headers?.lines !== undefined) return { key: isSaid(key), token: isSaid(token), subject };
  const set = Object.values(send.headers?.set ?? {});
  const asksKey = key.name !== undefined || set.includes('$key') || !goesWithout(send, SECRET_KEY);
  const asksToken = set.includes('$token');
  return {
    key: asksKey,
    token:
      token.name !== undefined ||
      asksToken ||
      (endpoint.variant === 'client' && !goesWithout(send, AUTH_TOKEN)),
    // Without a key a request is refused whatever it asks for.
    subject: asksKey ? subject : 'any',
  };
}

/** References that the cast has nothing for, and secrets that the world does not declare. */
function lackOf(
  { send, expected }: Scene,
  step: Step,
  found: Cast,
  world: DeclaredWorld,
): Missing | undefined {
  const referring = [
    referringSend(send),
    referringOutcomes(expected.first),
    referringOutcomes(expected.rest),
    step.times,
  ];
  const unserved = unservedIn(referring, found);
  if (unserved !== undefined) return lackForReference(unserved, found);
  const secret = undeclaredSecret(send.headers ?? {}, world);
  return secret === undefined
    ? undefined
    : {
        needs: `a secret named ${secret} (world.secretKeys or world.authTokens)`,
        declare: [namedSecretLine(secret)],
      };
}

function castFor(scene: Scene, step: Step, { facts, first }: StepContext): Cast | Missing {
  const { endpoint, given } = scene;
  const { world, extensions, provocations } = facts;
  const prefer = given.subject?.nth === undefined ? first : undefined;
  const found = cast(endpoint, given, needsOf(scene), { world, extensions, prefer });
  const lack = isMissing(found) ? found : lackOf(scene, step, found, world);
  if (given.provoke === undefined || provocations.has(given.provoke)) return lack ?? found;
  const unprovoked = {
    needs: `how to provoke ${given.provoke} (provoke)`,
    declare: [provokeLine(given.provoke)],
  };
  return allMissing(unprovoked, lack === undefined ? [] : [lack]);
}

function requestFor(
  chosen: Cast,
  { given, send, expected }: Scene,
  { instance, facts }: StepContext,
): PlannedRequest {
  const { written, shipped } = instance.from;
  const { world, dialect, provocations } = facts;
  const expectedKeys = [...writtenKeys(expected.first), ...writtenKeys(expected.rest)];
  const draft = draftFor(chosen, dialect, instance.id, expectedKeys);
  const request = bentRequest(draft, send, given, chosen, {
    provocations,
    requestBytes: world.limits.requestBytes ?? 0,
  });
  const [first = ''] = written.clauses;
  const clause = chosen.subject.standsIn === true ? clauseWithStandIn(written.clauses) : first;
  const stage = { cast: chosen, world, clause, decides: written.decides, shipped };
  const planned = { cast: chosen, request, allowed: allowedOf(expected.first, request, stage) };
  return expected.rest === undefined
    ? planned
    : { ...planned, rest: allowedOf(expected.rest, request, stage) };
}

type Requests = Pick<PlannedStep, 'requests' | 'notes'>;

/** The requests of a step: for each cast one or, with `each`, one for each near miss. */
function requestsOf(step: Step, scene: Scene, chosen: Cast, context: StepContext): Requests | Missing {
  if (step.each !== undefined) {
    const varied = eachNearMiss(step.each, scene.send, chosen, context.facts.world);
    if (varied.length === 0) return { needs: 'a value that has near misses', declare: [] };
    const requests = varied.map(({ name, send }) => ({
      ...requestFor(chosen, { ...scene, send }, context),
      label: name,
    }));
    return { requests, notes: [] };
  }
  const { world, extensions } = context.facts;
  const varied = castsFor(step, {
    chosen,
    given: scene.given,
    needs: needsOf(scene),
    fresh: context.fresh,
    within: { world, extensions, prefer: undefined },
  });
  if ('needs' in varied) return varied;
  const requests = varied.casts.map(({ cast: each, label }) => ({
    ...requestFor(each, scene, context),
    ...(label !== undefined && { label }),
  }));
  return { requests, notes: varied.notes };
}

/** Plans a step, or says what to declare so that it can be sent. */
export function planStep(step: Step, context: StepContext): PlannedStep | Missing {
  const scene = sceneOf(step, context.instance);
  const chosen = castFor(scene, step, context);
  if (isMissing(chosen)) return chosen;
  const sent = requestsOf(step, scene, chosen, context);
  if ('needs' in sent) return sent;
  return {
    name: step.name ?? step.variant ?? '',
    subject: chosen.subject,
    requests: sent.requests,
    together: step.together ?? false,
    idle: step.idle === true,
    until: step.until,
    notes: [...substitutionNotes(chosen, scene.given, scene.subject), ...sent.notes],
  };
}
