/** Defects against §4.3: tagKeys is an array of strings, and whatever it does, only tags of the subject come. */
import type { TagItem } from '../../src/contract/envelope.ts';
import { TAG_KEYS } from '../../src/contract/members.ts';
import { tagKeysSent } from '../../src/rules/call.ts';
import { isArray, kindOf, type Json } from '../../src/rules/json.ts';
import type { FailingMember } from '../../src/rules/ruling.ts';
import { answering } from '../alterations/answers.ts';
import { on } from '../alterations/places.ts';
import { takingMembers } from '../alterations/requests.ts';
import { failing } from '../alterations/rules.ts';
import { filtering } from '../alterations/subjects.ts';
import type { Alter, Mutant } from './mutant.ts';

const MANY = 500;
const LONG = 1000;

/** Another value of tagKeys, where it was sent; undefined: as if it was not. */
const takingKeys = (alter: (keys: Json) => Json | undefined): Alter =>
  takingMembers((members) => {
    const keys = members.get(TAG_KEYS);
    if (keys === undefined) return members;
    const altered = alter(keys);
    const others = [...members].filter(([name]) => name !== TAG_KEYS);
    return new Map(altered === undefined ? others : [...others, [TAG_KEYS, altered]]);
  });

/** The elements of tagKeys are others. */
const elements = (alter: (keys: readonly Json[]) => readonly Json[]): Alter =>
  takingKeys((keys) => (isArray(keys) ? alter(keys) : keys));

/** Where tagKeys are of this sort, the request fails. */
const failingOn = (of: (keys: Json) => boolean): Alter =>
  takingKeys((keys) => {
    if (of(keys)) throw new Error('not expected here');
    return keys;
  });

const failingOnElement = (of: (key: Json) => boolean): Alter =>
  failingOn((keys) => isArray(keys) && keys.some(of));

const ofKeys = (alter: (member: FailingMember) => FailingMember): Alter =>
  failing((member) => (member.member === TAG_KEYS ? alter(member) : member));

const matching =
  (fits: (tag: TagItem, keys: readonly string[]) => boolean) =>
  (all: readonly TagItem[], keys: readonly string[]): readonly TagItem[] =>
    all.filter((tag) => fits(tag, keys));
const named = matching(({ key }, keys) => keys.includes(key));

const TYPES: readonly Mutant[] = [
  {
    name: 'text-as-tag-keys',
    clause: '4.3/tag-keys/type',
    description: 'reads a text as a list of one key',
    alter: takingKeys((keys) => (typeof keys === 'string' ? [keys] : keys)),
  },
  {
    name: 'number-as-tag-keys',
    clause: '4.3/tag-keys/type',
    description: 'ignores tagKeys that is a number or a boolean',
    alter: takingKeys((keys) => (['number', 'boolean'].includes(kindOf(keys)) ? undefined : keys)),
  },
  {
    name: 'object-as-tag-keys',
    clause: '4.3/tag-keys/type',
    description: 'reads an object as an empty list of keys',
    alter: takingKeys((keys) => (kindOf(keys) === 'object' ? [] : keys)),
  },
  {
    name: 'number-among-keys-read-as-text',
    clause: '4.3/tag-keys/type',
    description: 'reads a number among the tagKeys as a text',
    alter: elements((keys) => keys.map((key) => (typeof key === 'number' ? String(key) : key))),
  },
  {
    name: 'keys-of-other-types-dropped',
    clause: '4.3/tag-keys/type',
    description: 'drops what is not a string among the tagKeys on some endpoints',
    alter: on(
      ['gamePlayer.client', 'group.client', 'group.admin'],
      elements((keys) => keys.filter((key) => typeof key === 'string' || key === null)),
    ),
  },
  {
    name: 'nested-keys-flattened',
    clause: '4.3/tag-keys/type',
    description: 'reads an array among the tagKeys as the keys in it',
    alter: elements((keys) => keys.flatMap((key) => (isArray(key) ? key : [key]))),
  },
  {
    name: 'tag-keys-type-as-array-null',
    clause: '4.3/tag-keys/type',
    description: 'calls tagKeys of another type ServiceArrayNull',
    alter: ofKeys((member) =>
      member.element === undefined ? { ...member, type: 'ServiceArrayNull' } : member,
    ),
  },
  {
    name: 'elements-counted-from-one',
    clause: '2.5/code/spelling',
    description: 'counts the elements of tagKeys from one',
    alter: ofKeys((member) =>
      member.element === undefined ? member : { ...member, element: member.element + 1 },
    ),
  },
];

