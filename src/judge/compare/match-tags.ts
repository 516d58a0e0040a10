/** Compares the tags of a reply with the subject's: as a multiset, byte for byte (§4.5.2). */
import type { ClauseId } from '../../spec/clauses.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { ExpectedTags } from '../expect/allowed.ts';
import { AT_TAGS } from '../reply/envelope-parts.ts';
import { finding, type Finding } from '../finding.ts';
import { showTag, showTags } from '../show.ts';

const tagIdentity = ({ key, value }: TagItem): string => `${key.length}:${key}${value}`;

interface TagDifference {
  readonly missing: readonly TagItem[];
  readonly surplus: readonly TagItem[];
}

/** The tags that one multiset lacks and those that it has too many of, against another. */
export function tagDifference(expected: readonly TagItem[], actual: readonly TagItem[]): TagDifference {
  const counts = new Map<string, number>();
  for (const tag of expected) counts.set(tagIdentity(tag), (counts.get(tagIdentity(tag)) ?? 0) + 1);
  const surplus = actual.filter((tag) => !take(counts, tagIdentity(tag)));
  const missing = expected.filter((tag) => take(counts, tagIdentity(tag)));
  return { missing, surplus };
}

/** Takes one of a counted multiset; false where none is left. */
function take(counts: Map<string, number>, id: string): boolean {
  const left = counts.get(id) ?? 0;
  if (left > 0) counts.set(id, left - 1);
  return left > 0;
}

function repeatedKeys(tags: readonly TagItem[]): readonly Finding[] {
  const seen = new Set<string>();
  const repeated = tags.find(({ key }) => seen.size === seen.add(key).size);
  if (repeated === undefined) return [];
  return [
    finding(
      'duplicate-key',
      '2.2/key-identifies',
      AT_TAGS,
      'each key once',
      `${JSON.stringify(repeated.key)} twice or more`,
    ),
  ];
}

function say({ missing, surplus }: TagDifference): string {
  const lacks =
    missing.length === 0 ? [] : [`missing ${missing.length}: ${missing.slice(0, 3).map(showTag).join(', ')}`];
  const has =
    surplus.length === 0
      ? []
      : [`not expected ${surplus.length}: ${surplus.slice(0, 3).map(showTag).join(', ')}`];
  return [...lacks, ...has].join('; ');
}

const isWrongList = ({ missing, surplus }: TagDifference, match: ExpectedTags['match']): boolean =>
  surplus.length > 0 || (match === 'exactly' && missing.length > 0);

/** Whether nothing is wrong with the tags: `tagFindings` without its words. */
export function tagsFit({ tags, match }: ExpectedTags, actual: readonly TagItem[]): boolean {
  if (tags === UNKNOWN) return repeatedKeys(actual).length === 0;
  if (match === 'exactly' && tags.length !== actual.length) return false;
  return !isWrongList(tagDifference(tags, actual), match);
}

/** What is wrong with the tags; the clause is that of the outcome which expects them. */
export function tagFindings(
  { tags, match }: ExpectedTags,
  actual: readonly TagItem[],
  clause: ClauseId,
): readonly Finding[] {
  if (tags === UNKNOWN) return repeatedKeys(actual);
  const difference = tagDifference(tags, actual);
  if (!isWrongList(difference, match)) return [];
  const expected = match === 'exactly' ? showTags(tags) : `some of ${showTags(tags)}`;
  const said = say(match === 'exactly' ? difference : { missing: [], surplus: difference.surplus });
  return [finding('wrong-tags', clause, AT_TAGS, expected, `${showTags(actual)} (${said})`)];
}

/** Tags as a multiset: the same text whatever their order. */
export const tagsAsText = (tags: readonly TagItem[]): string =>
  JSON.stringify(tags.map(({ key, value }) => JSON.stringify([key, value])).toSorted());

/** Whether two multisets of tags differ. */
export function differingTags(a: readonly TagItem[], b: readonly TagItem[]): boolean {
  const { missing, surplus } = tagDifference(a, b);
  return missing.length > 0 || surplus.length > 0;
}
