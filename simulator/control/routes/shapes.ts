/** Shapes that several groups of routes share. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../../src/contract/endpoints.ts';
import { NAME_PATTERN } from '../../../src/config/world-file/entity.ts';

/** A whole number in a query. */
export const wholeNumber = (min: number, max: number): z.ZodType<number> =>
  z.coerce.number().int().min(min).max(max) as unknown as z.ZodType<number>;

export const endpointSchema = z
  .enum(ENDPOINT_IDS as [string, ...string[]])
  .describe('One of the nine operations.');

export const namePath = z.string().regex(NAME_PATTERN);
