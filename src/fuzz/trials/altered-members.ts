/** Alterations of the body's members: ids, lists of tagKeys that a subject invites, and members beyond the document. */
import { RESOURCE_FACTS, RESOURCES } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { CONTROL_NEAR_MISSES, NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  TEXT_ALTERATIONS,
  valuesFuzzed,
  type MemberAlteration,
} from '../../cases/format/alterations/member-alterations.ts';
import { type AlterationClass, literal, type StepAlteration } from './step.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { FuzzInputs, EndpointInputs } from './fuzz-inputs.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { alterString } from '../../http/alterations/string-alterations.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';

const NEAR_MISS_NAMES = [...namesOf(NEAR_MISSES), ...namesOf(CONTROL_NEAR_MISSES)];
const isNearMiss = (name: MemberAlteration): boolean =>
  (NEAR_MISS_NAMES as readonly MemberAlteration[]).includes(name);
const STRING_NAMES = TEXT_ALTERATIONS.filter((name) => !isNearMiss(name));
const JSON_NAMES = valuesFuzzed(undefined);

const altered = (member: string, alterations: readonly MemberAlteration[]): AlterationClass =>
  alterations.map((alter): StepAlteration => ({ send: { alter: { [member]: alter } } }));

/** Left out, of another kind, altered as a text; and the ids of existing and of absent subjects. */
export function idClasses(
  on: EndpointInputs,
  { facts: { world }, keys, tokens }: FuzzInputs,
): readonly AlterationClass[] {
  const { targets, endpoint } = on;
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
    oddIds(on),
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

export const ownMemberClasses = ({ members }: EndpointInputs): readonly AlterationClass[] =>
  members.filter(({ says }) => says === 'own').map(({ member }) => altered(member, JSON_NAMES));

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
function misnamed({ endpoint, targets, plain }: EndpointInputs): readonly AlterationClass[] {
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

function oddIds({ plain: { id } }: EndpointInputs): AlterationClass {
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
export function extraClasses(on: EndpointInputs): readonly AlterationClass[] {
  return [EXTRA, ...misnamed(on)];
}

/** Every member with a value that costs much to send or to read. */
export function heavyMembers({ members }: EndpointInputs): AlterationClass {
  return members.flatMap(({ member, says }) =>
    altered(says === 'subject' ? '$id' : member, valuesFuzzed('rarely')),
  );
}

/** What a list is made from: the keys of the subject, each once, and a number that picks among them. */
interface Keys {
  readonly own: readonly string[];
  readonly pick: number;
}

const one = ({ own, pick }: Keys): string => own[pick % own.length] ?? '';
const some = ({ own, pick }: Keys): readonly string[] =>
  own.filter((_, at) => ((pick >>> (at % 16)) & 1) === 1);
/** An element among others, at a place that the number picks. */
const among = (keys: Keys, odd: unknown): readonly unknown[] => {
  const length = 1 + (keys.pick % 12);
  const at = (keys.pick >>> 4) % length;
  return Array.from({ length }, (_, index) =>
    index === at ? odd : literal(keys.own[index % keys.own.length] ?? ''),
  );
};
const literals = (keys: readonly string[]): readonly string[] => keys.map(literal);

/** In the words of the case format, in which a dollar begins a reference. */
const TAG_KEY_LISTS = {
  all: ({ own }) => literals(own),
  none: () => [],
  one: (keys) => literals([one(keys)]),
  some: (keys) => literals(some(keys)),
  reversed: ({ own }) => literals(own.toReversed()),
  'one and an unknown': (keys) => [literal(one(keys)), 'nosuchkey'],
  unknown: () => ['nosuchkey'],
  'one twice': (keys) => literals([one(keys), one(keys)]),
  'one in other case': (keys) => literals([alterString(one(keys), 'swap-case')]),
  'one cut': (keys) => literals([alterString(one(keys), 'cut-one')]),
  'one lengthened': (keys) => literals([`${one(keys)}x`]),
  'one padded': (keys) => literals([` ${one(keys)} `]),
  'one normalised': (keys) => literals([one(keys).normalize('NFC'), one(keys).normalize('NFD')]),
  empty: () => [''],
  'an empty one': (keys) => among(keys, ''),
  null: () => null,
  'a null': (keys) => among(keys, null),
  'a number': (keys) => among(keys, 7),
  'a boolean': (keys) => among(keys, true),
  'an array': (keys) => among(keys, ['vip']),
  'an object': (keys) => among(keys, {}),
  'a long one': (keys) => among(keys, 'k'.repeat(255)),
  prototype: () => ['__proto__', 'constructor', 'toString'],
  'a dozen': ({ own }) => literals(Array.from({ length: 12 }, (_, at) => own[at % own.length] ?? '')),
  'a hundred': ({ own }) => literals(Array.from({ length: 100 }, (_, at) => own[at] ?? `nosuchkey${at}`)),
  'a thousand': ({ own }) => literals(Array.from({ length: 1000 }, (_, at) => own[at] ?? `nosuchkey${at}`)),
  'a very long one': (keys) => among(keys, 'k'.repeat(5000)),
} as const satisfies Record<string, (keys: Keys) => readonly unknown[] | null>;

export type TagKeyList = keyof typeof TAG_KEY_LISTS;
export const TAG_KEY_LIST_NAMES = Object.keys(TAG_KEY_LISTS) as readonly TagKeyList[];

/** Lists that cost as much as many other requests. */
export const HEAVY_LISTS: ReadonlySet<TagKeyList> = new Set(['a hundred', 'a thousand', 'a very long one']);

/** The value of tagKeys as `set:` of a case has it. For a subject without known tags a common key is used. */
export function tagKeyList(
  name: TagKeyList,
  tags: Fact<readonly TagItem[]> | undefined,
  pick: number,
): readonly unknown[] | null {
  const keys = tags === undefined || tags === UNKNOWN ? [] : [...new Set(tags.map(({ key }) => key))];
  return TAG_KEY_LISTS[name]({ own: keys.length === 0 ? ['vip'] : keys, pick });
}
