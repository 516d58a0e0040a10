/** Defects against §4.3: tagKeys is an array of strings, and whatever it does, only tags of the subject come. */
import type { TagItem } from '../../../src/spec/envelope.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { tagKeysSent } from '../../../src/judge/rules/call.ts';
import { isArray, kindOf, type Json } from '../../../src/judge/rules/json.ts';
import type { FailingMember } from '../../../src/judge/rules/ruling.ts';
import { findingUntagged } from '../../alterations/answers.ts';
import { on } from '../../alterations/places.ts';
import { takingMembers } from '../../alterations/requests.ts';
import { failing } from '../../alterations/rules.ts';
import { filtering, named } from '../../alterations/subjects.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

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

export const TAG_KEY_MUTANTS: readonly Mutant[] = breaking({
  '4.3/tag-keys/type': {
    'text-as-tag-keys': [
      'reads a text as a list of one key',
      takingKeys((keys) => (typeof keys === 'string' ? [keys] : keys)),
    ],
    'number-as-tag-keys': [
      'ignores tagKeys that is a number or a boolean',
      takingKeys((keys) => (['number', 'boolean'].includes(kindOf(keys)) ? undefined : keys)),
    ],
    'object-as-tag-keys': [
      'reads an object as an empty list of keys',
      takingKeys((keys) => (kindOf(keys) === 'object' ? [] : keys)),
    ],
    'number-among-keys-read-as-text': [
      'reads a number among the tagKeys as a text',
      elements((keys) => keys.map((key) => (typeof key === 'number' ? String(key) : key))),
    ],
    'keys-of-other-types-dropped': [
      'drops what is not a string among the tagKeys on some endpoints',
      on(
        ['gamePlayer.client', 'group.client', 'group.admin'],
        elements((keys) => keys.filter((key) => typeof key === 'string' || key === null)),
      ),
    ],
    'nested-keys-flattened': [
      'reads an array among the tagKeys as the keys in it',
      elements((keys) => keys.flatMap((key) => (isArray(key) ? key : [key]))),
    ],
    'tag-keys-type-as-array-null': [
      'calls tagKeys of another type ServiceArrayNull',
      ofKeys((member) => (member.element === undefined ? { ...member, type: 'ServiceArrayNull' } : member)),
    ],
  },
  '2.5/code/spelling': {
    'elements-counted-from-one': [
      'counts the elements of tagKeys from one',
      ofKeys((member) =>
        member.element === undefined ? member : { ...member, element: member.element + 1 },
      ),
    ],
  },
  '4.3/tag-keys/subset': {
    'null-tag-keys-crash': ['fails where tagKeys is null', failingOn((keys) => keys === null)],
    'empty-tag-keys-crash': [
      'fails where tagKeys is empty',
      failingOn((keys) => isArray(keys) && keys.length === 0),
    ],
    'null-among-keys-crashes': [
      'fails where a null is among the tagKeys on one endpoint',
      on(
        ['gamePlayer.server'],
        failingOnElement((key) => key === null),
      ),
    ],
    'empty-text-among-keys-crashes': [
      'fails where an empty text is among the tagKeys',
      failingOnElement((key) => key === ''),
    ],
    'prototype-keys-crash': [
      'fails where a tag key has a name that every JavaScript object knows',
      failingOnElement((key) => typeof key === 'string' && key in {}),
    ],
    'unknown-keys-get-empty-tags': [
      'lists a key that the subject lacks with an empty value',
      filtering((all, keys) => [
        ...named(all, keys),
        ...keys.filter((key) => all.every((tag) => tag.key !== key)).map((key) => ({ key, value: '' })),
      ]),
    ],
    'untagged-get-what-they-ask': [
      'lists the key that is asked for where the subject has no tags at all',
      filtering((all, keys) =>
        all.length === 0 ? keys.map((key) => ({ key, value: 'default' })) : named(all, keys),
      ),
    ],
  },
  '4.3/tag-keys/many': {
    'many-tag-keys-crash': [
      'fails where many tagKeys are named',
      failingOn((keys) => isArray(keys) && keys.length > MANY),
    ],
    'long-tag-keys-crash': [
      'fails where a tag key is very long',
      failingOnElement((key) => typeof key === 'string' && key.length > LONG),
    ],
    'several-tag-keys-crash': [
      'fails where more than one key is named',
      failingOn((keys) => isArray(keys) && keys.length > 1),
    ],
    'odd-tag-key-crashes': [
      'fails where a tag key has a control character',
      // oxlint-disable-next-line no-control-regex
      failingOnElement((key) => typeof key === 'string' && /[\0-\x1f]/.test(key)),
    ],
    'tag-key-twice-crashes': [
      'fails where a key is named twice',
      failingOn((keys) => isArray(keys) && new Set(keys).size < keys.length),
    ],
  },
  '7.4.2/not-found': {
    'filtered-missing-subject-is-untagged': [
      'finds a subject without tags, rather than none, where tagKeys are named',
      findingUntagged((call) => call !== undefined && tagKeysSent(call) !== undefined),
    ],
  },
  '4.3/tag-keys/all-or-filter': {
    'keys-by-prefix': [
      'lists the tags whose keys begin with a key that is named',
      filtering(matching(({ key }, keys) => keys.some((each) => key.startsWith(each)))),
    ],
    'keys-in-any-case': [
      'lists the tags whose keys are named in any case',
      filtering(matching(({ key }, keys) => keys.some((each) => key.toLowerCase() === each.toLowerCase()))),
    ],
    'keys-by-normal-form': [
      'lists the tags whose keys look like those that are named',
      filtering(
        matching(({ key }, keys) => keys.some((each) => key.normalize('NFC') === each.normalize('NFC'))),
      ),
    ],
    'keys-without-blanks': [
      'lists the tags whose keys are those that are named, but for blanks around them',
      filtering(matching(({ key }, keys) => keys.some((each) => key.trim() === each.trim()))),
    ],
    'named-keys-left-out': [
      'lists the tags whose keys are not named',
      filtering(matching(({ key }, keys) => !keys.includes(key))),
    ],
    'last-key-of-several-left-out': [
      'lists the tags of all keys that are named but the last, where there are several',
      filtering((all, keys) => named(all, keys.length > 1 ? keys.slice(0, -1) : keys)),
    ],
    'keys-in-rising-order-only': [
      'stops at the first key that stands behind a greater one',
      filtering((all, keys) => {
        const fall = keys.findIndex((key, at) => at > 0 && key < (keys[at - 1] ?? ''));
        return named(all, fall === -1 ? keys : keys.slice(0, fall));
      }),
    ],
    'first-key-only': [
      'lists the tag of the first key that is named, and no other',
      filtering((all, keys) => named(all, keys.slice(0, 1))),
    ],
    'one-unknown-key-hides-all': [
      'lists nothing where one of the named keys is unknown',
      filtering((all, keys) =>
        keys.every((key) => all.some((tag) => tag.key === key)) ? named(all, keys) : [],
      ),
    ],
    'second-of-two-keys-lost': [
      'lists the tag of the first key alone where two are named',
      filtering((all, keys) => named(all, keys.length === 2 ? keys.slice(0, 1) : keys)),
    ],
    'key-named-twice-hides-tag': [
      'lists a tag only where its key is named once',
      filtering(matching(({ key }, keys) => keys.filter((each) => each === key).length === 1)),
    ],
  },
  '4.5.2/tags': {
    'dotted-keys-not-found': [
      'finds nothing for a key with a dot, which it reads as a path',
      filtering((all, keys) =>
        named(
          all,
          keys.filter((key) => !key.includes('.')),
        ),
      ),
    ],
    'named-keys-in-lower-case': [
      'writes keys in lower case where keys are named',
      filtering((all, keys) => named(all, keys).map(({ key, value }) => ({ key: key.toLowerCase(), value }))),
    ],
    'nine-keys-at-most': [
      'lists the tags of the first nine keys that are named',
      filtering((all, keys) => named(all, keys.slice(0, 9))),
    ],
  },
});
