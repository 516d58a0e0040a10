/** Adding values to a YAML file as text: everything else stays as it is written. */
import { isMap, isScalar, isSeq, type Pair, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import {
  type Addition,
  brokenFlow,
  flowValue,
  isTree,
  memberLines,
  textOfAddition,
  type Tree,
  treeOf,
  withComment,
} from './addition.ts';

// Adding items to a YAML mapping in braces.

/** Every value with its comment above it, for a mapping in braces: `[comments, item]`. */
function flowItem(
  [key, node]: Fresh,
  indent: string,
): { readonly comments: readonly string[]; readonly item: string } {
  if (!isTree(node))
    return {
      comments: [node.comment],
      item: `${key}: ${brokenFlow(node.value, textOfAddition(node), indent, indent.length + key.length + 2)}`,
    };
  const parts = [...node].map(([own, each]) => flowItem([String(own), each], indent));
  return {
    comments: parts.flatMap(({ comments }) => comments),
    item: `${key}: { ${parts.map(({ item }) => item).join(', ')} }`,
  };
}

/** An item on a line of its own, its comments above it. */
function itemLines(each: Fresh, indent: string, end: string): string {
  const { comments, item } = flowItem(each, indent);
  return [...comments.map((comment) => `${indent}# ${comment}\n`), `${indent}${item}${end}`].join('');
}

/** More items behind the last one of a flow mapping, each on its own line. */
export function joined(text: string, map: ParsedMapping, fresh: readonly Fresh[]): readonly Edit[] {
  const [first] = map.items;
  const last = map.items.at(-1);
  const brace = map.range[1] - 1;
  if (first === undefined || last === undefined) {
    const indent = `${lineIndent(text, brace)}  `;
    const lines = fresh.map((each) => itemLines(each, indent, '')).join(',\n');
    return [{ at: map.range[0] + 1, remove: brace - map.range[0] - 1, insert: `\n${lines} ` }];
  }
  const end = endOfItem(last);
  const between = text.slice(end, brace);
  if (!between.includes('\n')) {
    const indent = `${lineIndent(text, map.range[0])}  `;
    const insert = fresh.map((each) => `,\n${itemLines(each, indent, '')}`).join('');
    return [{ at: end, remove: 0, insert }];
  }
  const comma = /^[^#\n]*,/.test(between) ? '' : ',';
  const before = indentAt(text, first.key.range[0]);
  const indent = /^\s*$/.test(before) ? before : `${lineIndent(text, map.range[0])}  `;
  return [
    { at: end, remove: 0, insert: comma },
    {
      at: brace - indentAt(text, brace).length,
      remove: 0,
      insert: fresh.map((each) => itemLines(each, indent, ',\n')).join(''),
    },
  ];
}

// Nodes of a YAML text: where they end, and how far they are indented.

type ParsedMapping = YAMLMap.Parsed;
export type Item = Pair<ParsedNode, ParsedNode | null>;
/** A key that a mapping does not have yet. */
type Fresh = readonly [key: string, node: Addition | Tree];

/** The text of an item's key. */
const itemKey = ({ key }: Item): string => (isScalar(key) ? String(key.source ?? key.value) : '');

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
const endOfItem = ({ key, value }: Item): number =>
  value === null || value.range[1] < key.range[1] ? key.range[1] : endOf(value);

/** The column of a place as blanks, also after the dash of a list. */
const columnAt = (text: string, place: number): string => indentAt(text, place).replaceAll(/\S/g, ' ');

/** The text before the first word of the line that holds a place, dashes as blanks. */
const lineIndent = (text: string, place: number): string =>
  /^[ -]*/.exec(indentAt(text, place))?.[0].replaceAll('-', ' ') ?? '';

// Replacing parts of a text, all else untouched.

/** Replaces a number of characters at a place. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  /** Lines end with `\n`, however they end in the text. */
  readonly insert: string;
}

/** The text with the edits made; several at one place keep their order. */
function spliced(text: string, edits: readonly Edit[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  let done = '';
  let from = 0;
  for (const { at, remove, insert } of edits.toSorted((a, b) => a.at - b.at)) {
    done += text.slice(from, at) + insert.replaceAll('\n', eol);
    from = at + remove;
  }
  return done + text.slice(from);
}

/** The start of the line behind the one that holds a place; `lead` ends a last line that has no end. */
function afterLine(text: string, place: number): { readonly at: number; readonly lead: string } {
  if (place > 0 && text[place - 1] === '\n') return { at: place, lead: '' };
  const end = text.indexOf('\n', place);
  return end === -1 ? { at: text.length, lead: '\n' } : { at: end + 1, lead: '' };
}

/** The characters between the start of the line and a place. */
function indentAt(text: string, place: number): string {
  return text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
}

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

function intoItem(text: string, map: ParsedMapping, item: Item, tree: Tree): Edits {
  const node = tree.get(itemKey(item));
  if (node === undefined) return [];
  if (!isTree(node)) return replaced(text, item, node);
  if (isEmpty(item.value) && map.flow !== true) return intoEmpty(text, item, node);
  return editsIn(text, item.value, node);
}

/** The keys that say where the target is: the answers to questions go behind them. */
const HEAD: ReadonlySet<string> = new Set(['target', 'http']);

/** Adds keys to a block mapping; keys of the whole file go before the world. */
function appended(text: string, map: ParsedMapping, fresh: readonly Fresh[], isRoot: boolean): Edits {
  const [first] = map.items;
  const head = isRoot ? map.items.findLast((item) => HEAD.has(itemKey(item))) : undefined;
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
  const known = new Set(node.items.map(itemKey));
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
