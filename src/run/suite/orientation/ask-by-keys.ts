/** Asks a target that requires tagKeys: for all keys of the subject at once, or key by key if it refuses that list. */
import { TAG_KEYS } from '../../../spec/members.ts';
import { isPlainKey } from '../../../judge/rules/tag-keys.ts';
import { knownKey } from '../../../cases/cast/world-index.ts';
import { UNKNOWN } from '../../../world/world.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';
import type { Ask, Asked, Inquiry } from './inquiry.ts';

/** Names no tag of any subject. */
const NO_TAG = 'tagproof';

/** The most keys of a subject that are asked for one by one: enough to know whether its tags are the declared ones. */
const MAX_KEYS = 16;

const isOfTagKeys = (member: string): boolean => member.toLowerCase().includes(TAG_KEYS.toLowerCase());

/** Whether the request is refused for its tagKeys. */
export function isRefusedForTagKeys({ answered }: Inquiry): boolean {
  if (answered.kind !== 'refused') return false;
  if (answered.code === 'MaxSizeRequestReject') return true;
  return answered.code === 'InvalidRequestParameters' && answered.members.some(isOfTagKeys);
}

const tagsOf = ({ subject: { exists } }: Asked) =>
  exists === undefined || exists.tags === UNKNOWN ? [] : exists.tags;

/** The keys of the subject, those first that no limit refuses; one that names no tag where it has none. */
function keysOf(asked: Asked): readonly string[] {
  const keys = [...new Set(tagsOf(asked).map(({ key }) => key))];
  return keys.length === 0
    ? [NO_TAG]
    : keys.toSorted((a, b) => Number(isPlainKey(b)) - Number(isPlainKey(a)));
}

/** Whether some tag has another key than the one that was asked for: tagKeys has no effect, so these are all tags. */
const bringsOthers = ({ asked: { tagKeys = [] }, answered }: Inquiry): boolean =>
  answered.kind === 'tags' && answered.tags.some(({ key }) => !tagKeys.includes(key));

/**
 * One inquiry of several, one for each key. Tags of keys that stay hidden are taken to be as they are declared; nothing is
 * learned from such an inquiry.
 */
async function keyByKey(ask: Ask, asked: Asked, keys: readonly string[]): Promise<Inquiry | undefined> {
  const parts: Inquiry[] = [];
  for (const key of keys.slice(0, MAX_KEYS)) {
    const part = await ask({ ...asked, tagKeys: [key] });
    if (isRefusedForTagKeys(part)) continue;
    if (part.answered.kind !== 'tags' || bringsOthers(part)) return part;
    parts.push(part);
  }
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const shown = new Set(parts.flatMap((part) => part.asked.tagKeys ?? []));
  const hidden = tagsOf(asked).filter(({ key }) => !shown.has(key));
  const tags = parts.flatMap(({ answered }) => (answered.kind === 'tags' ? answered.tags : []));
  const sound =
    hidden.length === 0 && parts.every(({ answered }) => answered.kind === 'tags' && answered.sound);
  return {
    ...last,
    asked: { ...last.asked, tagKeys: keys },
    answered: { kind: 'tags', tags: [...tags, ...hidden], sound },
  };
}

/** Asks for the keys of the subject in the way that the target takes. */
export async function askByKeys(ask: Ask, asked: Asked, world: DeclaredWorld): Promise<Inquiry> {
  const keys = keysOf(asked);
  const together = await ask({ ...asked, tagKeys: keys });
  if (!isRefusedForTagKeys(together)) return together;
  const parts = keys.length > 1 ? await keyByKey(ask, asked, keys) : undefined;
  if (parts !== undefined) return parts;
  const known = knownKey(world, asked.subject.resource);
  if (known === undefined || keys.includes(known)) return together;
  const lent = await ask({ ...asked, tagKeys: [known] });
  if (lent.answered.kind !== 'tags' || bringsOthers(lent)) return lent;
  const hidden = tagsOf(asked);
  const { tags, sound } = lent.answered;
  return {
    ...lent,
    answered: { kind: 'tags', tags: [...tags, ...hidden], sound: sound && hidden.length === 0 },
  };
}
