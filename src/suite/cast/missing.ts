/** What the world of a target lacks for a case. */
import type { Declare } from '../declare/declare.ts';

export interface Missing {
  /** What to declare, in words. */
  readonly needs: string;
  /** The lines to add to the target file; empty where no line helps. */
  readonly declare: readonly Declare[];
}

const lineKey = ({ list, line }: Declare): string => `${list} ${line}`;

/** Several lacks of one case: the first is named, the lines of all are needed. One that no line mends leaves none. */
export function allMissing(first: Missing, others: readonly Missing[]): Missing {
  const all = [first, ...others];
  const lines = all.flatMap(({ declare }) => declare.map((each) => [lineKey(each), each] as const));
  const mended = all.every(({ declare }) => declare.length > 0);
  return { needs: first.needs, declare: mended ? [...new Map(lines).values()] : [] };
}
