/** What a target file does not say about the key and the subject of a request: each fact in words, with its place in the file. */
import { RESOURCE_FACTS } from '../../../spec/endpoints.ts';
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

/** Whether a caller is kept from something that may be there or not: its id is none that the file or the run knows. */
function mayBeKept(
  { planned: { who }, judgement: { envelope } }: CaseAttempt,
  world: DeclaredWorld,
): boolean {
  const code = envelope?.returnCode;
  const isKept = code === 'OperationNotAllow' || code === 'OperationNotAuthorized';
  return isKept && !world.complete && who.subject.exists === undefined;
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
  const kept = `whether anything has the id ${subject.id} (absent.${RESOURCE_FACTS[subject.resource].plural})`;
  return [
    ...(key === undefined ? [] : unknownOfKey(key, endpoint)),
    ...unknownOfSubject(attempt.planned.who),
    ...(mayBeKept(attempt, world) ? [kept] : []),
  ];
}
