/** The schema of `extensions:`: request members that a backend has beyond the document. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';

const endpoint = z.enum(ENDPOINT_IDS);
const on = z
  .union([endpoint, z.literal('all'), z.array(endpoint)])
  .describe('The endpoints that have the member: one, a list, or all.');
const member = z.string().min(1).describe('The name of the member.');
const count = (what: string): z.ZodOptional<z.ZodInt> => z.int().min(0).optional().describe(what);

export const extensionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    on,
    member,
    type: z.literal('string'),
    min: count('The fewest characters.'),
    max: count('The most characters.'),
  }),
  z.strictObject({
    on,
    member,
    type: z.literal('number'),
    min: z.number().optional().describe('The least value.'),
    max: z.number().optional().describe('The greatest value.'),
    int: z.boolean().optional().describe('true: a whole number.'),
  }),
  z.strictObject({
    on,
    member,
    type: z.literal('array'),
    of: z.enum(['string', 'any']).optional().describe('What its items are; left out: anything.'),
    min: count('The fewest items.'),
    max: count('The most items.'),
  }),
  z.strictObject({
    on,
    member,
    type: z.literal('hashtable'),
    min: count('The fewest entries.'),
    max: count('The most entries.'),
  }),
]);

export type ExtensionInput = z.infer<typeof extensionSchema>;
