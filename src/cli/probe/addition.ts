/** What a file gets: one value at one place, with its evidence; and what the file says then. */
import { isMappingOrList, valueAt } from '../../world/yaml/path.ts';
import { jsonAsYaml } from '../../base/text/safe-yaml.ts';

// Values as YAML writes them: words of the file format as they are, data of the target in quotes.

/** What an addition may hold. */
export type Value = string | null | readonly Value[] | { readonly [key: string]: Value };

/** Words that YAML, or a reader of an older version of it, does not take for text. */
const NO_TEXT: ReadonlySet<string> = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n']);

const isPlain = (text: string): boolean =>
  /^[A-Za-z](?:[A-Za-z0-9 .-]*[A-Za-z0-9])?$/.test(text) && !NO_TEXT.has(text.toLowerCase());

/** A word of the file format: `null`, `[]` and `as {}` want quotes. */
const wordText = (text: string): string => (isPlain(text) ? text : jsonAsYaml(text));

type TextOf = (text: string) => string;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** A value on one line; `textOf` writes its strings. */
export function flowValue(value: Value, textOf: TextOf): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return textOf(value);
  if (isList(value)) return `[${value.map((item) => flowValue(item, textOf)).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${key}: ${flowValue(member, textOf)}`);
  return `{ ${members.join(', ')} }`;
}

/** Longer lines are broken. */
const WIDTH = 110;

/** A member of a block mapping: on one line where that fits, else its items on lines of their own. */
export function memberLines(key: string, value: Value, textOf: TextOf, indent: string): readonly string[] {
  const line = `${indent}${key}: ${flowValue(value, textOf)}`;
  if (line.length <= WIDTH || value === null || typeof value === 'string') return [line];
  const inner = `${indent}  `;
  const items = isList(value)
    ? value.map((item) => `${inner}- ${flowValue(item, textOf)}`)
    : Object.entries(value).flatMap(([name, member]) => memberLines(name, member, textOf, inner));
  return [`${indent}${key}:`, ...items];
}

/** A value within braces: on one line where that fits, else its items on lines of their own. */
export function brokenFlow(value: Value, textOf: TextOf, indent: string, before: number): string {
  const flow = flowValue(value, textOf);
  if (before + flow.length <= WIDTH || value === null || typeof value === 'string') return flow;
  const inner = `${indent}  `;
  const lines = isList(value)
    ? value.map((item) => `${inner}${flowValue(item, textOf)},\n`)
    : Object.entries(value).map(
        ([key, member]) =>
          `${inner}${key}: ${brokenFlow(member, textOf, inner, inner.length + key.length + 2)},\n`,
      );
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join('')}${indent}${close}`;
}

/** The lines with a comment: behind the only one where that fits, else above them. */
export function withComment(lines: readonly string[], comment: string, indent: string): readonly string[] {
  const [only = ''] = lines;
  const beside = `${only} # ${comment}`;
  return lines.length === 1 && beside.length <= WIDTH ? [beside] : [`${indent}# ${comment}`, ...lines];
}

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

/** Whether the file leaves the place of an addition open: it is empty, or `tags: unknown`. */
export function isMissing(values: unknown, { path }: Addition): boolean {
  const value = valueAt(values, path);
  return value === undefined || (path.at(-1) === 'tags' && value === 'unknown');
}

/** The plain values of a file with the additions. */
export function withAdditions(values: unknown, additions: readonly Addition[]): unknown {
  const root: unknown = structuredClone(values);
  for (const { path, value } of additions) {
    let at = root;
    for (const step of path.slice(0, -1)) {
      if (!isMappingOrList(at)) return undefined;
      at[step] ??= {};
      at = at[step];
    }
    if (!isMappingOrList(at)) return undefined;
    at[path.at(-1) ?? ''] = value;
  }
  return root;
}
