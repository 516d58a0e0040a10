/** Turns a written expectation, resolved against the roles, into Allowed. */
import { DEFINED_REFUSALS } from '../../spec/codes.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { and, conditionOf, type When, type QuestionId } from '../../spec/dialect/questions.ts';
import type { Request } from '../../http/request.ts';
import { type Allowed, type AllowedOutcome, strictnessOf } from '../../judge/expect/allowed.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Json } from '../../judge/rules/json.ts';
import { UNLISTED, type FailingMember } from '../../judge/rules/ruling.ts';
import { tagChoices } from '../../judge/rules/tag-keys.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import type { TagItem } from '../../spec/envelope.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Roles } from '../planned.ts';
import { resolveName, resolveText } from '../format/references.ts';

/** What an expectation needs besides its own words. */
interface ExpectationContext {
  readonly roles: Roles;
  readonly facts: TargetFacts;
  /** The clause that a wrong outcome breaks: the case's first. */
  readonly clause: ClauseId;
  readonly decides: QuestionId | undefined;
  /** The case comes with tagproof: how strictly a reply is judged depends on the request. */
  readonly shipped: boolean;
  /** The one key, or none, that the request names in place of all keys of its subject. */
  readonly oneKey: readonly Json[] | undefined;
}

function senderTags({ roles, facts }: ExpectationContext): Fact<readonly TagItem[]> {
  const holder = roles.token?.holder;
  if (holder?.kind !== 'player') return UNKNOWN;
  const found = facts.world.subject('gamePlayer', holder.game, holder.userId);
  return found.is === 'present' ? found.value.tags : UNKNOWN;
}

type ExpectedOutcome = Pick<AllowedOutcome, 'expected' | 'optional'>;

function expectedTags(written: WrittenOutcome, context: ExpectationContext): readonly ExpectedOutcome[] {
  const { endpoint, subject } = context.roles;
  if (subject.isPlaceholder === true)
    return [{ expected: { kind: 'not-found', resource: endpoint.resource } }];
  const match = written.some === true ? 'some of' : 'exactly';
  if (written.tags !== undefined) return [{ expected: { kind: 'tags', tags: written.tags, match } }];
  const all = written.of === 'sender' ? senderTags(context) : (subject.exists?.tags ?? UNKNOWN);
  const keys = written.only?.map((key) => String(resolveText(key, context.roles)));
  const tags = keys === undefined || all === UNKNOWN ? all : all.filter(({ key }) => keys.includes(key));
  return [{ expected: { kind: 'tags', tags, match } }];
}

/** `tagKeys[1]` is an element of a member. */
function failingMember(code: string, type: FailingMember['type'], roles: Roles): FailingMember {
  const [, name = code, element] = /^(.+)\[(\d+)\]$/.exec(code) ?? [];
  const member = resolveName(name, roles);
  return element === undefined ? { member, type } : { member, element: Number(element), type };
}

function invalid({ members }: WrittenOutcome, { roles }: ExpectationContext): readonly ExpectedOutcome[] {
  if (members === undefined || members === 'shape')
    return [{ expected: { kind: 'refused', code: 'InvalidRequestParameters' } }];
  if (members === 'none') return [{ expected: UNLISTED }];
  return members.map(({ code, type, optional }) => ({
    expected: {
      kind: 'refused',
      code: 'InvalidRequestParameters',
      member: failingMember(code, type, roles),
    },
    ...(optional === true && { optional }),
  }));
}

/** What one written outcome allows. */
const EXPECTED: Record<
  Exclude<WrittenOutcome['reply'], 'document'>,
  (written: WrittenOutcome, context: ExpectationContext) => readonly ExpectedOutcome[]
> = {
  tags: expectedTags,
  'not-found': (_, { roles: { endpoint } }) => [
    { expected: { kind: 'not-found', resource: endpoint.resource } },
  ],
  refused: ({ code = [] }) =>
    [code]
      .flat()
      .flatMap((each) => (each === 'any' ? DEFINED_REFUSALS : each))
      .map((each) => ({ expected: { kind: 'refused', code: each } })),
  invalid,
  http: ({ status = 'any' }) => [{ expected: { kind: 'http', statuses: status } }],
  anything: () => [{ expected: { kind: 'anything' } }],
};

function outcomesWritten(
  written: WrittenOutcome,
  request: Request,
  context: ExpectationContext,
): readonly AllowedOutcome[] {
  const when: readonly When[] =
    written.when === undefined || context.decides === undefined
      ? []
      : [conditionOf(context.decides, written.when)];
  if (written.reply === 'document')
    return allowedForRequest(request, context.facts).outcomes.map((outcome) => ({
      ...outcome,
      when: and(when, outcome.when),
    }));
  return EXPECTED[written.reply](written, context).map((outcome) => ({
    ...outcome,
    when,
    clause: context.clause,
  }));
}

/** What is right where a request names one key of a subject in place of all of them: what tagKeys does decides it. */
function outcomesForKeys(outcome: AllowedOutcome, keys: readonly Json[]): readonly AllowedOutcome[] {
  const { expected } = outcome;
  if (expected.kind !== 'tags' || expected.tags === UNKNOWN || expected.tags.length < 2) return [outcome];
  return tagChoices(expected.tags, keys).map(({ tags, match, when }) => ({
    ...outcome,
    expected: { kind: 'tags', tags, match: expected.match === 'some of' ? 'some of' : match },
    when: and(outcome.when, when),
  }));
}

/** What a case allows for one of its requests. */
export function allowedByCase(
  written: WrittenOutcomes,
  request: Request,
  context: ExpectationContext,
): Allowed {
  const all: AllowedOutcome[] = [];
  for (const each of [written].flat()) all.push(...outcomesWritten(each, request, context));
  const { endpoint } = request;
  const { clause, shipped, oneKey } = context;
  const outcomes = oneKey === undefined ? all : all.flatMap((outcome) => outcomesForKeys(outcome, oneKey));
  const strictness = strictnessOf(request);
  if (shipped) return { endpoint, strictness, clause, outcomes };
  // A user's own case demands the reply that it expects, also where the document asks for none.
  const isJudged = outcomes.some(({ expected }) => expected.kind !== 'anything');
  const ownStrictness = isJudged && strictness === 'only liveness' ? 'outside the API' : strictness;
  return { endpoint, strictness: ownStrictness, clause, outcomes, asWritten: true };
}
