/** Nodes of a YAML text: where they end, and how far they are indented. */
import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { Addition, Tree } from './addition.ts';
import { indentAt } from './splice.ts';

export type Mapping = YAMLMap.Parsed;
export type Item = Pair<ParsedNode, ParsedNode | null>;
/** A key that a mapping does not have yet. */
export type Fresh = readonly [key: string, node: Addition | Tree];

/** The text of an item's key. */
export const keyOf = ({ key }: Item): string => (isScalar(key) ? String(key.source ?? key.value) : '');

/** Where a node ends, its comment aside: a block ends where its last item does. */
function endOf(node: ParsedNode): number {
  if (isSeq(node) && node.flow !== true) {
    const last = node.items.at(-1);
    return last === undefined ? node.range[1] : endOf(last);
  }
  if (!isMap(node) || node.flow === true) return node.range[1];
  const last = node.items.at(-1);
  return last === undefined ? node.range[1] : endOfItem(last);
}
/** Where an item of a mapping ends, its comment aside. */
export const endOfItem = ({ key, value }: Item): number =>
  value === null || value.range[1] < key.range[1] ? key.range[1] : endOf(value);

/** The column of a place as blanks, also after the dash of a list. */
export const columnAt = (text: string, place: number): string => indentAt(text, place).replaceAll(/\S/g, ' ');

/** The text before the first word of the line that holds a place, dashes as blanks. */
export const lineIndent = (text: string, place: number): string =>
  /^[ -]*/.exec(indentAt(text, place))?.[0].replaceAll('-', ' ') ?? '';
