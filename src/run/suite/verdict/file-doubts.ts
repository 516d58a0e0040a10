/** What in the target file may be wrong where a case fails by it: the backend is judged by what the file declares. */
import { RESOURCE_FACTS } from '../../../spec/endpoints.ts';
import { breaksMust } from '../../../judge/finding.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN } from '../../../world/world.ts';
import type { CaseAttempt } from './case-records.ts';

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

/** A line for each, with its place in the file. */
export function fileDoubts(attempts: readonly CaseAttempt[], declared: DeclaredWorld): readonly string[] {
  const doubts = attempts
    .filter(({ judgement }) => breaksMust(judgement.findings))
    .flatMap((attempt) => [...ofRule(attempt), ...doubtsOfSubject(attempt, declared)]);
  return [...new Set(doubts)].map((said) => `or is the file out of date? It says ${said}`);
}
