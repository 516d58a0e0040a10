/** The `tags` stage: which tags of a subject a call gets, by what the dialect has tagKeys do (§4.3, §4.5.2; question tagKeys.effect). */
import type { TagItem } from '../../../src/spec/envelope.ts';
import type { Json } from '../../../src/judge/rules/json.ts';
import { tagChoices } from '../../../src/judge/rules/tag-keys.ts';
import { UNKNOWN, type Subject } from '../../../src/world/world.ts';
import { chooseOne, type Options } from '../options-at.ts';

const NONE_OF_THE_TAGS: readonly TagItem[] = [];

/** The subject's own list, unchanged, where all its tags are asked for. Of a choice that is left open the last tag is lost. */
export function chooseTags({ tags }: Subject, sent: Json | undefined, options: Options): readonly TagItem[] {
  if (tags === UNKNOWN) return NONE_OF_THE_TAGS;
  const choices = tagChoices(tags, sent);
  const choice = chooseOne(choices, options);
  if (choice === undefined) return tags;
  if (choice.match === 'some of') return choices[0]?.tags.slice(0, -1) ?? NONE_OF_THE_TAGS;
  return choice.tags.length === tags.length ? tags : choice.tags;
}