const SIZES: readonly Mutant[] = [
  {
    name: 'null-tag-keys-crash',
    clause: '4.3/tag-keys/subset',
    description: 'fails where tagKeys is null',
    alter: failingOn((keys) => keys === null),
  },
  {
    name: 'empty-tag-keys-crash',
    clause: '4.3/tag-keys/subset',
    description: 'fails where tagKeys is empty',
    alter: failingOn((keys) => isArray(keys) && keys.length === 0),
  },
  {
    name: 'null-among-keys-crashes',
    clause: '4.3/tag-keys/subset',
    description: 'fails where a null is among the tagKeys on one endpoint',
    alter: on(
      ['gamePlayer.server'],
      failingOnElement((key) => key === null),
    ),
  },
  {
    name: 'empty-text-among-keys-crashes',
    clause: '4.3/tag-keys/subset',
    description: 'fails where an empty text is among the tagKeys',
    alter: failingOnElement((key) => key === ''),
  },
  {
    name: 'many-tag-keys-crash',
    clause: '4.3/tag-keys/many',
    description: 'fails where many tagKeys are named',
    alter: failingOn((keys) => isArray(keys) && keys.length > MANY),
  },
  {
    name: 'long-tag-keys-crash',
    clause: '4.3/tag-keys/many',
    description: 'fails where a tag key is very long',
    alter: failingOnElement((key) => typeof key === 'string' && key.length > LONG),
  },
  {
    name: 'several-tag-keys-crash',
    clause: '4.3/tag-keys/many',
    description: 'fails where more than one key is named',
    alter: failingOn((keys) => isArray(keys) && keys.length > 1),
  },
  {
    name: 'odd-tag-key-crashes',
    clause: '4.3/tag-keys/many',
    description: 'fails where a tag key has a control character',
    // oxlint-disable-next-line no-control-regex
    alter: failingOnElement((key) => typeof key === 'string' && /[\0-\x1f]/.test(key)),
  },
  {
    name: 'tag-key-twice-crashes',
    clause: '4.3/tag-keys/many',
    description: 'fails where a key is named twice',
    alter: failingOn((keys) => isArray(keys) && new Set(keys).size < keys.length),
  },
  {
    name: 'prototype-keys-crash',
    clause: '4.3/tag-keys/subset',
    description: 'fails where a tag key has a name that every JavaScript object knows',
    alter: failingOnElement((key) => typeof key === 'string' && key in {}),
  },
];

const EFFECTS: readonly Mutant[] = [
  {
    name: 'unknown-keys-get-empty-tags',
    clause: '4.3/tag-keys/subset',
    description: 'lists a key that the subject lacks with an empty value',
    alter: filtering((all, keys) => [
      ...named(all, keys),
      ...keys.filter((key) => all.every((tag) => tag.key !== key)).map((key) => ({ key, value: '' })),
    ]),
  },
  {
    name: 'untagged-get-what-they-ask',
    clause: '4.3/tag-keys/subset',
    description: 'lists the key that is asked for where the subject has no tags at all',
    alter: filtering((all, keys) =>
      all.length === 0 ? keys.map((key) => ({ key, value: 'default' })) : named(all, keys),
    ),
  },
  {
    name: 'filtered-missing-subject-is-untagged',
    clause: '7.4.2/not-found',
    description: 'finds a subject without tags, rather than none, where tagKeys are named',
    alter: answering((answer, call) => {
      if (answer.kind !== 'not-found' || call === undefined || tagKeysSent(call) === undefined) return answer;
      const { resource } = answer;
      return {
        kind: 'tags',
        resource,
        subject: { resource, id: '', game: '', owners: [], tags: [] },
        tags: [],
      };
    }),
  },
  {
    name: 'keys-by-prefix',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags whose keys begin with a key that is named',
    alter: filtering(matching(({ key }, keys) => keys.some((each) => key.startsWith(each)))),
  },
  {
    name: 'keys-in-any-case',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags whose keys are named in any case',
    alter: filtering(
      matching(({ key }, keys) => keys.some((each) => key.toLowerCase() === each.toLowerCase())),
    ),
  },
  {
    name: 'keys-by-normal-form',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags whose keys look like those that are named',
    alter: filtering(
      matching(({ key }, keys) => keys.some((each) => key.normalize('NFC') === each.normalize('NFC'))),
    ),
  },
  {
    name: 'keys-without-blanks',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags whose keys are those that are named, but for blanks around them',
    alter: filtering(matching(({ key }, keys) => keys.some((each) => key.trim() === each.trim()))),
  },
  {
    name: 'named-keys-in-lower-case',
    clause: '4.5.2/tags',
    description: 'writes keys in lower case where keys are named',
    alter: filtering((all, keys) =>
      named(all, keys).map(({ key, value }) => ({ key: key.toLowerCase(), value })),
    ),
  },
  {
    name: 'nine-keys-at-most',
    clause: '4.5.2/tags',
    description: 'lists the tags of the first nine keys that are named',
    alter: filtering((all, keys) => named(all, keys.slice(0, 9))),
  },
  {
    name: 'named-keys-left-out',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags whose keys are not named',
    alter: filtering(matching(({ key }, keys) => !keys.includes(key))),
  },
  {
    name: 'last-key-of-several-left-out',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tags of all keys that are named but the last, where there are several',
    alter: filtering((all, keys) => named(all, keys.length > 1 ? keys.slice(0, -1) : keys)),
  },
  {
    name: 'keys-in-rising-order-only',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'stops at the first key that stands behind a greater one',
    alter: filtering((all, keys) => {
      const fall = keys.findIndex((key, at) => at > 0 && key < (keys[at - 1] ?? ''));
      return named(all, fall === -1 ? keys : keys.slice(0, fall));
    }),
  },
  {
    name: 'first-key-only',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tag of the first key that is named, and no other',
    alter: filtering((all, keys) => named(all, keys.slice(0, 1))),
  },
  {
    name: 'one-unknown-key-hides-all',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists nothing where one of the named keys is unknown',
    alter: filtering((all, keys) =>
      keys.every((key) => all.some((tag) => tag.key === key)) ? named(all, keys) : [],
    ),
  },
  {
    name: 'second-of-two-keys-lost',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists the tag of the first key alone where two are named',
    alter: filtering((all, keys) => named(all, keys.length === 2 ? keys.slice(0, 1) : keys)),
  },
  {
    name: 'key-named-twice-hides-tag',
    clause: '4.3/tag-keys/all-or-filter',
    description: 'lists a tag only where its key is named once',
    alter: filtering(matching(({ key }, keys) => keys.filter((each) => each === key).length === 1)),
  },
];

export const TAG_KEY_MUTANTS: readonly Mutant[] = [...TYPES, ...SIZES, ...EFFECTS];
