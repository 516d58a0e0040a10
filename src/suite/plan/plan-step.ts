/** From one step of a case to the requests that it sends. */
import type { ClauseId } from '../../contract/clauses.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../contract/headers.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { isArray } from '../../rules/json.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { alteredRequest } from './altered-request.ts';
import type { BodyAlteration } from '../format/body-alterations.ts';
import type { Request } from '../../http/request.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { WrittenStep, WrittenCase } from '../format/schema/case-schema.ts';
import type { WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import { resolveRoles, isMissing, type Needs } from '../roles/resolve-roles.ts';
import { eachNearMiss } from './each-near-miss.ts';
import { allowedOf, writtenKeys } from './expectation.ts';
import { namedSecretLine, provokeLine } from '../declare/declare-other.ts';
import type { FreshTokens } from '../roles/fresh-tokens.ts';
import { undeclaredSecret } from '../format/header-lines.ts';
import { stepEndpoint, type Instance, type PlacedCase } from '../format/instance.ts';
import { allMissing, type Missing } from '../roles/missing.ts';
import { mergedGiven, mergedSend } from '../format/merged.ts';
import type { PlannedStep } from './plan.ts';
import { unservedIn } from '../format/references.ts';
import { referringOutcomes, referringSend } from '../format/referring.ts';
import { clausesWithStandIn, clauseWithStandIn } from '../roles/stand-in.ts';
import { subjectNeedOf } from '../roles/subject-need.ts';
import { substitutionNotes } from '../roles/substitutions.ts';
import type { SubjectNeed } from '../roles/subject-role.ts';
import type { TargetFacts } from '../roles/target-facts.ts';
import { lackForReference, namesTags } from '../roles/unserved.ts';
import { draftFor, type Draft } from './valid-request.ts';
import { roleSetsFor } from './vary.ts';
import type { AskedSubject, CaseRequest, Roles } from '../../judge/planned.ts';

/** What a step is planned in. */
export interface StepContext {
  readonly instance: Instance;
  readonly facts: TargetFacts;
  /** The subject of the case's first step, which the others share where it fits. */
  readonly first: AskedSubject | undefined;
  readonly fresh: FreshTokens;
}

interface Expectation {
  readonly first: WrittenOutcomes;
  readonly rest?: WrittenOutcomes;
}

function isOutcomes(expect: WrittenOutcomes | object): expect is WrittenOutcomes {
  return Array.isArray(expect) || 'reply' in expect;
}

function expectationOf({ expect }: WrittenCase, { expect: own }: WrittenStep): Expectation {
  if (own === undefined) return { first: isOutcomes(expect) ? expect : expect.every };
  return isOutcomes(own) ? { first: own } : { first: own.some, rest: own.rest };
}

/** A step with all that it takes from its case. */
interface Scope {
  readonly endpoint: Endpoint;
  readonly given: Given;
  readonly send: Send;
  readonly expected: Expectation;
  readonly subject: SubjectNeed;
  /** The first is the one that a wrong reply breaks. */
  readonly clauses: readonly ClauseId[];
}

function scopeOf(step: WrittenStep, { from, endpoint }: Instance): Scope {
  const { written } = from;
  const expected = expectationOf(written, step);
  const send = mergedSend(written.send, step.send);
  return {
    endpoint: stepEndpoint(endpoint, step.variant, step.resource),
    given: mergedGiven(written.given, step.given),
    send,
    expected,
    clauses: step.clauses ?? written.clauses,
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

/** A header that the case removes or replaces by a text needs no key or token. */
function goesWithout({ headers }: Send, header: string): boolean {
  const set = Object.entries(headers?.set ?? {}).find(([name]) => isHeader(name, header))?.[1];
  return (
    headers?.without?.some((name) => isHeader(name, header)) === true ||
    (set !== undefined && !set.startsWith('$'))
  );
}

const isSaid = (role: object): boolean => Object.keys(role).length > 0;

/**
 * No header is derived where the lines are written out: only the roles that the case names are filled. Anywhere else a role that
 * is requested by name is filled, also where no header carries it.
 */
function needsOf({ endpoint, given: { key = {}, token = {} }, send, subject }: Scope): Needs {
  if (send.headers?.lines !== undefined) return { key: isSaid(key), token: isSaid(token), subject };
  const { query = {}, body = {}, cookie = {} } = send.misplaced ?? {};
  const set = new Set(
    [send.headers?.set ?? {}, query, body, cookie].flatMap((each) => Object.values<string>(each)),
  );
  const asksKey = key.name !== undefined || set.has('$key') || !goesWithout(send, SECRET_KEY);
  const asksToken = set.has('$token');
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

/** References that the roles have nothing for, and secrets that the world does not declare. */
function lackOf(
  { send, expected }: Scope,
  step: WrittenStep,
  found: Roles,
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

function rolesFor(scope: Scope, step: WrittenStep, { facts, first }: StepContext): Roles | Missing {
  const { endpoint, given } = scope;
  const { world, extensions, provocations } = facts;
  const prefer = given.subject?.nth === undefined ? first : undefined;
  const found = resolveRoles(endpoint, given, needsOf(scope), { world, extensions, prefer });
  const lack = isMissing(found) ? found : lackOf(scope, step, found, world);
  if (given.provoke === undefined || provocations.has(given.provoke)) return lack ?? found;
  const unprovoked = {
    needs: `how to provoke ${given.provoke} (provoke)`,
    declare: [provokeLine(given.provoke)],
  };
  return allMissing(unprovoked, lack === undefined ? [] : [lack]);
}

/** Bodies that name tagKeys of their own. */
const WITH_OWN_KEYS: ReadonlySet<string> = new Set(['nan', 'repeated-tag-keys'] satisfies BodyAlteration[]);

/** Whether a case says itself what is sent as tagKeys. */
function saysTagKeys({ set = {}, alter = {}, without = [], base64, text, body }: Send): boolean {
  const named = [...Object.keys(set), ...Object.keys(alter), ...without];
  const isWritten =
    base64 !== undefined || text !== undefined || (body !== undefined && WITH_OWN_KEYS.has(body));
  return isWritten || named.some((name) => name === TAG_KEYS || name === '$tagKeys');
}

/** Whether the document says what is right for just this request, so that no other one can stand in for it. */
function isDerived({ first, rest = [] }: Expectation): boolean {
  return [first, rest].flat().some(({ reply }) => reply === 'document');
}

/** The draft with other keys. */
function withKeys({ members, headers }: Draft, keys: readonly string[] | undefined): Draft {
  const named = new Map(members);
  if (keys === undefined) named.delete(TAG_KEYS);
  else named.set(TAG_KEYS, keys);
  return { members: named, headers };
}

/** What is known about a request that names keys only because tagKeys may be required. */
function explicitKeysOf(
  draft: Draft,
  send: Send,
  request: (draft: Draft) => Request,
): Pick<CaseRequest, 'explicitKeys'> {
  const sent = draft.members.get(TAG_KEYS);
  if (sent === undefined || !isArray(sent) || saysTagKeys(send)) return {};
  const keys = sent.filter((key) => typeof key === 'string');
  return { explicitKeys: { keys, asking: (part) => request(withKeys(draft, part)) } };
}

function requestFor(
  chosen: Roles,
  { given, send, expected, clauses }: Scope,
  { instance, facts }: StepContext,
): CaseRequest {
  const { written, shipped } = instance.from;
  const { world, dialect, provocations, extensions } = facts;
  const expectedKeys = [...writtenKeys(expected.first), ...writtenKeys(expected.rest)];
  const draft = draftFor(chosen, dialect, instance.id, { expectedKeys, world });
  const context = { provocations, requestBytes: world.limits.requestBytes ?? 0 };
  const altered = (from: Draft): Request => alteredRequest(from, send, given, chosen, context);
  const request = altered(draft);
  const [first = ''] = clauses;
  const clause = chosen.subject.standsIn === true ? clauseWithStandIn(clauses) : first;
  const stage = { roles: chosen, world, extensions, clause, decides: written.decides, shipped };
  const explicitKeys = shipped && !isDerived(expected) ? explicitKeysOf(draft, send, altered) : {};
  const planned = {
    who: chosen,
    request,
    allowed: allowedOf(expected.first, request, stage),
    ...explicitKeys,
  };
  return expected.rest === undefined
    ? planned
    : { ...planned, rest: allowedOf(expected.rest, request, stage) };
}

type Requests = Pick<PlannedStep, 'requests' | 'notes'>;

/** The requests of a step: one for each set of roles or, with `each`, one for each near miss. */
function requestsOf(
  step: WrittenStep,
  scope: Scope,
  chosen: Roles,
  context: StepContext,
): Requests | Missing {
  if (step.each !== undefined) {
    const varied = eachNearMiss(step.each, scope.send, chosen, context.facts.world);
    if (varied.length === 0) return { needs: 'a value that has near misses', declare: [] };
    const requests = varied.map(({ name, send }) => ({
      ...requestFor(chosen, { ...scope, send }, context),
      label: name,
    }));
    return { requests, notes: [] };
  }
  const { world, extensions } = context.facts;
  const varied = roleSetsFor(step, {
    chosen,
    given: scope.given,
    needs: needsOf(scope),
    fresh: context.fresh,
    within: { world, extensions, prefer: undefined },
  });
  if ('needs' in varied) return varied;
  const requests = varied.roleSets.map(({ roles: each, label }) => ({
    ...requestFor(each, scope, context),
    ...(label !== undefined && { label }),
  }));
  return { requests, notes: varied.notes };
}

/** Plans a step, or says what to declare so that it can be sent. */
export function planStep(step: WrittenStep, context: StepContext): PlannedStep | Missing {
  const scope = scopeOf(step, context.instance);
  const chosen = rolesFor(scope, step, context);
  if (isMissing(chosen)) return chosen;
  const sent = requestsOf(step, scope, chosen, context);
  if ('needs' in sent) return sent;
  return {
    name: step.name ?? step.variant ?? '',
    subject: chosen.subject,
    requests: sent.requests,
    together: step.together ?? false,
    idle: step.idle === true,
    until: step.until,
    notes: [...substitutionNotes(chosen, scope.given, scope.subject), ...sent.notes],
  };
}
