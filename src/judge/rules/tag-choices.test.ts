/** Which tags a call may get, for keys that no case of the suite sends. The others: src/cases/suite-and-rulebook.test.ts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { fromPlain } from './json.ts';
import { tagChoices, type TagChoice } from './tag-keys.ts';

const tag = (key: string): TagItem => ({ key, value: `value of ${key}` });
const TAGS = ['vip', 'Vip', 'vip.', '', '__proto__'].map(tag);
const TWICE = ['a', 'b', 'a'].map(tag);

/** Describes a choice as `option: keys`; `~` stands before tags of which some may be missing. */
const describeChoice = ({ tags, match, when }: TagChoice): string => {
  const options = when.map(({ question, option }) => `${question}=${option}`).join('&');
  return `${options}: ${match === 'exactly' ? '' : '~'}${tags.map(({ key }) => key || "''").join(' ')}`;
};
const describeChoices = (tags: readonly TagItem[], sent: unknown): readonly string[] =>
  tagChoices(tags, sent === undefined ? undefined : fromPlain(sent)).map(describeChoice);

const ALL = "vip Vip vip. '' __proto__";
/** What a request for these keys may get: the matching tags, all tags, or some of them. */
const choicesFor = (hits: string, before: string = ''): readonly string[] => [
  `${before}tagKeys.effect=filter: ${hits}`,
  `${before}tagKeys.effect=none: ${ALL}`,
  `${before}tagKeys.effect=other: ~${ALL}`,
];

describe('tagKeys', () => {
  test.each<readonly [sent: unknown, choices: readonly string[]]>([
    [
      ['vip', 'vip'],
      [...choicesFor('vip'), 'tagKeys.effect=other: vip vip'],
    ],
    [['VIP', 'vi', 'vip '], choicesFor('')],
    [[''], choicesFor("''")],
    [['__proto__', 'constructor'], choicesFor('__proto__')],
    [['vip', null], choicesFor('vip', 'tagKeys.nullElement=ignored&')],
  ])('%j', (sent, choices) => {
    expect(describeChoices(TAGS, sent)).toEqual(choices);
  });

  test('that name all keys give all tags (§4.5.2)', () => {
    expect(describeChoices(TAGS, ['', 'vip.', 'Vip', '__proto__', 'vip', 'none'])).toEqual([
      `tagKeys.effect=filter: ${ALL}`,
      `tagKeys.effect=none: ${ALL}`,
    ]);
  });

  test('that hold only null may count as no keys', () => {
    expect(describeChoices(TAGS, [null])).toEqual([
      'tagKeys.nullElement=ignored&tagKeys.effect=filter: ',
      `tagKeys.nullElement=ignored&tagKeys.effect=none: ${ALL}`,
      `tagKeys.nullElement=ignored: ${ALL}`,
      `tagKeys.nullElement=ignored&tagKeys.effect=other: ~${ALL}`,
    ]);
  });

  test('give both tags of a key that the world declares twice', () => {
    expect(describeChoices(TWICE, ['a'])).toEqual([
      'tagKeys.effect=filter: a a',
      'tagKeys.effect=none: a b a',
      'tagKeys.effect=other: ~a b a',
    ]);
  });
});

test('a choice has only tags of the subject, and repeats one only if its key is requested again', () => {
  const key = fc.constantFrom('a', 'b', 'A', '', '__proto__', 'toString');
  const sent = fc.oneof(
    fc.constantFrom(undefined, null, []),
    fc.array(fc.oneof(key, fc.constant(null)), { maxLength: 5 }),
  );
  const property = fc.property(fc.array(key.map(tag), { maxLength: 6 }), sent, (tags, keys) => {
    const repeated = (keys ?? []).filter((each, at, all) => all.indexOf(each) < at);
    const again = repeated.flatMap((name) => tags.filter((each) => each.key === name));
    for (const choice of tagChoices(tags, keys)) {
      const left = [...tags, ...again];
      for (const each of choice.tags) {
        const at = left.findIndex((other) => other.key === each.key && other.value === each.value);
        expect(at).not.toBe(-1);
        left.splice(at, 1);
      }
    }
  });
  holds(property, 100);
});
