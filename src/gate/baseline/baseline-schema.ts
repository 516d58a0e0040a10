/** The schema of a baseline. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';

const text = (what: string): z.ZodString => z.string().min(1).describe(what);

export const entrySchema = z.strictObject({
  finding: text('The key of the finding: its case, its clause and its kind, with blanks between them.'),
  reason: text('Why it is accepted.'),
  owner: text('Who fixes it.').optional(),
  link: text('Where it is followed up.').optional(),
  expires: text('The last day on which it is accepted, as 2027-01-31.').optional(),
  atMost: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?\s?%$/, 'write a share of all requests, in quotes: "1%"')
    .optional()
    .describe('Of a finding about all requests: the largest share of them that is accepted, as 1%.'),
  flaky: z.boolean().optional().describe('true: it comes and goes, so that its absence is not news.'),
});

export const baselineSchema = z
  .strictObject({
    baseline: z.literal(1).describe('The version of the format.'),
    findings: z
      .array(entrySchema)
      .describe('Known findings; --baseline fails on all others, and on stale entries.'),
  })
  .describe('A baseline: the findings of a backend that are known and accepted for now.');

export type EntryInput = z.infer<typeof entrySchema>;
export type BaselineInput = z.infer<typeof baselineSchema>;
