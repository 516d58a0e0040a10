/** Adding values to a YAML file as text: everything else stays as it is written. */
import { isMap, isScalar, isSeq, parseDocument, type ParsedNode } from 'yaml';
import { isTree, textOfAddition, treeOf, type Addition, type Tree } from './addition.ts';
import { joined } from './edit-flow.ts';
import { afterLine, indentAt, spliced, type Edit } from './splice.ts';
import { columnAt, endOfItem, keyOf, lineIndent, type Fresh, type Item, type Mapping } from './yaml-nodes.ts';
import { flowValue, memberLines, withComment } from './yaml-text.ts';

type Edits = readonly Edit[];

const isEmpty = (node: ParsedNode | null): boolean =>
  node === null || (isScalar(node) && node.value === null) || (isMap(node) && node.items.length === 0);

function linesOf([key, node]: Fresh, indent: string): readonly string[] {
  if (!isTree(node))
    return withComment(memberLines(key, node.value, textOfAddition(node), indent), node.comment, indent);
  return [
    `${indent}${key}:`,
    ...[...node].flatMap(([own, each]) => linesOf([String(own), each], `${indent}  `)),
  ];
}

const blockText = (fresh: readonly Fresh[], indent: string): string =>
  fresh
    .flatMap((each) => linesOf(each, indent))
    .map((line) => `${line}\n`)
    .join('');

/** Adds lines after a node. */
const behind = (text: string, end: number, insert: string): Edit => {
  const { at, lead } = afterLine(text, end);
  return { at, remove: 0, insert: lead + insert };
};

/** A key with nothing behind it: what it gets goes below its line. */
function intoEmpty(text: string, { key, value }: Item, tree: Tree): Edits {
  const [from = 0, to = 0] = value?.range ?? [];
  const fresh: readonly Fresh[] = [...tree].map(([own, node]) => [String(own), node]);
  return [
    { at: from, remove: to - from, insert: '' },
    behind(text, Math.max(key.range[1], to), blockText(fresh, `${columnAt(text, key.range[0])}  `)),
  ];
}

/** Replaces a value; the comment of the new one goes above the line. */
function replaced(text: string, { key, value }: Item, addition: Addition): Edits {
  const [from = 0, to = 0] = value?.range ?? [];
  const start = key.range[0] - indentAt(text, key.range[0]).length;
  return [
    { at: start, remove: 0, insert: `${lineIndent(text, key.range[0])}# ${addition.comment}\n` },
    { at: from, remove: to - from, insert: flowValue(addition.value, textOfAddition(addition)) },
  ];
}

function intoItem(text: string, map: Mapping, item: Item, tree: Tree): Edits {
  const node = tree.get(keyOf(item));
  if (node === undefined) return [];
  if (!isTree(node)) return replaced(text, item, node);
  if (isEmpty(item.value) && map.flow !== true) return intoEmpty(text, item, node);
  return editsIn(text, item.value, node);
}

/** The keys that say where the target is: the answers to questions go behind them. */
const HEAD: ReadonlySet<string> = new Set(['target', 'http']);

/** Adds keys to a block mapping; keys of the whole file go before the world. */
function appended(text: string, map: Mapping, fresh: readonly Fresh[], isRoot: boolean): Edits {
  const [first] = map.items;
  const head = isRoot ? map.items.findLast((item) => HEAD.has(keyOf(item))) : undefined;
  const last = head ?? map.items.at(-1);
  if (first === undefined || last === undefined) return [];
  const edit = behind(text, endOfItem(last), blockText(fresh, columnAt(text, first.key.range[0])));
  const apart = isRoot && /^\r?\n/.test(text.slice(edit.at)) ? '\n' : '';
  return [{ ...edit, insert: edit.insert.replace(/^\n?/, (lead) => lead + apart) }];
}

/** The edits that put additions into a node, in the order of the file. */
function editsIn(text: string, node: ParsedNode | null, tree: Tree, isRoot = false): Edits {
  if (isSeq(node)) {
    return node.items.flatMap((item, index) => {
      const own = tree.get(index);
      return own === undefined || !isTree(own) ? [] : editsIn(text, item, own);
    });
  }
  if (!isMap(node)) return [];
  const known = new Set(node.items.map(keyOf));
  const fresh = [...tree].flatMap(([key, each]) =>
    known.has(String(key)) ? [] : [[String(key), each] as const],
  );
  const edits = node.items.flatMap((item) => intoItem(text, node, item, tree));
  if (fresh.length === 0) return edits;
  return [
    ...edits,
    ...(node.flow === true ? joined(text, node, fresh) : appended(text, node, fresh, isRoot)),
  ];
}

/** The text with these additions, as far as the way it is written allows: compare what it says then. */
export function editFile(text: string, additions: readonly Addition[]): string {
  if (additions.length === 0) return text;
  const ended = text.endsWith('\n') ? text : `${text}${text.includes('\r\n') ? '\r\n' : '\n'}`;
  const { contents } = parseDocument(ended, { schema: 'core', stringKeys: true });
  return spliced(ended, editsIn(ended, contents, treeOf(additions), true));
}
