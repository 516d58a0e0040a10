/** What each step of a written case comes to with what it takes from its case: the same on every endpoint, so it is made once. */
import { rememberedPer } from '../../base/remembered.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { LIMIT_CODES } from '../../spec/codes.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { ofHeader, sameName } from './altered-request.ts';
import type { PlacedCase } from '../format/instance.ts';
import { mergedGiven, mergedSend } from '../format/merged.ts';
import { isOfTags, referencesIn, referringOutcome, referringSend, secretsIn } from '../format/references.ts';
import type { BodyAlteration } from '../format/alterations/body-alterations.ts';
import { otherNeedsOf, type OtherNeeds } from '../cast/other-needs.ts';
import type { WrittenCase, WrittenStep } from '../format/schema/case-schema.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { SubjectNeed } from '../cast/wish.ts';
import type { CaseRequest } from '../planned.ts';
import { clausesOfPlaceholder } from '../cast/substitutions.ts';

/** A step with all that it takes from its case. */
export interface StepScope {
  readonly step: WrittenStep;
  readonly given: Given;
  readonly send: Send;
  readonly expected: { readonly first: WrittenOutcomes; readonly rest?: WrittenOutcomes };
  /** Whether that a limit is met is a right reply: by an open question, or whatever the answers are. */
  readonly limit: CaseRequest['limit'];
  /** What the replies ask of the subject. */
  readonly subject: SubjectNeed;
  /** Which roles the request has; `as client`: only where the endpoint is for clients. */
  readonly asks: {
    readonly key: boolean;
    readonly token: boolean | 'as client';
    readonly subject: SubjectNeed;
  };
  /** The keys of the tags that it expects by name. */
  readonly expectedKeys: readonly string[];
  /** Nothing differs from the valid request. */
  readonly isValid: boolean;
  /** The case comes with tagproof and leaves it to the plan which tagKeys are sent. */
  readonly leavesKeys: boolean;
  /** What several variants answer is compared, so each is asked in the same way. */
  readonly comparesVariants: boolean;
  /** It describes rules of its key, an id that nothing has, or the tags of its subject: the nearest may be taken in their place. */
  readonly describesRoles: boolean;
  /** What it asks of the target file besides its roles; undefined: nothing. */
  readonly others: OtherNeeds | undefined;
  /** The first is the one that a wrong reply breaks. */
  readonly clauses: readonly ClauseId[];
}

function expectationOf({ expect }: WrittenCase, { expect: own }: WrittenStep): StepScope['expected'] {
  if (own !== undefined) return 'rest' in own ? { first: own.some, rest: own.rest } : { first: own };
  return { first: Array.isArray(expect) || 'reply' in expect ? expect : expect.every };
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

/** The strictest need of all outcomes. No placeholder id if every clause is about existing subjects, or the case is the user's own. */
function subjectNeed({ written, shipped }: PlacedCase, outcomes: readonly WrittenOutcome[]): SubjectNeed {
  const needs = new Set(outcomes.map((outcome) => NEEDS[outcome.reply](outcome)));
  if (needs.has('existing')) return 'existing';
  if (!needs.has('answered')) return 'any';
  return shipped && clausesOfPlaceholder(written.clauses).length > 0 ? 'answered' : 'existing';
}

/** A header that the case removes or replaces by a text needs no key or token. */
function goesWithout({ headers: { set = {}, without = [] } = {} }: Send, header: string): boolean {
  const text = ofHeader(set, header);
  return without.some((name) => sameName(name, header)) || (text !== undefined && !text.startsWith('$'));
}

/** Which roles the request has. A role that is requested by name is filled, also where no header carries it. */
function rolesAsked({ key = {}, token = {} }: Given, send: Send, subject: SubjectNeed): StepScope['asks'] {
  const set = secretsIn(send);
  const asksKey = key.name !== undefined || set.has('$key') || !goesWithout(send, SECRET_KEY);
  const asksToken = token.name !== undefined || set.has('$token');
  return {
    key: asksKey,
    token: asksToken || (!goesWithout(send, AUTH_TOKEN) && 'as client'),
    // Without a key a request is refused whatever it asks for.
    subject: asksKey ? subject : 'any',
  };
}

/** Bodies that name tagKeys of their own. */
const WITH_OWN_KEYS: ReadonlySet<string> = new Set(['nan', 'repeated-tag-keys'] satisfies BodyAlteration[]);

/** Whether a step says itself what is sent as tagKeys. */
function saysTagKeys(
  { set = {}, alter = {}, without = [], base64, text, body }: Send,
  each: WrittenStep['each'],
): boolean {
  const named = new Set([...Object.keys(set), ...Object.keys(alter), ...without, each?.member]);
  const isWritten =
    base64 !== undefined || text !== undefined || (body !== undefined && WITH_OWN_KEYS.has(body));
  return isWritten || named.has(TAG_KEYS) || named.has('$tagKeys');
}

function limitIn(outcomes: readonly WrittenOutcome[]): StepScope['limit'] {
  const ofLimits = outcomes.filter(
    ({ reply, code = [] }) =>
      reply === 'refused' && [code].flat().some((each) => each !== 'any' && LIMIT_CODES.has(each)),
  );
  if (ofLimits.length === 0) return undefined;
  return ofLimits.some((outcome) => outcome.when === undefined) ? 'wanted' : 'allowed';
}

function scopeOf(from: PlacedCase, step: WrittenStep): StepScope {
  const { written } = from;
  const expected = expectationOf(written, step);
  const outcomes = [expected.first, expected.rest ?? []].flat();
  const given = mergedGiven(written.given, step.given);
  const send = mergedSend(written.send, step.send);
  const inSend = referencesIn(referringSend(send));
  const subject = inSend.some(isOfTags) ? 'existing' : subjectNeed(from, outcomes);
  return {
    step,
    given,
    send,
    expected,
    limit: limitIn(outcomes),
    subject,
    asks: rolesAsked(given, send, subject),
    expectedKeys: outcomes.flatMap(({ tags = [] }) => tags.map(({ key }) => key)),
    isValid: Object.keys(send).length === 0 && given.provoke === undefined,
    leavesKeys: from.shipped && !saysTagKeys(send, step.each),
    comparesVariants: written.steps?.some(({ variant }) => variant !== undefined) === true,
    describesRoles: (given.key?.rules ?? given.subject?.absent ?? given.subject?.tags) !== undefined,
    others: otherNeedsOf(given, send, [
      ...inSend,
      ...referencesIn([outcomes.map(referringOutcome), step.times]),
    ]),
    clauses: step.clauses ?? written.clauses,
  };
}

/** The steps of a case; a case without any has one. */
export const scopesOf = rememberedPer(
  (from: PlacedCase): readonly [StepScope, ...StepScope[]] =>
    (from.written.steps ?? [{}]).map((step) => scopeOf(from, step)) as [StepScope, ...StepScope[]],
);
