/** What is asked, and in which members: ids, lists, members beyond the document, in every other way. */
import { RESOURCE_FACTS, RESOURCES } from '../../contract/endpoints.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { CONTROL_NEAR_MISSES, NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import { JSON_BENDS, TEXT_BENDS, type MemberBend } from '../../suite/format/member-bends.ts';
import { literal, type Deviation, type DeviationClass } from './deviation.ts';
import { keysOf } from './keys-of.ts';
import type { Material, Stage } from './material.ts';

/** Values of many kilobytes or levels: each costs as much as many other requests. */
const HEAVY_VALUES: ReadonlySet<MemberBend> = new Set(['as-deep', 'as-huge-string', 'as-many']);
const NEAR_MISS_NAMES = [...keysOf(NEAR_MISSES), ...keysOf(CONTROL_NEAR_MISSES)];
const isNearMiss = (name: MemberBend): boolean => (NEAR_MISS_NAMES as readonly MemberBend[]).includes(name);
const STRING_NAMES = TEXT_BENDS.filter((name) => !isNearMiss(name));
const JSON_NAMES = keysOf(JSON_BENDS).filter((name) => !HEAVY_VALUES.has(name));

const bent = (member: string, bends: readonly MemberBend[]): DeviationClass =>
  bends.map((bend): Deviation => ({ send: { bend: { [member]: bend } } }));

/** Left out, of another kind, altered as a text; and the ids of all that there is, and of what there is not. */
export function idClasses(
  stage: Stage,
  { facts: { world }, keys, tokens }: Material,
): readonly DeviationClass[] {
  const { targets, endpoint } = stage;
  // Where the id may be left out, it is the caller who is asked about: by every key and token.
  const callers: readonly Deviation['who'][] = endpoint.idRequired
    ? []
    : [...tokens.map((token) => ({ token })), ...keys.map((key) => ({ key }))];
  const exists = ({ game, id }: (typeof targets)[number]): boolean =>
    world.subject(endpoint.resource, game, id).is === 'present';
  return [
    [{ send: { without: ['$id'] } }],
    callers.map((who): Deviation => ({ ...(who && { who }), send: { without: ['$id'] } })),
    bent('$id', ['as-null', 'empty']),
    bent('$id', JSON_NAMES),
    bent('$id', STRING_NAMES),
    oddIds(stage),
    targets.filter(exists).map((who): Deviation => ({ who })),
    targets.filter((target) => !exists(target)).map((who): Deviation => ({ who })),
  ];
}

/** Near misses of the id, and of a key of the subject. */
export function memberNearMisses(): readonly DeviationClass[] {
  const ofKey = bent(`${TAG_KEYS}[0]`, NEAR_MISS_NAMES);
  return [
    bent('$id', NEAR_MISS_NAMES),
    ofKey.map(({ send }): Deviation => ({ send: { ...send, set: { [TAG_KEYS]: ['$plainKey'] } } })),
  ];
}

export function extensionClasses({ members, endpoint: { idMember } }: Stage): readonly DeviationClass[] {
  const extensions = members.filter((member) => member !== idMember && member !== TAG_KEYS);
  return extensions.map((member) => bent(member, JSON_NAMES));
}

const EXTRA: DeviationClass = [
  { send: { set: { note: 'x' } } },
  { send: { set: { note: null } } },
  { send: { set: { tags: [] } } },
  { send: { headers: { set: { 'X-Note': 'x' } } } },
];

/** Names under which a backend may look for an id, beside its own. */
const OTHER_NAMES = [
  'id',
  'Id',
  'ID',
  'targetId',
  'playerId',
  ...RESOURCES.map((each) => RESOURCE_FACTS[each].idMember),
];

/** The id under another name: beside another subject's under its own, and alone. */
function misnamed({ endpoint, targets, plain }: Stage): readonly DeviationClass[] {
  const names = [...new Set(OTHER_NAMES)].filter((name) => name !== endpoint.idMember);
  const other = targets.find(({ game, id }) => game === plain.game && id !== plain.id)?.id ?? 'x';
  return [
    names.map((name): Deviation => ({ send: { set: { [name]: literal(other) } } })),
    names.map((name): Deviation => ({ send: { set: { [name]: '$subject.id' }, without: ['$id'] } })),
  ];
}

/** Characters with a meaning in queries, patterns or pages. */
const MEANINGFUL = ["'", '"', '`', '\\', '%', '_', '*', '?', '.', '$', ';', '<', '&', '/', '\n'];

/** Characters of which an id has another length in code units, code points and bytes (T9). */
const LONG_CHARACTERS = ['\u00E9', '\u{1F99C}', 'e\u0301'];

function oddIds({ plain: { id } }: Stage): DeviationClass {
  const half = Math.floor(id.length / 2);
  const ids = [
    ...MEANINGFUL.map((character) => id.slice(0, -1) + character),
    ...LONG_CHARACTERS.flatMap((character) => [half, id.length].map((count) => character.repeat(count))),
  ];
  return ids.map((each): Deviation => ({ send: { set: { $id: literal(each) } } }));
}

/** Every list of keys is a matter of the subject (`tag-key-lists.ts`): here it is another value altogether. */
export const TAG_KEY_CLASSES: readonly DeviationClass[] = [bent(TAG_KEYS, JSON_NAMES)];

/** Members and headers beyond the document. */
export function extraClasses(stage: Stage): readonly DeviationClass[] {
  return [EXTRA, ...misnamed(stage)];
}

/** Every member with a value that costs much to send or to read. */
export function heavyMembers({ members, endpoint: { idMember } }: Stage): DeviationClass {
  return members.flatMap((member) => bent(member === idMember ? '$id' : member, [...HEAVY_VALUES]));
}
