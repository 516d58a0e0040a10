/** Options that repeat and name rows of a table: phases, properties. */
import { TagproofError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';

/** The rows that are named, in the table's order; all where none is. A name that the table lacks is an error. */
export function chooseNames<N extends string>(
  option: string,
  named: readonly string[] | undefined,
  table: readonly N[],
): readonly N[] {
  if (named === undefined || named.length === 0) return table;
  const wanted = new Set(named.flatMap((each) => each.split(',')).map((each) => each.trim()));
  const unknown = [...wanted].find((each) => !table.some((name) => name === each));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, table) ?? `one of: ${table.join(', ')}`;
    throw new TagproofError('usage', `${option} ${unknown}: unknown name\n${hint}`);
  }
  return table.filter((name) => wanted.has(name));
}
