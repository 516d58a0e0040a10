/**
 * A second look at a reply that a case did not expect: what would the document say of it? For a shipped case an open question or an
 * unknown fact excuses it, so that nothing was verified; what only goes against what this backend does elsewhere is softened to a
 * warning; what rests on a learned fact is noted, to be seen again. A user's own case stands as written, and the note says so.
 */
import type { ReturnCode } from '../../../spec/codes.ts';
import { openQuestions } from '../../../spec/dialect/dialect.ts';
import { TAG_KEY_LIMITS, type QuestionId } from '../../../spec/dialect/questions.ts';
import { check, type Judgement } from '../../../judge/compare/check.ts';
import { breaksMust, type Finding } from '../../../judge/finding.ts';
import { showActual } from '../../../judge/compare/show-actual.ts';
import { allowedForRequest } from '../../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../../judge/expect/allowed.ts';
import type { Roles } from '../../../cases/planned.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import { judgeMasked, maskedExchange } from '../../send/judge-masked.ts';
import type { Mask } from '../../../http/secret.ts';
import { isCut } from '../../../report/record/redact.ts';
import { describeEvidence, worldWith, type LearnedFact, type KnownFacts } from '../orientation/learned.ts';
import { isOfLimitedKey, type CaseAttempt } from './case-records.ts';
import { ownFindings } from '../../../report/record/run-wide-findings.ts';

/** What the document says of a reply, by the rulebook alone. */
const byDocument = ({ planned, exchange }: CaseAttempt, facts: TargetFacts): Judgement =>
  check(allowedForRequest(planned.request, facts), exchange, facts.dialect);

/** Whether the document allows a reply in this world. */
const isAllowedIn = (world: DeclaredWorld, attempt: CaseAttempt, facts: TargetFacts): boolean =>
  !breaksMust(byDocument(attempt, { ...facts, world }).findings);

/** The facts that matter by themselves: the reply is allowed by all of the others. Where it takes several together, all of them. */
function thatMatter<T>(facts: readonly T[], isAllowedBy: (others: readonly T[]) => boolean): readonly T[] {
  const alone = facts.filter((fact) => isAllowedBy(facts.filter((other) => other !== fact)));
  return alone.length > 0 ? alone : facts;
}

/** Questions that explain the refusal of a list of keys. */
export const OF_KEYS: ReadonlySet<QuestionId> = new Set([...TAG_KEY_LIMITS, 'tagKeys.emptyElement']);

/** Whether a reply is a refusal that one of these questions may explain, even if the case allows a refusal for another reason. */
export function isRefusedFor(
  questions: ReadonlySet<QuestionId>,
  attempt: CaseAttempt,
  facts: TargetFacts,
): boolean {
  const { judgement, trouble } = attempt;
  const code = judgement.envelope?.returnCode;
  if (trouble !== undefined) return false;
  if (code !== 'InvalidRequestParameters' && code !== 'MaxSizeRequestReject') return false;
  const derived = byDocument(attempt, facts);
  return !breaksMust(derived.findings) && derived.questions.some((question) => questions.has(question));
}

/** Whether a reply is a refusal for the keys that its request names. */
export const isRefusedForKeys = (attempt: CaseAttempt, facts: TargetFacts): boolean =>
  isRefusedFor(OF_KEYS, attempt, facts);

/** An unknown fact, and the world in which it is as a plain request needs it. */
interface Unknown {
  readonly name: string;
  readonly resolved: (world: DeclaredWorld) => DeclaredWorld;
}

/** The world with a changed key. Its lookups don't depend on keys and are kept: indexing a large world again for each reply would be slow. */
const withKey = (world: DeclaredWorld, key: SecretKey, change: Partial<SecretKey>): DeclaredWorld => ({
  ...world,
  secretKeys: world.secretKeys.map((each) => (each.name === key.name ? { ...each, ...change } : each)),
});

function unknownOfKey(key: SecretKey, { endpoint, subject }: Roles): readonly Unknown[] {
  const holding = (rule: string): Unknown => ({
    name: `whether the key ${key.name} has the rule ${rule} (rules)`,
    resolved: (world) => {
      const now = world.secretKeys.find(({ name }) => name === key.name) ?? key;
      const held = new Set([...(now.someRules?.held ?? []), rule]);
      return withKey(world, key, { someRules: { held, lacked: now.someRules?.lacked ?? new Set() } });
    },
  });
  const rules = endpoint.variant === 'client' ? [endpoint.rule, endpoint.otherRule] : [endpoint.rule];
  return [
    ...(key.role === UNKNOWN
      ? [
          {
            name: `the role of the key ${key.name} (role)`,
            resolved: (world: DeclaredWorld) => withKey(world, key, { role: endpoint.role }),
          },
        ]
      : []),
    ...(key.game === UNKNOWN
      ? [
          {
            name: `which game the key ${key.name} carries (game)`,
            resolved: (world: DeclaredWorld) => withKey(world, key, { game: subject.game }),
          },
        ]
      : []),
    ...rules.filter((rule) => holdsRule(key, rule) === UNKNOWN).map(holding),
  ];
}

