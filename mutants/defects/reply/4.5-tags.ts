/** Defects against §4.5 and §7.4: all tags of the subject are listed, nothing else, byte for byte. */
import type { EndpointId } from '../../../src/spec/endpoints.ts';
import type { TagItem } from '../../../src/spec/envelope.ts';
import { answering } from '../../alterations/answers.ts';
import { on } from '../../alterations/places.ts';
import { eachKey, eachTag, eachText, eachValue, listing, oncePer } from '../../alterations/subjects.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const PAGE = 100;
const COLUMN = 4000;
const DEFAULT_TAG: TagItem = { key: 'new', value: 'yes' };

const keeping = (fits: (tag: TagItem) => boolean): Alter => listing((tags) => tags.filter(fits));

const HTML = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const inHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => HTML.get(c) ?? c);

/** One tag of one subject is wrong, on one endpoint: only reading every declared subject shows it. */
const wrongFor = (endpoint: EndpointId, game: string, id: string): Alter =>
  on(
    [endpoint],
    listing((tags, { subject }) =>
      subject.id === id && subject.game === game
        ? tags.map((tag, at) => (at === tags.length - 1 ? { ...tag, value: `${tag.value}.` } : tag))
        : tags,
    ),
  );

export const TAG_MUTANTS: readonly Mutant[] = breaking({
  '4.5.2/tags': {
    'last-tag-lost': [
      'loses the last of several tags',
      listing((tags) => (tags.length > 1 ? tags.slice(0, -1) : tags)),
    ],
    'first-page-only': ['lists the first hundred tags', listing((tags) => tags.slice(0, PAGE))],
    'first-tag-twice': ['lists the first tag twice', listing((tags) => [...tags.slice(0, 1), ...tags])],
    'untagged-get-default': [
      'lists a default tag for a subject without tags',
      listing((tags, { subject: { tags: all } }) =>
        typeof all !== 'symbol' && all.length === 0 ? [DEFAULT_TAG] : tags,
      ),
    ],
    'tag-of-service-added': [
      'adds a tag of its own on the admin variants',
      on(
        ['gamePlayer.admin', 'characterPlayer.admin', 'group.admin'],
        listing((tags) => [...tags, { key: 'etag', value: '7f' }]),
      ),
    ],
    'values-of-neighbours': [
      'lists each key with the value of the next one',
      listing((tags) =>
        tags.map(({ key }, at) => ({ key, value: tags[(at + 1) % tags.length]?.value ?? '' })),
      ),
    ],
    'key-and-value-swapped': [
      'writes keys as values and values as keys',
      eachTag(({ key, value }) => ({ key: value, value: key })),
    ],
    'keys-in-lower-case': ['writes keys in lower case', eachKey((key) => key.toLowerCase())],
    'keys-once-in-any-case': [
      'keeps one tag of those whose keys differ in case alone',
      oncePer(({ key }) => key.toLowerCase()),
    ],
    'keys-once-up-to-dot': [
      'keeps one tag of those whose keys are the same up to a dot',
      oncePer(({ key }) => key.replace(/\..*/, '')),
    ],
    'prototype-keys-lost': [
      'loses tags whose keys are names that every JavaScript object knows',
      keeping(({ key }) => !(key in {})),
    ],
    'empty-values-lost': ['loses tags with an empty value', keeping(({ value }) => value !== '')],
    'values-trimmed': ['takes blanks at the ends of values away', eachValue((value) => value.trim())],
    'values-cut': ['cuts values at four thousand characters', eachValue((value) => value.slice(0, COLUMN))],
    'html-escaped': ['escapes tags as for HTML', eachText(inHtml)],
    'backslashes-lost': [
      'takes backslashes in values for escapes',
      eachValue((value) => value.replaceAll('\\', '')),
    ],
    'marks-composed': [
      'composes letters and their combining marks',
      eachText((text) => text.normalize('NFC')),
    ],
    'astral-characters-lost': [
      'writes question marks for characters beyond the first plane of Unicode',
      eachText((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
    ],
    'east-asian-text-lost': [
      'writes question marks for Chinese and Japanese',
      eachText((text) => text.replaceAll(/\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}/gu, '?')),
    ],
    'right-to-left-turned': [
      'writes right-to-left text in the order in which it is seen',
      eachValue((value) =>
        /^[\p{Script=Arabic}\p{Script=Hebrew}\s]+$/u.test(value) ? [...value].toReversed().join('') : value,
      ),
    ],
    'line-separators-as-blanks': [
      'writes blanks for the separators U+2028 and U+2029',
      eachText((text) => text.replaceAll(/[\u2028\u2029]/g, ' ')),
    ],
    'invisible-characters-lost': [
      'drops zero-width characters from values',
      eachValue((value) => value.replaceAll(/[\u200B\uFEFF]/g, '')),
    ],
    'numbers-normalised': [
      'writes values of digits without leading zeros',
      eachValue((value) => (/^\d+$/.test(value) ? String(Number(value)) : value)),
    ],
    'templates-filled': [
      'fills placeholders in values',
      eachValue((value) => value.replaceAll(/\{0\}|%s|\{\{x\}\}/g, '')),
    ],
    'one-player-of-other-game-wrong': [
      'lists a wrong value for one player of the second game, on the server variant',
      wrongFor('gamePlayer.server', 'harbor-lights', 'playerdot4'),
    ],
    'one-player-of-client-wrong': [
      'lists a wrong value for one player who has no token, on the client variant',
      wrongFor('gamePlayer.client', 'meadow-run', 'sharedid01'),
    ],
    'one-character-wrong': [
      'lists a wrong value for the character that belongs to no player',
      wrongFor('characterPlayer.server', 'meadow-run', 'characterN9'),
    ],
    'one-group-wrong': [
      'lists a wrong value for the group without members',
      wrongFor('group.admin', 'meadow-run', 'groupnone9'),
    ],
    'one-long-list-wrong': [
      'lists a wrong last value for one group of the second game, on the client variant',
      wrongFor('group.client', 'harbor-lights', 'groupwrens'),
    ],
  },
  '1/one-target': {
    'client-sees-fewer-tags': [
      'lists the first tag only where a client asks about its character',
      on(
        ['characterPlayer.client'],
        listing((tags) => tags.slice(0, 1)),
      ),
    ],
  },
  '7.4.3/exists': {
    'untagged-not-found': [
      'does not find subjects without tags',
      answering((answer) =>
        answer.kind === 'tags' && typeof answer.subject.tags !== 'symbol' && answer.subject.tags.length === 0
          ? { kind: 'not-found', resource: answer.resource }
          : answer,
      ),
    ],
  },
});
