/** The tags of a subject in a world file: a list, a generator, or `unknown`. */
import { z } from 'zod';
import type { TagItem } from '../../spec/envelope.ts';
import { unicodeText } from './checked-texts.ts';
import { UNKNOWN, type Fact } from '../world.ts';

export const MAX_TAGS = 100_000;
/** The most characters that a text may have. */
const MAX_TAG_TEXT = 1_048_576;

const repeated = z
  .strictObject({
    repeat: unicodeText.min(1).describe('The text that is repeated.'),
    times: z.int().min(1).max(MAX_TAG_TEXT).describe('How often.'),
  })
  .superRefine(({ repeat, times }, context) => {
    if (repeat.length * times <= MAX_TAG_TEXT) return;
    const params = { hint: `at most ${MAX_TAG_TEXT} are possible` };
    context.addIssue({ code: 'custom', message: `has ${repeat.length * times} characters`, params });
  })
  .describe('A long text: one repeated.');

const text = z.union([unicodeText, repeated]);

export const tagSchema = z.strictObject({
  key: text.describe('The key of the tag (§2.2): text, or { repeat: text, times: number }.'),
  value: text.describe('The value of the tag: text, or { repeat: text, times: number }.'),
});

const generated = z
  .strictObject({
    generate: z
      .int()
      .min(1)
      .max(MAX_TAGS)
      .describe(
        'How many tags: tag-001 to tag-250 with the values value-001 to value-250, as many digits as needed.',
      ),
  })
  .describe('Many tags, made by rule.');

export const tagsSchema = z
  .union([z.literal('unknown'), z.array(tagSchema), generated])
  .describe(
    'The tags: a list of { key, value }, { generate: 250 }, or unknown, in which case only their shape is judged. Left out: unknown; in a complete world none.',
  );

const textOf = (given: z.infer<typeof text>): string =>
  typeof given === 'string' ? given : given.repeat.repeat(given.times);

/** The tags that a file gives a subject; `unknown` where it says so. */
export function readTags(input: z.infer<typeof tagsSchema>): Fact<readonly TagItem[]> {
  if (input === 'unknown') return UNKNOWN;
  if (!('generate' in input))
    return input.map(({ key, value }) => ({ key: textOf(key), value: textOf(value) }));
  const digits = String(input.generate).length;
  return Array.from({ length: input.generate }, (_, index) => {
    const number = String(index + 1).padStart(digits, '0');
    return { key: `tag-${number}`, value: `value-${number}` };
  });
}
