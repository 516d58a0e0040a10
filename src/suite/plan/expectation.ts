/** Turns a written expectation, resolved against the roles, into Allowed. */
import { DEFINED_REFUSALS, type RefusalCode } from '../../contract/codes.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { and, conditionOf, type When, type QuestionId } from '../../dialect/questions.ts';
import type { Request } from '../../http/request.ts';
import type { Allowed, AllowedOutcome, Expected, Strictness } from '../../judge/expect/allowed.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { strictnessOf } from '../../judge/expect/strictness.ts';
import { UNLISTED, type FailingMember } from '../../rules/ruling.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import type { TagItem } from '../../contract/envelope.ts';
import type { Extension } from '../../contract/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../format/schema/outcome-schema.ts';
import type { Roles } from '../../judge/planned.ts';
import { resolveName, resolveText } from '../format/references.ts';

/** What an expectation needs besides its own words. */
export interface Stage {
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

function senderTags({ roles, world }: Stage): Fact<readonly TagItem[]> {
  const holder = roles.token?.holder;
  if (holder?.kind !== 'player') return UNKNOWN;
  const found = world.subject('gamePlayer', holder.game, holder.userId);
  return found.is === 'present' ? found.value.tags : UNKNOWN;
}

function expectedTags(written: WrittenOutcome, stage: Stage): Expected {
  const match = written.some === true ? 'some of' : 'exactly';
  if (written.tags !== undefined) return { kind: 'tags', tags: written.tags, match };
  const all = written.of === 'sender' ? senderTags(stage) : (stage.roles.subject.exists?.tags ?? UNKNOWN);
  const keys = written.only?.map((key) => String(resolveText(key, stage.roles)));
  const tags = keys === undefined || all === UNKNOWN ? all : all.filter(({ key }) => keys.includes(key));
  return { kind: 'tags', tags, match };
}

const notFound = ({ roles: { endpoint } }: Stage): Expected => ({
  kind: 'not-found',
  resource: endpoint.resource,
});

/** `tagKeys[1]` is an element of a member. */
function failingMember(code: string, type: FailingMember['type'], roles: Roles): FailingMember {
  const [, name = code, element] = /^(.+)\[(\d+)\]$/.exec(code) ?? [];
  const member = resolveName(name, roles);
  return element === undefined ? { member, type } : { member, element: Number(element), type };
}

type Outcome = Pick<AllowedOutcome, 'expected' | 'optional'>;

const just = (expected: Expected): readonly Outcome[] => [{ expected }];

function refusals({ code }: WrittenOutcome): readonly Outcome[] {
  const codes = asList(code).flatMap((each): readonly RefusalCode[] =>
    each === 'any' ? DEFINED_REFUSALS : [each],
  );
  return codes.map((each) => ({ expected: { kind: 'refused', code: each } }));
}

function invalid({ members }: WrittenOutcome, { roles }: Stage): readonly Outcome[] {
  if (members === undefined || members === 'shape')
    return just({ kind: 'refused', code: 'InvalidRequestParameters' });
  if (members === 'none') return just(UNLISTED);
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
  (written: WrittenOutcome, stage: Stage) => readonly Outcome[]
> = {
  tags: (written, stage) =>
    just(stage.roles.subject.standsIn === true ? notFound(stage) : expectedTags(written, stage)),
  'not-found': (_, stage) => just(notFound(stage)),
  refused: refusals,
  invalid,
  http: ({ status }) => just({ kind: 'http', statuses: status ?? 'any' }),
  anything: () => just({ kind: 'anything' }),
};

/** The keys of the tags that an expectation writes out. */
export function writtenKeys(written: WrittenOutcomes | undefined): readonly string[] {
  return asList(written).flatMap(({ tags = [] }) => tags.map(({ key }) => key));
}

function outcomesOf(written: WrittenOutcome, request: Request, stage: Stage): readonly AllowedOutcome[] {
  const when: readonly When[] =
    written.when === undefined || stage.decides === undefined
      ? []
      : [conditionOf(stage.decides, written.when)];
  if (written.reply === 'document')
    return allowedForRequest(request, stage).outcomes.map((outcome) => ({
      ...outcome,
      when: and(when, outcome.when),
    }));
  return EXPECTED[written.reply](written, stage).map((outcome) => ({
    ...outcome,
    when,
    clause: stage.clause,
  }));
}

/** A user's own case demands the reply that it expects, also where the document asks for none. */
function strictnessFor(
  request: Request,
  outcomes: readonly AllowedOutcome[],
  { shipped }: Stage,
): Strictness {
  const strictness = strictnessOf(request);
  const unjudged = shipped || outcomes.every(({ expected }) => expected.kind === 'anything');
  return strictness === 'only liveness' && !unjudged ? 'outside the API' : strictness;
}

/** What a case allows for one of its requests. */
export function allowedOf(written: WrittenOutcomes, request: Request, stage: Stage): Allowed {
  const outcomes = asList(written).flatMap((each) => outcomesOf(each, request, stage));
  const { endpoint } = request;
  const strictness = strictnessFor(request, outcomes, stage);
  const asWritten = stage.shipped ? {} : ({ asWritten: true } as const);
  return { endpoint, strictness, clause: stage.clause, outcomes, ...asWritten };
}
