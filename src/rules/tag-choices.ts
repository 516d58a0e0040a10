/** Which tags of a subject a call may get, by what tagKeys does (§4.3, §4.5.2; questions tagKeys.empty and tagKeys.effect). */
import type { TagItem } from '../contract/envelope.ts';
import { when, type When } from '../dialect/questions.ts';
import { isArray, type Json } from './json.ts';

/** One choice: these tags exactly, or any of them. The reference's own choice comes first. */
export interface TagChoice {
  readonly tags: readonly TagItem[];
  readonly match: 'exactly' | 'some of';
  readonly when: readonly When[];
}

const exactly = (tags: readonly TagItem[], ...conditions: readonly When[]): TagChoice => ({
  tags,
  match: 'exactly',
  when: conditions,
});

/** The tags of keys that are named more than once, once for each further time. */
function hitsAgain(hits: readonly TagItem[], keys: readonly Json[]): readonly TagItem[] {
  const seen = new Set<Json>();
  const repeated = keys.filter((key) => seen.size === seen.add(key).size);
  return repeated.flatMap((name) => hits.filter(({ key }) => key === name));
}

/** Naming all keys gives all tags, whatever tagKeys does (§4.5.2). */
function byKeys(tags: readonly TagItem[], keys: readonly Json[]): readonly TagChoice[] {
  const named = new Set(keys.filter((key) => typeof key === 'string'));
  const conditions = keys.includes(null) ? [when('tagKeys.nullElement', 'ignored')] : [];
  const hits = tags.filter(({ key }) => named.has(key));
  const choices: TagChoice[] = [
    exactly(hits, ...conditions, when('tagKeys.effect', 'filter')),
    exactly(tags, ...conditions, when('tagKeys.effect', 'none')),
  ];
  if (named.size === 0) choices.push(exactly(tags, ...conditions));
  if (hits.length < tags.length)
    choices.push({ tags, match: 'some of', when: [...conditions, when('tagKeys.effect', 'other')] });
  const again = hitsAgain(hits, keys);
  if (again.length > 0)
    choices.push(exactly([...hits, ...again], ...conditions, when('tagKeys.effect', 'other')));
  return choices;
}

/** The choices for a subject's tags. `sent` is undefined where tagKeys was left out. */
export function tagChoices(tags: readonly TagItem[], sent: Json | undefined): readonly TagChoice[] {
  if (sent === undefined) return [exactly(tags, when('tagKeys.omitted', 'all'))];
  if (sent === null)
    return [exactly(tags, when('tagKeys.null', 'all')), exactly([], when('tagKeys.null', 'none'))];
  if (!isArray(sent)) return [exactly(tags)];
  if (sent.length === 0)
    return [exactly(tags, when('tagKeys.empty', 'all')), exactly([], when('tagKeys.empty', 'none'))];
  return byKeys(tags, sent);
}
