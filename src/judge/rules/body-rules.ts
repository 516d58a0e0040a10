/** The rules of the body: its size, its Content-Type, its shape, and its members (§1, §4.2, §4.3, §7.1, §7.3, §8). */
import { DEFINED_REFUSALS } from '../../spec/codes.ts';
import { questionOf, when, type When } from '../../spec/dialect/questions.ts';
import { type Call, CONTENT_TYPE_QUESTIONS, membersSent } from './call.ts';
import {
  ALLOW,
  always,
  type Facts,
  type RuleFound,
  type HttpAnswer,
  isSure,
  option,
  options,
  refuse,
  refuseMember,
  type Rule,
  UNLISTED,
  ruled,
} from './ruling.ts';
import { membersOf, type MemberSpec } from '../../spec/members.ts';
import { shapeFaults } from './shape-faults.ts';
import { idFaults } from './id-faults.ts';
import { isPrototypeName } from './json.ts';
import { subjectOf } from './subject-of.ts';
import { tagKeysFaults } from './tag-keys.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';

/** Without a declared limit a backend may find any request above this many bytes too large (size.limit). */
const UNDECLARED_BYTES = 1024;

const SIZE_REFUSED = refuse('MaxSizeRequestReject');
const UNSUPPORTED: HttpAnswer = { kind: 'http', statuses: [415] };

/** §7.1: the serialised request exceeds the maximum size; question size.limit: the exact edge is not judged. */
export const SIZE_RULE = {
  id: 'size',
  after: [],
  judge: ({ bytes }, { world }) => {
    const clause = '7.1/max-size-request-reject';
    const limit = world.limits.requestBytes;
    if (limit === undefined)
      return bytes <= UNDECLARED_BYTES ? [] : ruled(clause, [ALLOW, always(SIZE_REFUSED)]);
    if (bytes <= limit / 2) return [];
    if (bytes <= limit) return ruled(clause, [ALLOW, always(SIZE_REFUSED)]);
    if (bytes < limit * 2) return ruled(clause, [option('size.limit', 'enforced', SIZE_REFUSED), ALLOW]);
    return ruled(clause, [
      option('size.limit', 'enforced', SIZE_REFUSED),
      option('size.limit', 'not enforced'),
    ]);
  },
} as const satisfies Rule;

/** §7.1: another Content-Type is the request's shape first. */
const SHAPE = 'InvalidRequestParameters';
const SHAPE_FIRST = [SHAPE, ...DEFINED_REFUSALS.filter((code) => code !== SHAPE)] as const;

/** Whatever comes of another charset or parameter is right (§4.2). */
const ANY_ANSWER = ruled('4.2/content-type/charset', [
  ALLOW,
  ...SHAPE_FIRST.map((code) => always(refuse(code))),
  always(UNSUPPORTED),
]);

/** §4.2: Content-Type is application/json; the questions contentType.*: the document binds the caller only. */
export const CONTENT_TYPE_RULE = {
  id: 'content-type',
  after: [],
  judge: ({ contentType }) =>
    contentType === 'json with other parameter'
      ? ANY_ANSWER
      : CONTENT_TYPE_QUESTIONS[contentType].map((question) => ({
          clause: questionOf(question).warns,
          alternatives: [
            option(question, 'answered'),
            ...options(question, 'refused', SHAPE_FIRST),
            option(question, 'HTTP 415', UNSUPPORTED),
          ],
        })),
} as const satisfies Rule;

/** Where a body of such a Content-Type is not read, the request counts as one with an empty object, and nothing refuses its type. */
export function unread<C extends Call>(
  call: C,
): { readonly call: C; readonly when: readonly When[] } | undefined {
  const { contentType } = call;
  const isKnown = contentType === 'missing' || contentType === 'other';
  if (!isKnown && contentType !== 'json with other parameter') return undefined;
  return {
    call: { ...call, contentType: 'json', body: { is: 'object', members: new Map() } },
    when: isKnown ? [when(`contentType.${contentType}`, 'not read')] : [],
  };
}

/** §7.1: the request shape is invalid; there is no member to name. */
export const SHAPE_RULE = {
  id: 'shape',
  after: [],
  judge: ({ body }) =>
    body.is === 'object' ? [] : ruled('1/json-body', [always(refuse('InvalidRequestParameters'))]),
} as const satisfies Rule;

/** The keys of the subject's tags; none where it does not exist. */
function ownKeys(call: Call, { world }: Facts): Fact<ReadonlySet<string>> {
  const subject = subjectOf(call, world);
  if (subject.is === 'absent') return NO_KEYS;
  if (subject.is !== 'present' || subject.value.tags === UNKNOWN) return UNKNOWN;
  return new Set(subject.value.tags.map(({ key }) => key));
}

const NO_KEYS: ReadonlySet<string> = new Set();

function memberFaults(spec: MemberSpec, call: Call, facts: Facts): readonly RuleFound[] {
  const sent = membersSent(call).get(spec.member);
  switch (spec.says) {
    case 'subject':
      return idFaults(call, facts, spec.shape);
    case 'tag keys':
      return tagKeysFaults(sent, facts.catalogue ?? ownKeys(call, facts));
    case 'own':
      return shapeFaults(spec, sent);
  }
}

/** Question members.extra: members that neither the document nor the world file names; question body.prototype for names of prototypes. */
function extraMembers(specs: readonly MemberSpec[], call: Call): readonly RuleFound[] {
  const found: RuleFound[] = [];
  for (const member of membersSent(call).keys()) {
    if (specs.some((spec) => spec.member === member)) continue;
    const named = option('members.extra', 'invalid', refuseMember({ member, type: 'any' }));
    const alternatives = isPrototypeName(member)
      ? [option('body.prototype', 'ignored'), named]
      : [option('members.extra', 'ignored'), named, option('members.extra', 'without a list', UNLISTED)];
    found.push({ clause: '4.3/extra', alternatives });
  }
  return found;
}

/** §7.1, §7.3: a member value is invalid. Where one fails for sure, no catalogue of keys is needed to explain the refusal. */
export const MEMBERS_RULE = {
  id: 'members',
  after: ['shape'],
  judge: (call, facts) => {
    if (call.body.is !== 'object') return [];
    const specs = membersOf(call.endpoint.id, facts.extensions);
    const found: RuleFound[] = [];
    // This runs for every request, so it makes no list for a member that is right.
    for (const spec of specs) for (const fault of memberFaults(spec, call, facts)) found.push(fault);
    for (const extra of extraMembers(specs, call)) found.push(extra);
    return found.some(isSure) ? found.filter(({ clause }) => clause !== '4.3/tag-keys/known') : found;
  },
} as const satisfies Rule;

/** The rules of what the body says, in their order. */
export const BODY_RULES = [SHAPE_RULE, MEMBERS_RULE] as const satisfies readonly Rule[];