function withSubject(world: DeclaredWorld, about: Subject, change: Partial<Subject>): DeclaredWorld {
  const subject: DeclaredWorld['subject'] = (resource, game, id) => {
    const found = world.subject(resource, game, id);
    const isMeant = resource === about.resource && game === about.game && id === about.id;
    return isMeant && found.is === 'present' ? { ...found, value: { ...found.value, ...change } } : found;
  };
  return { ...world, subject };
}

function unknownOfSubject({ subject: { exists, id }, token, endpoint }: Roles): readonly Unknown[] {
  if (exists === undefined) return [];
  const holder = token?.holder;
  const mayBeOwn = endpoint.variant === 'client' && holder?.kind === 'player';
  return [
    ...(exists.tags === UNKNOWN
      ? [
          {
            name: `the tags of ${id} (tags)`,
            resolved: (world: DeclaredWorld) => withSubject(world, exists, { tags: [] }),
          },
        ]
      : []),
    ...(exists.owners === UNKNOWN && mayBeOwn
      ? [
          {
            name: `whose ${id} is (owner or members)`,
            resolved: (world: DeclaredWorld) => withSubject(world, exists, { owners: [holder.userId] }),
          },
        ]
      : []),
  ];
}

/** The names of the unknown facts that bear on a reply which the document allows as far as is known. */
function unknownBehind(attempt: CaseAttempt, facts: TargetFacts): readonly string[] {
  const { who } = attempt.planned;
  const unknown = [...(who.key === undefined ? [] : unknownOfKey(who.key, who)), ...unknownOfSubject(who)];
  const isAllowedBy = (others: readonly Unknown[]): boolean =>
    isAllowedIn(
      others.reduce((known, { resolved }) => resolved(known), facts.world),
      attempt,
      facts,
    );
  return thatMatter(unknown, isAllowedBy).map(({ name }) => name);
}

/** What the second look says: its findings hold; nothing was verified, and why; or what to report instead. */
export type SecondLook =
  | { readonly kind: 'stands' }
  | { readonly kind: 'excused'; readonly why: string }
  | { readonly kind: 'softened'; readonly findings: readonly Finding[] };

export const STANDS: SecondLook = { kind: 'stands' };

/** Nothing is open and nothing unknown. */
function isSettled(attempt: CaseAttempt, { world, dialect }: TargetFacts): boolean {
  return world.complete && openQuestions(dialect, attempt.planned.request.endpoint).length === 0;
}

/** What is right whatever the answers to the open questions are. */
function unconditional(allowed: Allowed): Allowed {
  return { ...allowed, outcomes: allowed.outcomes.filter(({ when }) => when.length === 0) };
}

function isSure(allowed: Allowed, attempt: CaseAttempt, { world, dialect }: TargetFacts): boolean {
  return world.complete && !breaksMust(check(unconditional(allowed), attempt.exchange, dialect).findings);
}

/** Questions of form: how something is written is not a reason for another outcome. */
const OF_FORM = /^(?:codes|dataless)\.|^(?:errorCode\.success|tags\.none|notFound\.info)$/;

export const isOfOutcome = (question: QuestionId): boolean => !OF_FORM.test(question);

/** Whether the caller may be kept from a subject that may be there or not: its id is none that the file or the run knows. */
const mayBeKept = (
  { planned: { who }, judgement: { envelope } }: CaseAttempt,
  { world }: TargetFacts,
): boolean =>
  !world.complete &&
  who.subject.exists === undefined &&
  (envelope?.returnCode === 'OperationNotAllow' || envelope?.returnCode === 'OperationNotAuthorized');

/** What leaves a reply open: questions on which it rests, and unknown facts. Answered questions count where nothing else is open. */
function leftOpenBy(attempt: CaseAttempt, judged: Judgement, facts: TargetFacts): readonly string[] {
  const { endpoint } = attempt.planned.request;
  const shown = [...new Set(judged.evidence.map(({ question }) => question).filter(isOfOutcome))];
  // Where several questions may explain the reply, it answers none of them.
  const questions = shown.length > 0 ? shown : judged.questions.filter(isOfOutcome);
  const open = questions
    .filter((question) => facts.dialect.answer(question, endpoint) === undefined)
    .map((question) => `the open question ${question}; declare more of the dialect`);
  const unknown = unknownBehind(attempt, facts);
  if (unknown.length > 0)
    return [...open, `an unknown fact: ${unknown.join(', or ')}; declare more of the world`];
  if (open.length > 0) return open;
  if (mayBeKept(attempt, facts))
    return [
      'an unknown fact: whether something that the caller may not read has this id; declare more of the world',
    ];
  return questions.map((question) => `what this backend answers to the question ${question}`);
}

