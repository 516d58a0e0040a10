/** Turns a written expectation, resolved against the roles, into Allowed. */
import { DEFINED_REFUSALS, type RefusalCode } from '../../spec/codes.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { and, conditionOf, type When, type QuestionId } from '../../spec/dialect/questions.ts';
import type { Request } from '../../http/request.ts';
import {
  type Allowed,
  type AllowedOutcome,
  type Expected,
  type Strictness,
  strictnessOf,
} from '../../judge/expect/allowed.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { UNLISTED, type FailingMember } from '../../judge/rules/ruling.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import type { TagItem } from '../../spec/envelope.ts';
import type { Extension } from '../../spec/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Roles } from '../planned.ts';
import { resolveName, resolveText } from '../format/references.ts';

/** What an expectation needs besides its own words. */
interface ExpectationContext {
  readonly roles: Roles;
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  /** The clause that a wrong outcome breaks: the case's first. */
  readonly clause: ClauseId;
  readonly decides: QuestionId | undefined;
  /** The case comes with tagproof: how strictly a reply is judged depends on the request. */
  readonly shipped: boolean;
}

const asList = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

function senderTags({ roles, world }: ExpectationContext): Fact<readonly TagItem[]> {
  const holder = roles.token?.holder;
  if (holder?.kind !== 'player') return UNKNOWN;
  const found = world.subject('gamePlayer', holder.game, holder.userId);
  return found.is === 'present' ? found.value.tags : UNKNOWN;
}

function expectedTags(written: WrittenOutcome, context: ExpectationContext): Expected {
  const match = written.some === true ? 'some of' : 'exactly';
  if (written.tags !== undefined) return { kind: 'tags', tags: written.tags, match };
  const all = written.of === 'sender' ? senderTags(context) : (context.roles.subject.exists?.tags ?? UNKNOWN);
  const keys = written.only?.map((key) => String(resolveText(key, context.roles)));
  const tags = keys === undefined || all === UNKNOWN ? all : all.filter(({ key }) => keys.includes(key));
  return { kind: 'tags', tags, match };
}

const expectedNotFound = ({ roles: { endpoint } }: ExpectationContext): Expected => ({
  kind: 'not-found',
  resource: endpoint.resource,
});

/** `tagKeys[1]` is an element of a member. */
function failingMember(code: string, type: FailingMember['type'], roles: Roles): FailingMember {
  const [, name = code, element] = /^(.+)\[(\d+)\]$/.exec(code) ?? [];
  const member = resolveName(name, roles);
  return element === undefined ? { member, type } : { member, element: Number(element), type };
}

type ExpectedOutcome = Pick<AllowedOutcome, 'expected' | 'optional'>;

const onlyOutcome = (expected: Expected): readonly ExpectedOutcome[] => [{ expected }];

function refusals({ code }: WrittenOutcome): readonly ExpectedOutcome[] {
  const codes = asList(code).flatMap((each): readonly RefusalCode[] =>
    each === 'any' ? DEFINED_REFUSALS : [each],
  );
  return codes.map((each) => ({ expected: { kind: 'refused', code: each } }));
}

function invalid({ members }: WrittenOutcome, { roles }: ExpectationContext): readonly ExpectedOutcome[] {
  if (members === undefined || members === 'shape')
    return onlyOutcome({ kind: 'refused', code: 'InvalidRequestParameters' });
  if (members === 'none') return onlyOutcome(UNLISTED);
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
  tags: (written, context) =>
    onlyOutcome(
      context.roles.subject.isPlaceholder === true
        ? expectedNotFound(context)
        : expectedTags(written, context),
    ),
  'not-found': (_, context) => onlyOutcome(expectedNotFound(context)),
  refused: refusals,
  invalid,
  http: ({ status }) => onlyOutcome({ kind: 'http', statuses: status ?? 'any' }),
  anything: () => onlyOutcome({ kind: 'anything' }),
};

/** The keys of the tags that an expectation writes out. */
export function writtenKeys(written: WrittenOutcomes | undefined): readonly string[] {
  return asList(written).flatMap(({ tags = [] }) => tags.map(({ key }) => key));
}

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
    return allowedForRequest(request, context).outcomes.map((outcome) => ({
      ...outcome,
      when: and(when, outcome.when),
    }));
  return EXPECTED[written.reply](written, context).map((outcome) => ({
    ...outcome,
    when,
    clause: context.clause,
  }));
}

/** A user's own case demands the reply that it expects, also where the document asks for none. */
function strictnessFor(
  request: Request,
  outcomes: readonly AllowedOutcome[],
  { shipped }: ExpectationContext,
): Strictness {
  const strictness = strictnessOf(request);
  const unjudged = shipped || outcomes.every(({ expected }) => expected.kind === 'anything');
  return strictness === 'only liveness' && !unjudged ? 'outside the API' : strictness;
}

/** What a case allows for one of its requests. */
export function allowedByCase(
  written: WrittenOutcomes,
  request: Request,
  context: ExpectationContext,
): Allowed {
  const outcomes = asList(written).flatMap((each) => outcomesWritten(each, request, context));
  const { endpoint } = request;
  const strictness = strictnessFor(request, outcomes, context);
  const asWritten = context.shipped ? {} : ({ asWritten: true } as const);
  return { endpoint, strictness, clause: context.clause, outcomes, ...asWritten };
}
