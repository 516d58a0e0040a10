/** What a case gets in place of what it describes, reported so that a pass is not taken for more than it is. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { UNKNOWN } from '../../world/world.ts';
import { ABSENT_SHAPES, isElsewhere } from '../format/given/subject-ids.ts';
import { questionOf } from '../../spec/dialect/questions.ts';
import type { WrittenCase } from '../format/schema/case-schema.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { AskedSubject, Roles } from '../planned.ts';
import { hasRules } from './key-role.ts';
import type { SubjectNeed } from './wish.ts';
import { KEY_RULES } from '../format/given/key-traits.ts';
import { TAG_SHAPES } from '../format/given/tag-shapes.ts';
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';

/** Clauses about what exists: a placeholder shows nothing of them. */
const ABOUT_EXISTING: ReadonlySet<ClauseId> = new Set<RegisteredClause>([
  '1/one-target',
  '2.2/key',
  '2.2/value',
  '2.2/key-identifies',
  '2.3/tags/type',
  '2.4/error-code/present',
  '4.3/tag-keys/subset',
  '4.3/tag-keys/all-or-filter',
  '4.5.2/tags',
  '4.5.3/ok',
  '5.1/identifies',
  '5.5/target',
  '5.5/permitted',
  '7.4.3/exists',
]);

/** The clauses of a case that a placeholder can show. */
export function clausesOfPlaceholder(clauses: readonly ClauseId[]): readonly ClauseId[] {
  return clauses.filter((clause) => !ABOUT_EXISTING.has(clause));
}

/** What a case can show with a placeholder: a question about what exists it can't decide. */
export function shownByPlaceholder({ clauses, decides }: Pick<WrittenCase, 'clauses' | 'decides'>) {
  const isOpen = decides === undefined || ABOUT_EXISTING.has(questionOf(decides).warns);
  return { clauses: clausesOfPlaceholder(clauses), decides: isOpen ? undefined : decides };
}

/** Clause to report when a reply about a placeholder is of no allowed kind. */
export function clauseOfPlaceholder(clauses: readonly ClauseId[]): ClauseId {
  return clausesOfPlaceholder(clauses)[0] ?? '7.4.2/not-found';
}

const closest = (wanted: string, used: string, place: string): string =>
  `no ${wanted} is declared; used ${used}, the closest (world.${place})`;

function subjectNote(subject: AskedSubject, wanted: Given['subject'], need: SubjectNeed): string | undefined {
  const { word, plural } = RESOURCE_FACTS[subject.resource];
  // A request that is refused whatever it asks for shows as much with a placeholder.
  if (subject.isPlaceholder === true)
    return need === 'any'
      ? undefined
      : `no ${word} that fits is declared; used a random id (world.${plural})`;
  const shape = wanted?.absent;
  if (shape !== undefined && !isElsewhere(shape) && !ABSENT_SHAPES[shape].fits(subject.id))
    return closest(`id ${ABSENT_SHAPES[shape].words} that no ${word} has`, subject.id, `absent.${plural}`);
  const tags = subject.exists?.tags ?? UNKNOWN;
  if (wanted?.tags === undefined || tags === UNKNOWN || TAG_SHAPES[wanted.tags].fits(tags)) return undefined;
  return closest(`${word} ${TAG_SHAPES[wanted.tags].words}`, subject.id, plural);
}

/** A line for the key and one for the subject, where they are not as the case describes them. */
export function substitutionNotes(
  { key, endpoint, subject }: Roles,
  given: Given,
  need: SubjectNeed,
): readonly string[] {
  const wanted = given.key ?? {};
  const ofKey =
    key === undefined || wanted.rules === undefined || hasRules(key, endpoint, wanted)
      ? []
      : closest(`key ${KEY_RULES[wanted.rules].words}`, key.name, 'secretKeys');
  return [ofKey, subjectNote(subject, given.subject, need) ?? []].flat();
}