/** Whether a reply is what limits are about: served, or refused for a limit. */
const isOfLimits = ({ judgement: { envelope } }: CaseAttempt): boolean =>
  envelope === undefined || OF_LIMITS.has(envelope.returnCode);

const OF_LIMITS: ReadonlySet<ReturnCode> = new Set(['Ok', 'MaxRequestReject', 'MaxCCUReject']);

/** Whether a finding is that the caller may not read the subject, whether it is there or not (question other.permitted). */
const keepsFromSubject = ({ clause }: Finding): boolean => clause === '5.5/permitted';

/** Takes the second look at one reply to a shipped case. */
export function secondLook(attempt: CaseAttempt, facts: TargetFacts, mask: Mask): SecondLook {
  if (attempt.judgement.findings.length === 0) return STANDS;
  if (isOfLimitedKey(attempt) && isOfLimits(attempt)) return STANDS;
  const isClosed = isSettled(attempt, facts) && !isRefusedForKeys(attempt, facts);
  const allowed = allowedForRequest(attempt.planned.request, facts);
  const judged = judgeMasked(allowed, attempt.exchange, facts.dialect, mask);
  const { envelope } = judged;
  const findings = ownFindings(judged.findings);
  if (breaksMust(findings) || isSure(allowed, attempt, facts)) return STANDS;
  // A declared choice excuses a reply that is right for it, and nothing else.
  if (isClosed && findings.length > 0) return STANDS;
  // One of several requests has to be answered as the case says, and a discouraged reply is none of those: unless the
  // caller is kept from every subject but its own, so that none could be.
  if (attempt.planned.rest !== undefined && findings.length > 0 && !findings.every(keepsFromSubject))
    return STANDS;
  if (findings.length > 0)
    return breaksMust(attempt.judgement.findings) ? { kind: 'softened', findings } : STANDS;
  const open = leftOpenBy(attempt, judged, facts);
  if (open.length === 0) return STANDS;
  const answer = envelope === undefined ? 'a reply without an envelope' : envelope.returnCode;
  return {
    kind: 'excused',
    why: `not verified: answered with ${answer}, which is left open by ${open.join('; ')}`,
  };
}

/** Whether a fact is about the key or the subject of a request. */
function concerns(fact: LearnedFact, { key, subject, endpoint }: Roles): boolean {
  switch (fact.kind) {
    case 'role':
    case 'game':
      return fact.key === key?.name;
    case 'rule':
      return fact.key === key?.name && (fact.rule === endpoint.rule || fact.rule === endpoint.otherRule);
    case 'tags':
      return fact.resource === subject.resource && fact.id === subject.id && fact.game === subject.game;
    case 'absent':
      return fact.resource === subject.resource && fact.ids.includes(subject.id);
  }
}

/**
 * The learned facts behind the findings of one reply: those without which it would be allowed. None where the findings hold by the
 * file alone.
 */
function learnedBehind(attempt: CaseAttempt, facts: KnownFacts): readonly LearnedFact[] {
  if (!breaksMust(attempt.judgement.findings) || attempt.planned.rest !== undefined) return [];
  const near = facts.learned.filter((fact) => concerns(fact, attempt.planned.who));
  const isAllowedBy = (known: readonly LearnedFact[]): boolean =>
    isAllowedIn(worldWith(facts.declared, known), attempt, facts);
  return near.length === 0 || !isAllowedBy([]) ? [] : thatMatter(near, isAllowedBy);
}

/** One line for each learned fact that the findings of a case rest on. */
export function restingOn(attempts: readonly CaseAttempt[], facts: KnownFacts): readonly string[] {
  const behind = attempts.flatMap((each) => learnedBehind(each, facts));
  return [...new Set(behind.map((fact) => `rests on: ${describeEvidence(fact)}`))];
}

/** That the document would allow a reply which a user's own case does not expect; undefined: it would not, or the case expects it. */
function documentNote(attempt: CaseAttempt, facts: TargetFacts, mask: Mask): string | undefined {
  if (!breaksMust(attempt.judgement.findings) || isOfLimitedKey(attempt)) return undefined;
  if (!isAllowedIn(facts.world, attempt, facts)) return undefined;
  const shown = maskedExchange(attempt.exchange, mask);
  const { envelope } = byDocument({ ...attempt, exchange: shown }, facts);
  if (envelope !== undefined && !isCut(shown))
    return `the document would allow this reply: ${showActual(envelope)}; the case expects a different one`;
  return shown.outcome.kind === 'reply'
    ? `the document would allow this reply: HTTP ${shown.outcome.status}; the case expects a different one`
    : undefined;
}

/** One line for each reply that only the case does not allow. */
export function documentNotes(
  attempts: readonly CaseAttempt[],
  facts: TargetFacts,
  mask: Mask,
): readonly string[] {
  const notes = attempts.map((each) => documentNote(each, facts, mask)).filter((note) => note !== undefined);
  return [...new Set(notes)];
}
