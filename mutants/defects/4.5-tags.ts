/** Defects against §4.5 and §7.4: all tags of the subject are listed, nothing else, byte for byte. */
import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { TagItem } from '../../src/contract/envelope.ts';
import { answering } from '../alterations/answers.ts';
import { on } from '../alterations/places.ts';
import { eachTag, eachText, listing } from '../alterations/subjects.ts';
import type { Alter, Mutant } from './mutant.ts';

const PAGE = 100;
const COLUMN = 4000;
const DEFAULT_TAG: TagItem = { key: 'new', value: 'yes' };

const values = (alter: (text: string) => string): Alter =>
  eachTag(({ key, value }) => ({ key, value: alter(value) }));
const keys = (alter: (text: string) => string): Alter =>
  eachTag(({ key, value }) => ({ key: alter(key), value }));
const keeping = (fits: (tag: TagItem) => boolean): Alter => listing((tags) => tags.filter(fits));

/** One tag for each sameness of keys: the last one. */
const oncePer = (sameness: (key: string) => string): Alter =>
  listing((tags) => [...new Map(tags.map((tag) => [sameness(tag.key), tag])).values()]);

const HTML = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const inHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => HTML.get(c) ?? c);

const COUNTS: readonly Mutant[] = [
  {
    name: 'last-tag-lost',
    clause: '4.5.2/tags',
    description: 'loses the last of several tags',
    alter: listing((tags) => (tags.length > 1 ? tags.slice(0, -1) : tags)),
  },
  {
    name: 'first-page-only',
    clause: '4.5.2/tags',
    description: 'lists the first hundred tags',
    alter: listing((tags) => tags.slice(0, PAGE)),
  },
  {
    name: 'first-tag-twice',
    clause: '4.5.2/tags',
    description: 'lists the first tag twice',
    alter: listing((tags) => [...tags.slice(0, 1), ...tags]),
  },
  {
    name: 'untagged-get-default',
    clause: '4.5.2/tags',
    description: 'lists a default tag for a subject without tags',
    alter: listing((tags, { subject: { tags: all } }) =>
      typeof all !== 'symbol' && all.length === 0 ? [DEFAULT_TAG] : tags,
    ),
  },
  {
    name: 'tag-of-service-added',
    clause: '4.5.2/tags',
    description: 'adds a tag of its own on the admin variants',
    alter: on(
      ['gamePlayer.admin', 'characterPlayer.admin', 'group.admin'],
      listing((tags) => [...tags, { key: 'etag', value: '7f' }]),
    ),
  },
  {
    name: 'client-sees-fewer-tags',
    clause: '1/one-target',
    description: 'lists the first tag only where a client asks about its character',
    alter: on(
      ['characterPlayer.client'],
      listing((tags) => tags.slice(0, 1)),
    ),
  },
  {
    name: 'untagged-not-found',
    clause: '7.4.3/exists',
    description: 'does not find subjects without tags',
    alter: answering((answer) =>
      answer.kind === 'tags' && typeof answer.subject.tags !== 'symbol' && answer.subject.tags.length === 0
        ? { kind: 'not-found', resource: answer.resource }
        : answer,
    ),
  },
];

