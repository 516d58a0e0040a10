/** Alterations of the body's members: ids, tagKeys, and members beyond the document. */
import { RESOURCE_FACTS, RESOURCES } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { CONTROL_NEAR_MISSES, NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  TEXT_ALTERATIONS,
  valuesFuzzed,
  type MemberAlteration,
} from '../../cases/format/alterations/member-alterations.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import type { AlterationRow } from './alteration-row.ts';
import type { EndpointInputs } from './fuzz-inputs.ts';
import { literal, type StepAlteration } from './step.ts';
import { HEAVY_LISTS, LIGHT_LISTS } from './tag-key-lists.ts';

const NEAR_MISS_NAMES: readonly MemberAlteration[] = [
  ...namesOf(NEAR_MISSES),
  ...namesOf(CONTROL_NEAR_MISSES),
];
const STRING_NAMES = TEXT_ALTERATIONS.filter((name) => !NEAR_MISS_NAMES.includes(name));
const JSON_NAMES = valuesFuzzed(undefined);

type Alterations = readonly StepAlteration[];

const memberAlterations = (
  member: string,
  names: readonly MemberAlteration[],
  send: Send = {},
): Alterations => names.map((alter) => ({ send: { ...send, alter: { [member]: alter } } }));

const settingMember = (member: string, value: unknown): StepAlteration => ({
  send: { set: { [member]: value } },
});

const NO_ID: Send = { without: ['$id'] };

/** Characters with a meaning in queries, patterns or pages. */
const MEANINGFUL = ["'", '"', '`', '\\', '%', '_', '*', '?', '.', '$', ';', '<', '&', '/', '\n'];
/** Characters whose length differs in code units, code points and bytes (id.unit). */
const LONG_CHARACTERS = ['\u00E9', '\u{1F99C}', 'e\u0301'];

function oddIds({ plain: { id } }: EndpointInputs): Alterations {
  const half = Math.floor(id.length / 2);
  const ids = [
    ...MEANINGFUL.map((character) => id.slice(0, -1) + character),
    ...LONG_CHARACTERS.flatMap((character) => [half, id.length].map((count) => character.repeat(count))),
  ];
  return ids.map((each) => settingMember('$id', literal(each)));
}

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
function misnamed({ endpoint, targets, plain }: EndpointInputs): Alterations {
  const names = [...new Set(OTHER_NAMES)].filter((name) => name !== endpoint.idMember);
  const other = targets.find(({ game, id }) => game === plain.game && id !== plain.id)?.id ?? 'x';
  return names.flatMap((name) => [
    settingMember(name, literal(other)),
    { send: { ...NO_ID, set: { [name]: '$subject.id' } } },
  ]);
}

/** Members and headers beyond the document. */
const EXTRA: Alterations = [
  settingMember('note', 'x'),
  settingMember('note', null),
  settingMember('tags', []),
  settingMember('customTags', { source: 'tagproof' }),
  { send: { headers: { set: { 'X-Note': 'x' } } } },
];

export const MEMBER_ROWS: readonly AlterationRow[] = [
  { weight: 40, of: () => [{ send: NO_ID }] },
  // Where the id may be left out, the request is about the caller: try every key and token.
  {
    weight: 40,
    of: ({ endpoint }, { tokens, keys }) =>
      endpoint.idRequired
        ? []
        : [...tokens.map((token) => ({ token })), ...keys.map((key) => ({ key }))].map((given) => ({
            given,
            send: NO_ID,
          })),
  },
  { weight: 40, of: () => memberAlterations('$id', ['as-null', 'empty']) },
  { weight: 40, of: () => memberAlterations('$id', JSON_NAMES) },
  { weight: 40, of: () => memberAlterations('$id', STRING_NAMES) },
  { weight: 40, of: oddIds },
  { weight: 80, of: ({ targets }) => targets.map((given) => ({ given })) },
  { weight: 80, of: () => memberAlterations(TAG_KEYS, JSON_NAMES) },
  {
    weight: 120,
    of: ({ members }) =>
      members
        .filter(({ says }) => says === 'own')
        .flatMap(({ member }) => memberAlterations(member, JSON_NAMES)),
  },
  { weight: 40, of: (on) => [...EXTRA, ...misnamed(on)] },
  { weight: 320, of: () => LIGHT_LISTS.map((list) => ({ list })) },
  { weight: 1, of: () => HEAVY_LISTS.map((list) => ({ list })) },
  {
    weight: 70,
    of: () => [
      ...memberAlterations('$id', NEAR_MISS_NAMES),
      ...memberAlterations(`${TAG_KEYS}[0]`, NEAR_MISS_NAMES, { set: { [TAG_KEYS]: ['$plainKey'] } }),
    ],
  },
  {
    weight: 1,
    of: ({ members }) =>
      members.flatMap(({ member, says }) =>
        memberAlterations(says === 'subject' ? '$id' : member, valuesFuzzed('rarely')),
      ),
  },
];
