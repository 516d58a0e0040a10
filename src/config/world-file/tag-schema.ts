/** Tags in a world file: a list, a generator, or `unknown`. */
import { z } from 'zod';

const TAGS_AT_MOST = 100_000;
/** The most characters that a repeated text may have. */
export const VALUE_AT_MOST = 1_048_576;

const repeated = z
  .strictObject({
    repeat: z.string().min(1).describe('The text that is repeated.'),
    times: z.int().min(1).max(VALUE_AT_MOST).describe('How often.'),
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
      .max(TAGS_AT_MOST)
      .describe(
        'How many tags: tag-001 to tag-250 with the values value-001 to value-250, as many digits as needed.',
      ),
  })
  .describe('Many tags, made by rule.');

export const tagsSchema = z
  .union([z.literal('unknown'), z.array(tagSchema), generated])
  .describe(
    'The tags: a list, { generate: 250 }, or unknown, in which case only their shape is judged. Left out: unknown; in a complete world none.',
  );

export type TagsInput = z.infer<typeof tagsSchema>;
