/** What the parts of the format share: names of tables, codes, lists that may be one. */
import { z } from 'zod';
import { RETURN_CODES } from '../../../spec/codes.ts';

export const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(table) as K[];

export const refusalCode = z.enum(namesOf(RETURN_CODES)).exclude(['Ok']);
export const oneOrMany = <T extends z.ZodType>(one: T) => z.union([one, z.array(one).min(1)]);
