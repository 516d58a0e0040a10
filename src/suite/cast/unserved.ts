/** What to declare so that a reference of a case has something to stand for. */
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import type { Cast } from './cast.ts';
import { nameGameLines } from '../declare/declare-other.ts';
import type { Missing } from './missing.ts';

const GAME = '$game';
const OF_SUBJECT = /^\$subject\.(?!id$)/;

/** Whether a text stands for tags of the subject, so that a made-up id has none to offer. */
const isOfTags = (text: string): boolean => OF_SUBJECT.test(text);

/** Whether any part of a case names tags of its subject. */
export function namesTags(part: unknown): boolean {
  if (typeof part === 'string') return isOfTags(part);
  if (typeof part !== 'object' || part === null) return false;
  return (Array.isArray(part) ? part : Object.entries(part).flat()).some(namesTags);
}

/** What the world lacks for a reference that this cast has nothing for. */
export function lackForReference(reference: string, { subject }: Cast): Missing {
  const { word, plural } = RESOURCE_FACTS[subject.resource];
  if (reference === GAME)
    return { needs: `the id of the game of the ${word} ${subject.id} (world.games)`, declare: nameGameLines };
  if (isOfTags(reference))
    return {
      needs: `tags of the ${word} ${subject.id} for ${reference} to stand for (world.${plural})`,
      declare: [],
    };
  return { needs: `something for ${reference} to stand for`, declare: [] };
}
