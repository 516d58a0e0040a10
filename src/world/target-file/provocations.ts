/** `provoke:` of a target file: how to provoke the refusals that no ordinary request gets. */
import { z } from 'zod';
import { REFUSAL_CODES, type Provocations, type RefusalCode } from '../../spec/codes.ts';
import type { Complain } from '../yaml/located.ts';
import { headerNameProblem, headerValueProblem } from '../../http/header-text.ts';

const provocationSchema = z.strictObject({
  header: z
    .tuple([z.string(), z.string()])
    .describe('A header, as [name, value], that makes the backend answer with this code.'),
});

export const provokeSchema = z.strictObject(
  Object.fromEntries(REFUSAL_CODES.map((code) => [code, provocationSchema.optional()])) as Record<
    RefusalCode,
    z.ZodOptional<typeof provocationSchema>
  >,
);

export function provocationsOf(
  provoke: z.infer<typeof provokeSchema> | undefined,
  complain: Complain,
): Provocations {
  const found = new Map<RefusalCode, { readonly header: readonly [string, string] }>();
  for (const code of REFUSAL_CODES) {
    const given = provoke?.[code];
    if (given === undefined) continue;
    const [name, value] = given.header;
    const path = ['provoke', code, 'header'];
    const nameProblem = headerNameProblem(name);
    if (nameProblem !== undefined) complain([...path, 0], `${JSON.stringify(name)} ${nameProblem}`);
    const valueProblem = headerValueProblem(value);
    if (valueProblem !== undefined) complain([...path, 1], `this value ${valueProblem}`);
    found.set(code, { header: [name, value] });
  }
  return found;
}
