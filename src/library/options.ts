/** What the functions of the library take, as schemas: types are read from them, and they check what code without types passes. */
import { z } from 'zod';
import { TagproofError } from '../base/errors.ts';
import { suggest } from '../base/text/nearest.ts';

export const COUNT = z.int().min(1).optional();
export const MILLISECONDS = z.number().min(0).optional();
export const FLAG = z.boolean().optional();
export const TEXT = z.string().optional();
export const TEXTS = z.array(z.string()).readonly().optional();

/** Something that TypeScript checks further. */
export const objectOf = <T>() =>
  z.custom<T>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object',
  );
export const functionOf = <T>() =>
  z.custom<T>((value) => typeof value === 'function', 'expected a function').optional();

/** The options of a shape; the comments of its members are shown for them, too. */
export type OptionsOf<S extends z.ZodRawShape> = { readonly [K in keyof S]?: z.input<S[K]> };

/** What an issue says of the value that it is about; never the value, which may be secret. */
function wordsOf(issue: z.core.$ZodIssue, names: readonly string[]): string {
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    return `it has no option ${JSON.stringify(name)}\n${suggest(name, names, 'its options')}`;
  }
  // A union without words of its own says what its first choice takes.
  const [[first] = []] = issue.code === 'invalid_union' ? issue.errors : [];
  const { message } = issue.message === 'Invalid input' && first !== undefined ? first : issue;
  return [...issue.path, message.replace(/^Invalid input: /, '')].join(': ');
}

/** Throws TagproofError('usage') for the first option that a function does not take, with the one that was probably meant. */
export function check(name: string, shape: z.ZodRawShape, given: unknown): void {
  const [fault] = z.strictObject(shape).safeParse(given).error?.issues ?? [];
  if (fault !== undefined) throw new TagproofError('usage', `${name}: ${wordsOf(fault, Object.keys(shape))}`);
}
