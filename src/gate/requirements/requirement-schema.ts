/** The schema of a requirement set. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';
import { ENDPOINT_IDS, RESOURCES } from '../../contract/endpoints.ts';

/** Every endpoint, in one word. */
export const ALL = 'all';

const places = z
  .union([z.literal(ALL), z.array(z.enum([...ENDPOINT_IDS, ...RESOURCES])).min(1)])
  .describe('The endpoints, or the resources of a case of resources; all: the nine endpoints.');

export const requirementSchema = z
  .strictObject({
    requirements: z.string().min(1).describe('The name of the set: the version of tagproof that froze it.'),
    cases: z.record(z.string(), places).describe('Every required case, by its id.'),
    cells: z.record(z.string(), places).describe('Every must that counts for coverage, by its clause.'),
  })
  .describe(
    'A frozen requirement set: what a statement of conformance says was held, whatever is added later.',
  );

export type RequirementInput = z.infer<typeof requirementSchema>;
