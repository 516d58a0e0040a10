/** A step with all that it takes from its case, and what that needs of those who play the roles. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Endpoint } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import { sameName } from './altered-request.ts';
import { stepEndpoint, type Instance, type PlacedCase } from '../format/instance.ts';
import { mergedGiven, mergedSend } from '../format/merged.ts';
import { namesTags, referringSend, secretsIn } from '../format/references.ts';
import type { WrittenCase, WrittenStep } from '../format/schema/case-schema.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { SubjectNeed, Wish } from '../cast/wish.ts';
import { clausesOfPlaceholder } from '../cast/substitutions.ts';

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
export interface StepScope {
  readonly endpoint: Endpoint;
  readonly given: Given;
  readonly send: Send;
  readonly expected: Expectation;
  readonly subject: SubjectNeed;
  /** The first is the one that a wrong reply breaks. */
  readonly clauses: readonly ClauseId[];
}

export function scopeOf(step: WrittenStep, { from, endpoint }: Instance): StepScope {
  const { written } = from;
  const expected = expectationOf(written, step);
  const send = mergedSend(written.send, step.send);
  return {
    endpoint: stepEndpoint(endpoint, step.variant, step.resource),
    given: mergedGiven(written.given, step.given),
    send,
    expected,
    clauses: step.clauses ?? written.clauses,
    subject: namesTags(referringSend(send)) ? 'existing' : subjectNeed(from, expected),
  };
}

/** What each kind of reply asks of the subject. */
const NEEDS: Record<WrittenOutcome['reply'], (outcome: WrittenOutcome) => SubjectNeed> = {
  tags: ({ only, some, of, tags }) =>
    only === undefined && some === undefined && of === undefined && tags === undefined
      ? 'answered'
      : 'existing',
  // The case itself says which id nothing has.
  'not-found': () => 'any',
  refused: () => 'any',
  invalid: () => 'any',
  http: () => 'any',
  // It may be answered: a made-up id has to be one that nothing has for sure.
  document: () => 'answered',
  anything: () => 'any',
};

/** The strictest need of all outcomes. */
function subjectNeedOf(outcomes: readonly WrittenOutcomes[]): SubjectNeed {
  const needs = new Set(outcomes.flat().map((outcome) => NEEDS[outcome.reply](outcome)));
  return (['existing', 'answered'] as const).find((need) => needs.has(need)) ?? 'any';
}

/** No placeholder id if every clause is about existing subjects, or the case is the user's own. */
function subjectNeed({ written, shipped }: PlacedCase, { first, rest = [] }: Expectation): SubjectNeed {
  const need = subjectNeedOf([first, rest]);
  const showsMore = shipped && clausesOfPlaceholder(written.clauses).length > 0;
  return need === 'answered' && !showsMore ? 'existing' : need;
}

/** A header that the case removes or replaces by a text needs no key or token. */
function goesWithout({ headers }: Send, header: string): boolean {
  const set = Object.entries(headers?.set ?? {}).find(([name]) => sameName(name, header))?.[1];
  return (
    headers?.without?.some((name) => sameName(name, header)) === true ||
    (set !== undefined && !set.startsWith('$'))
  );
}

const isSaid = (role: object): boolean => Object.keys(role).length > 0;

/**
 * No header is derived where the lines are written out: only the roles that the case names are filled. Anywhere else a role that
 * is requested by name is filled, also where no header carries it.
 */
export function rolesAsked({
  endpoint,
  given: { key = {}, token = {} },
  send,
  subject,
}: StepScope): Wish['has'] {
  if (send.headers?.lines !== undefined) return { key: isSaid(key), token: isSaid(token), subject };
  const set = secretsIn(send);
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
