/** What a case gets in place of what it describes, reported so that a pass is not taken for more than it is. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { UNKNOWN } from '../../world/world.ts';
import { ABSENT_SHAPES, isElsewhere } from '../format/given/subject-ids.ts';
import { questionOf } from '../../spec/dialect/questions.ts';
import type { WrittenCase } from '../format/schema/case-schema.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { Roles } from '../planned.ts';
import { hasRules } from './key-role.ts';
import type { SubjectNeed } from './wish.ts';
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

function keyNote({ key, endpoint }: Roles, { key: wanted }: Given): readonly string[] {
  if (key === undefined || wanted?.rules === undefined || hasRules(key, endpoint, wanted)) return [];
  return [`the key ${key.name} is the nearest to one with rules ${wanted.rules} (world.secretKeys)`];
}

function subjectNote({ subject }: Roles, { subject: wanted }: Given, need: SubjectNeed): readonly string[] {
  const { word, plural } = RESOURCE_FACTS[subject.resource];
  // A request that is refused whatever it asks for shows as much with a placeholder.
  if (subject.isPlaceholder === true && need === 'any') return [];
  if (subject.isPlaceholder === true)
    return [`asks about a made-up id, as no ${word} is declared that fits (world.${plural})`];
  const shape = wanted?.absent;
  if (shape !== undefined && !isElsewhere(shape) && !ABSENT_SHAPES[shape].fits(subject.id))
    return [
      `the made-up id ${subject.id} is as near to ${shape} as this format of ids allows (world.absent.${plural})`,
    ];
  const tags = subject.exists?.tags;
  if (
    wanted?.tags === undefined ||
    tags === undefined ||
    tags === UNKNOWN ||
    TAG_SHAPES[wanted.tags].fits(tags)
  )
    return [];
  return [`the ${word} ${subject.id} is the nearest to one with ${wanted.tags} tags (world.${plural})`];
}

/** A line for the key and one for the subject, where they are not as the case describes them. */
export function substitutionNotes(chosen: Roles, given: Given, need: SubjectNeed): readonly string[] {
  return [...keyNote(chosen, given), ...subjectNote(chosen, given, need)];
}
