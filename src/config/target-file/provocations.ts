/** `provoke:` of a target file: how to provoke the refusals that no ordinary request gets. */
import { z } from 'zod';
import { RETURN_CODES, type RefusalCode } from '../../contract/codes.ts';
import type { Complain } from '../yaml/located.ts';
import { headerNameProblem, headerValueProblem } from '../../http/header-text.ts';

/** The codes that a backend may be provoked to answer with: every refusal. */
const REFUSALS: readonly RefusalCode[] = Object.keys(RETURN_CODES).filter(
  (code): code is RefusalCode => code !== 'Ok',
);

const provocationSchema = z.strictObject({
  header: z
    .tuple([z.string(), z.string()])
    .describe('A header, as [name, value], that makes the backend answer with this code.'),
});

export const provokeSchema = z.strictObject(
  Object.fromEntries(REFUSALS.map((code) => [code, provocationSchema.optional()])) as Record<
    RefusalCode,
    z.ZodOptional<typeof provocationSchema>
  >,
);

/** What a request carries to provoke one refusal. */
export interface Provocation {
  readonly header: readonly [name: string, value: string];
}

export type Provocations = ReadonlyMap<RefusalCode, Provocation>;

export function provocationsOf(
  provoke: z.infer<typeof provokeSchema> | undefined,
  complain: Complain,
): Provocations {
  const found = new Map<RefusalCode, Provocation>();
  for (const code of REFUSALS) {
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
