/** `provoke:` of a target file: how to provoke the refusals that no ordinary request gets. */
import type { RefusalCode } from '../../contract/codes.ts';
import type { Complain } from '../yaml/complain.ts';
import { headerNameProblem, headerValueProblem } from '../../http/header-text.ts';
import { REFUSALS, type TargetInput } from './target-schema.ts';

/** What a request carries to provoke one refusal. */
export interface Provocation {
  readonly header: readonly [name: string, value: string];
}

export type Provocations = ReadonlyMap<RefusalCode, Provocation>;

export function provocationsOf(provoke: TargetInput['provoke'], complain: Complain): Provocations {
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