const CONTENT: readonly Mutant[] = [
  {
    name: 'values-of-neighbours',
    clause: '4.5.2/tags',
    description: 'lists each key with the value of the next one',
    alter: listing((tags) =>
      tags.map(({ key }, at) => ({ key, value: tags[(at + 1) % tags.length]?.value ?? '' })),
    ),
  },
  {
    name: 'key-and-value-swapped',
    clause: '4.5.2/tags',
    description: 'writes keys as values and values as keys',
    alter: eachTag(({ key, value }) => ({ key: value, value: key })),
  },
  {
    name: 'keys-in-lower-case',
    clause: '4.5.2/tags',
    description: 'writes keys in lower case',
    alter: keys((key) => key.toLowerCase()),
  },
  {
    name: 'keys-once-in-any-case',
    clause: '4.5.2/tags',
    description: 'keeps one tag of those whose keys differ in case alone',
    alter: oncePer((key) => key.toLowerCase()),
  },
  {
    name: 'keys-once-up-to-dot',
    clause: '4.5.2/tags',
    description: 'keeps one tag of those whose keys are the same up to a dot',
    alter: oncePer((key) => key.replace(/\..*/, '')),
  },
  {
    name: 'prototype-keys-lost',
    clause: '4.5.2/tags',
    description: 'loses tags whose keys are names that every JavaScript object knows',
    alter: keeping(({ key }) => !(key in {})),
  },
  {
    name: 'empty-values-lost',
    clause: '4.5.2/tags',
    description: 'loses tags with an empty value',
    alter: keeping(({ value }) => value !== ''),
  },
  {
    name: 'values-trimmed',
    clause: '4.5.2/tags',
    description: 'takes blanks at the ends of values away',
    alter: values((value) => value.trim()),
  },
  {
    name: 'values-cut',
    clause: '4.5.2/tags',
    description: 'cuts values at four thousand characters',
    alter: values((value) => value.slice(0, COLUMN)),
  },
  {
    name: 'html-escaped',
    clause: '4.5.2/tags',
    description: 'escapes tags as for HTML',
    alter: eachText(inHtml),
  },
  {
    name: 'backslashes-lost',
    clause: '4.5.2/tags',
    description: 'takes backslashes in values for escapes',
    alter: values((value) => value.replaceAll('\\', '')),
  },
  {
    name: 'marks-composed',
    clause: '4.5.2/tags',
    description: 'composes letters and their combining marks',
    alter: eachText((text) => text.normalize('NFC')),
  },
  {
    name: 'astral-characters-lost',
    clause: '4.5.2/tags',
    description: 'writes question marks for characters beyond the first plane of Unicode',
    alter: eachText((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    name: 'east-asian-text-lost',
    clause: '4.5.2/tags',
    description: 'writes question marks for Chinese and Japanese',
    alter: eachText((text) =>
      text.replaceAll(/\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}/gu, '?'),
    ),
  },
  {
    name: 'right-to-left-turned',
    clause: '4.5.2/tags',
    description: 'writes right-to-left text in the order in which it is seen',
    alter: values((value) =>
      /^[\p{Script=Arabic}\p{Script=Hebrew}\s]+$/u.test(value) ? [...value].toReversed().join('') : value,
    ),
  },
  {
    name: 'line-separators-as-blanks',
    clause: '4.5.2/tags',
    description: 'writes blanks for the separators U+2028 and U+2029',
    alter: eachText((text) => text.replaceAll(/[\u2028\u2029]/g, ' ')),
  },
  {
    name: 'invisible-characters-lost',
    clause: '4.5.2/tags',
    description: 'takes characters of no width out of values',
    alter: values((value) => value.replaceAll(/[\u200B\uFEFF]/g, '')),
  },
  {
    name: 'numbers-normalised',
    clause: '4.5.2/tags',
    description: 'writes values of digits without leading zeros',
    alter: values((value) => (/^\d+$/.test(value) ? String(Number(value)) : value)),
  },
  {
    name: 'templates-filled',
    clause: '4.5.2/tags',
    description: 'fills placeholders in values',
    alter: values((value) => value.replaceAll(/\{0\}|%s|\{\{x\}\}/g, '')),
  },
];

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

const ONE_SUBJECT: readonly Mutant[] = [
  {
    name: 'one-player-of-other-game-wrong',
    clause: '4.5.2/tags',
    description: 'lists a wrong value for one player of the second game, on the server variant',
    alter: wrongFor('gamePlayer.server', 'harbor-lights', 'playerdot4'),
  },
  {
    name: 'one-player-of-client-wrong',
    clause: '4.5.2/tags',
    description: 'lists a wrong value for one player who has no token, on the client variant',
    alter: wrongFor('gamePlayer.client', 'meadow-run', 'sharedid01'),
  },
  {
    name: 'one-character-wrong',
    clause: '4.5.2/tags',
    description: 'lists a wrong value for the character that belongs to no player',
    alter: wrongFor('characterPlayer.server', 'meadow-run', 'characterN9'),
  },
  {
    name: 'one-group-wrong',
    clause: '4.5.2/tags',
    description: 'lists a wrong value for the group without members',
    alter: wrongFor('group.admin', 'meadow-run', 'groupnone9'),
  },
  {
    name: 'one-long-list-wrong',
    clause: '4.5.2/tags',
    description: 'lists a wrong last value for one group of the second game, on the client variant',
    alter: wrongFor('group.client', 'harbor-lights', 'groupwrens'),
  },
];

export const TAG_MUTANTS: readonly Mutant[] = [...COUNTS, ...CONTENT, ...ONE_SUBJECT];
