/** What a file gets: one value at one place, with its evidence; and what the file says then. */
import type { YamlPath } from '../config/yaml/path.ts';
import { jsonAsYaml } from '../text/safe-yaml.ts';
import { wordText, type TextOf, type Value } from './yaml-text.ts';

export interface Addition {
  /** Keys of mappings and positions in lists; the lists are there already. */
  readonly path: readonly (string | number)[];
  readonly value: Value;
  /** The evidence, on one line. */
  readonly comment: string;
  /** `data`: ids and tags of the target, always in quotes. `words`: those of the file format. */
  readonly holds: 'data' | 'words';
}

export const textOfAddition = ({ holds }: Addition): TextOf => (holds === 'data' ? jsonAsYaml : wordText);

/** Additions by the first step of their paths, in order. */
export type Tree = ReadonlyMap<string | number, Addition | Tree>;

export const isTree = (node: Addition | Tree): node is Tree => node instanceof Map;

function grow(tree: Map<string | number, Addition | Tree>, addition: Addition, depth: number): void {
  const step = addition.path[depth] ?? '';
  if (depth === addition.path.length - 1) {
    tree.set(step, addition);
    return;
  }
  const known = tree.get(step);
  const branch = new Map(known !== undefined && isTree(known) ? known : []);
  tree.set(step, branch);
  grow(branch, addition, depth + 1);
}

export function treeOf(additions: readonly Addition[]): Tree {
  const tree = new Map<string | number, Addition | Tree>();
  for (const addition of additions) grow(tree, addition, 0);
  return tree;
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at a path of plain values; undefined: none. */
export function valueAt(values: unknown, path: YamlPath): unknown {
  let value = values;
  for (const step of path) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Whether the file leaves the place of an addition open: it is empty, or `tags: unknown`. */
export function isOpen(values: unknown, { path }: Addition): boolean {
  const value = valueAt(values, path);
  return value === undefined || (path.at(-1) === 'tags' && value === 'unknown');
}

/** The plain values of a file with the additions. */
export function withAdditions(values: unknown, additions: readonly Addition[]): unknown {
  const root: unknown = structuredClone(values);
  for (const { path, value } of additions) {
    let at = root;
    for (const step of path.slice(0, -1)) {
      if (!isObject(at)) return undefined;
      at[step] ??= {};
      at = at[step];
    }
    if (!isObject(at)) return undefined;
    at[path.at(-1) ?? ''] = value;
  }
  return root;
}
