/** The tags of a subject in a world file: a list, a generator, or `unknown`. */
import { z } from 'zod';
import type { TagItem } from '../../spec/envelope.ts';
import { UNKNOWN, type Fact } from '../world.ts';
import type { Complain } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';

export const MAX_TAGS = 100_000;
/** The most characters that a text may have. */
export const MAX_TAG_TEXT = 1_048_576;

const repeated = z
  .strictObject({
    repeat: z.string().min(1).describe('The text that is repeated.'),
    times: z.int().min(1).max(MAX_TAG_TEXT).describe('How often.'),
  })
  .describe('A long text: one repeated.');

export const tagSchema = z.strictObject({
  key: z
    .union([z.string(), repeated])
    .describe('The key of the tag (§2.2): text, or { repeat: text, times: number }.'),
  value: z
    .union([z.string(), repeated])
    .describe('The value of the tag: text, or { repeat: text, times: number }.'),
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

type TextInput = z.infer<typeof tagSchema>['value'];

function generatedTags(count: number): readonly TagItem[] {
  const digits = String(count).length;
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(digits, '0');
    return { key: `tag-${number}`, value: `value-${number}` };
  });
}

function writtenText(value: TextInput, path: YamlPath, complain: Complain): string {
  if (typeof value === 'string') return value;
  if (value.repeat.length * value.times <= MAX_TAG_TEXT) return value.repeat.repeat(value.times);
  complain(
    path,
    `a ${String(path.at(-1))} of ${value.repeat.length * value.times} characters`,
    `at most ${MAX_TAG_TEXT} are possible`,
  );
  return '';
}

function textOf(value: TextInput, path: YamlPath, complain: Complain): string {
  const text = writtenText(value, path, complain);
  // JSON in UTF-8 can't carry half of a surrogate pair.
  if (!text.isWellFormed()) complain(path, 'half of a surrogate pair, which is not text');
  return text;
}

/** The tags of an entity; `leftOut` is what a missing list means. */
export function readTags(
  input: z.infer<typeof tagsSchema> | undefined,
  leftOut: Fact<readonly TagItem[]>,
  complain: Complain,
): Fact<readonly TagItem[]> {
  if (input === undefined) return leftOut;
  if (input === 'unknown') return UNKNOWN;
  if ('generate' in input) return generatedTags(input.generate);
  return input.map(({ key, value }, index) => ({
    key: textOf(key, ['tags', index, 'key'], complain),
    value: textOf(value, ['tags', index, 'value'], complain),
  }));
}
