/** Alterations of the body's members: ids, lists, and members beyond the document. */
import { RESOURCE_FACTS, RESOURCES } from '../../contract/endpoints.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { CONTROL_NEAR_MISSES, NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  TEXT_ALTERATIONS,
  valuesFuzzed,
  type MemberAlteration,
} from '../../suite/format/member-alterations.ts';
import { literal, type StepAlteration, type AlterationClass } from './step-alteration.ts';
import { keysOf } from './keys-of.ts';
import type { Material, Stage } from './material.ts';

const NEAR_MISS_NAMES = [...keysOf(NEAR_MISSES), ...keysOf(CONTROL_NEAR_MISSES)];
const isNearMiss = (name: MemberAlteration): boolean =>
  (NEAR_MISS_NAMES as readonly MemberAlteration[]).includes(name);
const STRING_NAMES = TEXT_ALTERATIONS.filter((name) => !isNearMiss(name));
const JSON_NAMES = valuesFuzzed(undefined);

const altered = (member: string, alterations: readonly MemberAlteration[]): AlterationClass =>
  alterations.map((alter): StepAlteration => ({ send: { alter: { [member]: alter } } }));

/** Left out, of another kind, altered as a text; and the ids of existing and of absent subjects. */
export function idClasses(
  stage: Stage,
  { facts: { world }, keys, tokens }: Material,
): readonly AlterationClass[] {
  const { targets, endpoint } = stage;
  // Where the id may be left out, the request is about the caller: try every key and token.
  const callers: readonly StepAlteration['given'][] = endpoint.idRequired
    ? []
    : [...tokens.map((token) => ({ token })), ...keys.map((key) => ({ key }))];
  const exists = ({ game, id }: (typeof targets)[number]): boolean =>
    world.subject(endpoint.resource, game, id).is === 'present';
  return [
    [{ send: { without: ['$id'] } }],
    callers.map((given): StepAlteration => ({ ...(given && { given }), send: { without: ['$id'] } })),
    altered('$id', ['as-null', 'empty']),
    altered('$id', JSON_NAMES),
    altered('$id', STRING_NAMES),
    oddIds(stage),
    targets.filter(exists).map((given): StepAlteration => ({ given })),
    targets.filter((target) => !exists(target)).map((given): StepAlteration => ({ given })),
  ];
}

/** Near misses of the id, and of a key of the subject. */
export function memberNearMisses(): readonly AlterationClass[] {
  const ofKey = altered(`${TAG_KEYS}[0]`, NEAR_MISS_NAMES);
  return [
    altered('$id', NEAR_MISS_NAMES),
    ofKey.map(({ send }): StepAlteration => ({ send: { ...send, set: { [TAG_KEYS]: ['$plainKey'] } } })),
  ];
}

export function extensionClasses({ members, endpoint: { idMember } }: Stage): readonly AlterationClass[] {
  const extensions = members.filter((member) => member !== idMember && member !== TAG_KEYS);
  return extensions.map((member) => altered(member, JSON_NAMES));
}

const EXTRA: AlterationClass = [
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
function misnamed({ endpoint, targets, plain }: Stage): readonly AlterationClass[] {
  const names = [...new Set(OTHER_NAMES)].filter((name) => name !== endpoint.idMember);
  const other = targets.find(({ game, id }) => game === plain.game && id !== plain.id)?.id ?? 'x';
  return [
    names.map((name): StepAlteration => ({ send: { set: { [name]: literal(other) } } })),
    names.map((name): StepAlteration => ({ send: { set: { [name]: '$subject.id' }, without: ['$id'] } })),
  ];
}

/** Characters with a meaning in queries, patterns or pages. */
const MEANINGFUL = ["'", '"', '`', '\\', '%', '_', '*', '?', '.', '$', ';', '<', '&', '/', '\n'];

/** Characters whose length differs in code units, code points and bytes (id.unit). */
const LONG_CHARACTERS = ['\u00E9', '\u{1F99C}', 'e\u0301'];

function oddIds({ plain: { id } }: Stage): AlterationClass {
  const half = Math.floor(id.length / 2);
  const ids = [
    ...MEANINGFUL.map((character) => id.slice(0, -1) + character),
    ...LONG_CHARACTERS.flatMap((character) => [half, id.length].map((count) => character.repeat(count))),
  ];
  return ids.map((each): StepAlteration => ({ send: { set: { $id: literal(each) } } }));
}

/** Values of tagKeys that are not lists of keys; lists depend on the subject (`tag-key-lists.ts`). */
export const TAG_KEY_CLASSES: readonly AlterationClass[] = [altered(TAG_KEYS, JSON_NAMES)];

/** Members and headers beyond the document. */
export function extraClasses(stage: Stage): readonly AlterationClass[] {
  return [EXTRA, ...misnamed(stage)];
}

/** Every member with a value that costs much to send or to read. */
export function heavyMembers({ members, endpoint: { idMember } }: Stage): AlterationClass {
  return members.flatMap((member) => altered(member === idMember ? '$id' : member, valuesFuzzed('rarely')));
}
