/** What a case gets in place of what it describes: told, so that a pass is not taken for more than it is. */
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import { UNKNOWN } from '../../world/world.ts';
import { ABSENT_SHAPES, isElsewhere } from './absent-shapes.ts';
import type { Given } from '../format/case-schema.ts';
import type { Cast } from './cast.ts';
import { hasRules } from './key-role.ts';
import type { SubjectNeed } from './subject-role.ts';
import { TAG_SHAPES } from './tag-shapes.ts';

function keyNote({ key, endpoint }: Cast, { key: wanted }: Given): readonly string[] {
  if (key === undefined || wanted?.rules === undefined || hasRules(key, endpoint, wanted)) return [];
  return [`the key ${key.name} is the nearest to one with rules ${wanted.rules} (world.secretKeys)`];
}

function subjectNote({ subject }: Cast, { subject: wanted }: Given, need: SubjectNeed): readonly string[] {
  const { word, plural } = RESOURCE_FACTS[subject.resource];
  // A request that is refused whatever it asks for shows as much with a made-up id.
  if (subject.standsIn === true && need === 'any') return [];
  if (subject.standsIn === true)
    return [`asks about a made-up id, as no ${word} is declared that fits (world.${plural})`];
  const shape = wanted?.absent;
  if (shape !== undefined && !isElsewhere(shape) && !ABSENT_SHAPES[shape](subject.id))
    return [
      `the made-up id ${subject.id} is as near to ${shape} as this format of ids allows (world.absent.${plural})`,
    ];
  const tags = subject.exists?.tags;
  if (wanted?.tags === undefined || tags === undefined || tags === UNKNOWN || TAG_SHAPES[wanted.tags](tags))
    return [];
  return [`the ${word} ${subject.id} is the nearest to one with ${wanted.tags} tags (world.${plural})`];
}

/** A line for the key and one for the subject, where they are not as the case describes them. */
export function substitutionNotes(chosen: Cast, given: Given, need: SubjectNeed): readonly string[] {
  return [...keyNote(chosen, given), ...subjectNote(chosen, given, need)];
}
