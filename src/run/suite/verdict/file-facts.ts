/** What a target file says about the key and the subject of a request, with its place in the file: what it leaves open, and what a reply denies. */
import { GAME_ID } from '../../../spec/headers.ts';
import { RESOURCE_FACTS } from '../../../spec/endpoints.ts';
import { readingsOf } from '../../../judge/expect/readings.ts';
import { subjectId, subjectOf } from '../../../judge/rules/subject-of.ts';
import { breaksMust } from '../../../judge/finding.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../../../world/world.ts';
import type { Roles } from '../../../cases/planned.ts';
import type { CaseAttempt } from './case-records.ts';

function unknownOfKey(key: SecretKey, { variant, rule, otherRule }: Roles['endpoint']): readonly string[] {
  const rules = variant === 'client' ? [rule, otherRule] : [rule];
  return [
    ...(key.role === UNKNOWN ? [`which role the key ${key.name} has (secretKeys.role)`] : []),
    ...(key.game === UNKNOWN ? [`which game the key ${key.name} has (secretKeys.game)`] : []),
    ...rules
      .filter((each) => holdsRule(key, each) === UNKNOWN)
      .map((each) => `whether the key ${key.name} has the rule ${each} (secretKeys.rules)`),
  ];
}

/** The ids that a client asks for and is kept from, and of which nothing says whether they exist: as they are sent, in each way to read them. */
function maybeThere(
  { planned: { request, who }, judgement: { envelope } }: CaseAttempt,
  world: DeclaredWorld,
): readonly string[] {
  const code = envelope?.returnCode;
  const isKept = code === 'OperationNotAllow' || code === 'OperationNotAuthorized';
  if (!isKept || who.endpoint.variant !== 'client') return [];
  const asked = readingsOf(request, world)
    .filter(({ call }) => subjectOf(call, world).is === 'unknown')
    .flatMap(({ call }) => subjectId(call) ?? []);
  return [...new Set(asked)].filter((id) => id !== who.subject.exists?.id);
}

function unknownOfSubject({ subject: { exists, id }, token, endpoint }: Roles): readonly string[] {
  if (exists === undefined) return [];
  const { plural } = RESOURCE_FACTS[exists.resource];
  const mayBeOwn = endpoint.variant === 'client' && token?.holder.kind === 'player';
  const owners = exists.resource === 'group' ? 'members' : 'owner';
  return [
    ...(exists.tags === UNKNOWN ? [`which tags ${id} has (${plural}.tags)`] : []),
    ...(exists.owners === UNKNOWN && mayBeOwn ? [`whose ${id} is (${plural}.${owners})`] : []),
  ];
}

/** Every unknown fact that a request touches, whether or not it matters for this reply. */
export function unknownFacts(attempt: CaseAttempt, world: DeclaredWorld): readonly string[] {
  const { key, subject, endpoint } = attempt.planned.who;
  const where = `absent.${RESOURCE_FACTS[subject.resource].plural}`;
  return [
    ...(key === undefined ? [] : unknownOfKey(key, endpoint)),
    ...unknownOfSubject(attempt.planned.who),
    ...maybeThere(attempt, world).map((id) => `whether anything has the id ${id} (${where})`),
  ];
}

/** What the file says of the key's rule, where the reply denies it. */
function ofRule({ planned: { who }, judgement: { envelope } }: CaseAttempt): readonly string[] {
  const { key, endpoint } = who;
  if (key === undefined || key.role !== endpoint.role) return [];
  const held = holdsRule(key, endpoint.rule);
  const denies =
    held === true
      ? envelope?.returnCode === 'OperationNotAllow'
      : held === false && envelope?.returnCode === 'Ok';
  const says = held === true ? 'has' : 'lacks';
  return denies ? [`that the key ${key.name} ${says} the rule ${endpoint.rule} (secretKeys.rules)`] : [];
}

/** What the file says of the key's role and game, where the reply denies it. */
function ofKey({ planned: { who, request }, judgement: { envelope } }: CaseAttempt): readonly string[] {
  const { key, endpoint } = who;
  const code = envelope?.returnCode;
  if (key === undefined || key.role === UNKNOWN) return [];
  if (key.role !== endpoint.role)
    return code === 'Ok' ? [`that the key ${key.name} has the role ${key.role} (secretKeys.role)`] : [];
  const repeatsGame = request.headers.some(([name, value]) => name === GAME_ID && value === key.game);
  return repeatsGame && code === 'SecretInvalid'
    ? [`that the key ${key.name} is of the game ${String(key.game)} (secretKeys.game)`]
    : [];
}

/** What the file says of the token, where a request that names no player gets the tags of another than the token's. */
function ofToken({ planned: { who, request }, judgement: { findings } }: CaseAttempt): readonly string[] {
  const { token, subject } = who;
  const isSender = token?.holder.kind === 'player' && token.holder.userId === subject.id;
  const isNamed = Buffer.from(request.body ?? []).includes(subject.id);
  const isWrong = findings.some(({ kind }) => kind === 'wrong-tags');
  return isSender && !isNamed && isWrong && who.endpoint.resource === 'gamePlayer'
    ? [`that the token ${token.name} is of the player ${subject.id} (authTokens.player)`]
    : [];
}

/** What the file says of the subject, where the reply denies it. */
function doubtsOfSubject(
  { planned: { who }, judgement: { envelope, findings } }: CaseAttempt,
  declared: DeclaredWorld,
): readonly string[] {
  const { resource, game, id } = who.subject;
  const { word, plural } = RESOURCE_FACTS[resource];
  const found = declared.subject(resource, game, id);
  if (envelope?.returnCode !== 'Ok') return [];
  const isThere = (envelope.payload.errorCode ?? 'Ok') === 'Ok';
  if (found.is === 'absent' && isThere && declared.absents.some((each) => each.id === id))
    return [`that nothing has the id ${id} (absent.${plural})`];
  if (found.is !== 'present') return [];
  if (!isThere) return [`that there is the ${word} ${id} (${plural})`];
  const isOfTags = findings.some(({ kind }) => kind === 'wrong-tags');
  return isOfTags && found.value.tags !== UNKNOWN
    ? [`which tags the ${word} ${id} has (${plural}.tags)`]
    : [];
}

/** What in the file may be wrong where a case fails by it, a line each: the backend is judged by what the file declares. */
export function fileDoubts(attempts: readonly CaseAttempt[], declared: DeclaredWorld): readonly string[] {
  const doubts = attempts
    .filter(({ judgement }) => breaksMust(judgement.findings))
    .flatMap((attempt) => [
      ...ofKey(attempt),
      ...ofRule(attempt),
      ...ofToken(attempt),
      ...doubtsOfSubject(attempt, declared),
    ]);
  return [...new Set(doubts)].map((said) => `or is the file out of date? It says ${said}`);
}
