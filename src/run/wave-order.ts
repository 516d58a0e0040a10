/** Which wave of a run a case belongs to: what decides an open question goes first, what wants the target for itself last. */
import { openQuestions, type Dialect } from '../dialect/dialect.ts';
import type { Instance } from '../suite/format/instance.ts';

export const isAlone = ({ from }: Instance): boolean => from.written.alone === true;

export function isOpen({ from, endpoint }: Instance, dialect: Dialect): boolean {
  return (
    from.written.decides !== undefined && openQuestions(dialect, endpoint.id).includes(from.written.decides)
  );
}
