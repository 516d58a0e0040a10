/** The schema of `tagproof.lock`. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';
import { DRIFT_CLASSES, type DriftClass } from '../dialect/drift-register.ts';

const CLASSES = Object.keys(DRIFT_CLASSES) as [DriftClass, ...DriftClass[]];
const text = (what: string): z.ZodString => z.string().min(1).describe(what);
const reason = text('Why.');

const answerSchema = z.strictObject({
  answer: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe('The option; several where the backend answers in several ways.'),
  from: text('A case whose reply shows it.').optional(),
});

const approvalSchema = z.strictObject({
  drift: text(
    'What is approved, as a run names it: `codes.returnCode: number -> name`; without @place everywhere.',
  ),
  reason,
  expires: text('The last day of the approval, as 2027-01-31.').optional(),
});

export const lockSchema = z
  .strictObject({
    lock: z.literal(1).describe('The version of the format.'),
    answers: z
      .record(z.string(), answerSchema)
      .describe('The answers of the backend, by question or question@place. Written by --update-lock.'),
    classes: z
      .record(z.string(), z.strictObject({ class: z.enum(CLASSES), reason }))
      .optional()
      .describe('Other classes of questions than tagproof has, by question.'),
    approved: z.array(approvalSchema).optional().describe('Drifts that are accepted.'),
  })
  .describe('A dialect lock: how a backend answers what the document leaves open, and what clients rely on.');

export type LockInput = z.infer<typeof lockSchema>;
