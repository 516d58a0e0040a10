/** Adding items to a YAML mapping in braces. */
import { isTree, textOfAddition } from './addition.ts';
import { indentAt, type Edit } from './splice.ts';
import { endOfItem, lineIndent, type Fresh, type Mapping } from './yaml-nodes.ts';
import { brokenFlow } from './yaml-text.ts';

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
export function joined(text: string, map: Mapping, fresh: readonly Fresh[]): readonly Edit[] {
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
