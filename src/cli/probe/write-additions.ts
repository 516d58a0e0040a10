/** Writes what a probe found into a target file, by the YAML document of that file: its comments stay, and so does all that it says. */
import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, Scalar, ToStringOptions, YAMLMap } from 'yaml';
import { TagproofError } from '../../base/errors.ts';
import { rewrite } from '../../base/file-in-place.ts';
import { jsonAsYaml, textOfYaml } from '../../base/text/safe-yaml.ts';
import { pathText } from '../../world/yaml/path.ts';
import { readSource } from '../../world/yaml/source.ts';
import type { Env } from '../../world/yaml/substitute-env.ts';
import { checkTargetSource } from '../../world/target-file/check-target.ts';

/** What a file gets: one value at one place, with its evidence. */
export interface Addition {
  /** Keys of mappings and positions in lists; the lists are there already. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** The evidence, on one line. */
  readonly comment: string;
}

/** A collection whose JSON is longer is written over several lines. */
const ONE_LINE = 100;

const read = (text: string): Document =>
  parseDocument(text, { schema: 'core', stringKeys: true, intAsBigInt: true });
const valuesOf = (document: Document): unknown => document.toJS({ maxAliasCount: -1 });

/** Whether the file leaves the place open. */
function isMissing(document: Document, { path }: Addition): boolean {
  const value = document.getIn(path);
  return value === undefined || (path.at(-1) === 'tags' && value === 'unknown');
}

/** Gives a mapping a value, in place of the one that it has under this key. The sections of a file go before its world. */
function put(map: YAMLMap, pair: Pair, comment: string | undefined): void {
  const [key, value] = [pair.key, pair.value] as [Scalar, Node];
  const positionOf = (name: unknown): number =>
    map.items.findIndex((each) => isScalar(each.key) && each.key.value === name);
  const known = map.items[positionOf(key.value)];
  const world = positionOf('world');
  if (known === undefined) map.items.splice(world === -1 ? map.items.length : world, 0, pair);
  else {
    value.comment = (known.value as Node | null)?.comment ?? null;
    known.value = value;
  }
  if (comment === undefined) return;
  const above = (known?.key ?? key) as Scalar;
  if (isScalar(value) && value.comment == null) value.comment = ` ${comment}`;
  else above.commentBefore = [above.commentBefore, ` ${comment}`].filter((each) => each != null).join('\n');
}

function pairOf(document: Document, key: string | number, value: unknown): Pair {
  const pair = document.createPair(key, value);
  visit(pair.value, {
    Collection: (_, each) => void (each.flow = JSON.stringify(each).length <= ONE_LINE),
  });
  return pair;
}

/** Adds a value to the document; false where an alias would say it elsewhere, too. */
function added(document: Document, { path, value, comment }: Addition): boolean {
  let node = document.contents as Node | undefined;
  for (const [depth, step] of path.entries()) {
    if (!isCollection(node)) return false;
    // Within braces a comment would take three lines.
    node.flow = false;
    const next = node.get(step, true) as Node | undefined;
    if ([node, next].some((each) => isNode(each) && 'anchor' in each && each.anchor !== undefined))
      return false;
    if (isMap(node)) {
      if (depth === path.length - 1) put(node, pairOf(document, step, value), comment);
      else if ((node.get(step) ?? null) === null) put(node, document.createPair(step, {}), undefined);
    }
    node = node.get(step, true) as Node;
  }
  return true;
}

/** Keeps the blanks within braces and brackets, or their absence, as each collection of the file has them; what is new has blanks unless the file has none. */
function keepPadding(document: Document, text: string): ToStringOptions {
  const paddings: string[] = [];
  visit(document, {
    Collection: (_, node) => {
      const [start] = node.range ?? [];
      if (node.flow !== true || start === undefined) return;
      const flowCollectionPadding = /\s/.test(text[start + 1] ?? '') ? ' ' : '';
      paddings.push(flowCollectionPadding);
      const print = node.toString.bind(node) as (context?: object, ...others: unknown[]) => string;
      node.toString = (context?: object, ...others: unknown[]) =>
        print(context && { ...context, flowCollectionPadding }, ...others);
    },
  });
  return { flowCollectionPadding: paddings.length === 0 || paddings.includes(' ') };
}

function byHand(file: string, additions: readonly Addition[]): TagproofError {
  const lines = additions.map(({ path, value }) => `  ${pathText(path)}: ${jsonAsYaml(value)}`);
  return new TagproofError(
    'file',
    `${file}: its layout can't be edited automatically; nothing was written, add this by hand:\n${lines.join('\n')}`,
  );
}

/** Adds to a target file what it leaves open of the additions; what was added. Throws a `file` error where that would change anything else. */
export function writeAdditions(file: string, additions: readonly Addition[], env: Env): readonly Addition[] {
  const { text } = readSource(file);
  const source = text.replaceAll('\r\n', '\n');
  const document = read(source);
  const options = keepPadding(document, source);
  const written = additions.filter((each) => isMissing(document, each));
  if (written.length === 0) return written;
  // JSON has no comments.
  if (/\.json$/i.test(file) || !written.every((each) => added(document, each))) throw byHand(file, written);
  const lines = textOfYaml(document, options);
  const edited = text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
  const isSame = isDeepStrictEqual(valuesOf(read(edited)), valuesOf(document));
  if (!isSame || !checkTargetSource({ file, text: edited }, env).ok) throw byHand(file, written);
  rewrite(file, edited);
  return written;
}
