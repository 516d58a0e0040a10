/** Which tags a call may get: questions tagKeys.omitted, tagKeys.null, tagKeys.empty and tagKeys.effect. The choices are a committed text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

/** For tags, and for tags of which two have one key. */
const SENT: readonly (readonly [of: readonly TagItem[], ...sent: unknown[]])[] = [
  [TAGS, undefined, null, [], ['vip'], ['vip', 'vip'], ['vip', 'no such key'], ['VIP', 'vi', 'vip ']],
  [TAGS, [''], ['__proto__', 'constructor'], ['vip', null], [null]],
  [TAGS, ['', 'vip.', 'Vip', '__proto__', 'vip', 'none']],
  [TWICE, ['a']],
];

test('the choices of tagKeys', async () => {
  const text = SENT.flatMap(([of, ...all]) =>
    all.flatMap((sent) => [
      `${JSON.stringify(sent) ?? 'left out'} of ${of.map(({ key }) => key || "''").join(' ')}`,
      ...describeChoices(of, sent).map((choice) => `  ${choice}`),
    ]),
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/choices-of-tag-keys.txt');
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
