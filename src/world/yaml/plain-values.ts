/** A YAML document as plain values: aliases followed within bounds, traps refused. */
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { SourceSpan } from './fault.ts';
import type { Mapping } from './path.ts';

/** How many values all aliases of a file together may stand for. */
const MAX_ALIASED = 100_000;
/** How deep mappings and lists may be nested. */
export const MAX_DEPTH = 100;

/** What is wrong with a part of the text. */
export interface SpanFault {
  readonly span: SourceSpan;
  readonly message: string;
  readonly hint?: string;
}

/** The message and the hint for what is nested too deeply. */
export const TOO_DEEP = { message: 'nested too deeply', hint: `at most ${MAX_DEPTH} levels are read` };
export const PROTO_KEY = {
  message: '"__proto__" can not be a key',
  hint: 'as a value it is fine; where a request needs it as a member, give the raw text of the body',
};
const MERGE_KEY = {
  message: 'merge keys (<<) are not read',
  hint: 'write the members out, or use an alias for a whole value',
};
const DUPLICATE = { message: 'duplicate key', hint: 'a mapping has each key once; join the two' };

interface Anchored {
  readonly node: Node;
  value: unknown;
  /** How many values it holds, aliases followed; undefined while it is still read. */
  size: number | undefined;
}

/** The part of the source that a node fills. */
export function spanOf(node: Node): SourceSpan {
  return { start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
}

/** The text of a mapping's key; keys are texts, even if YAML would read them otherwise. */
export const keyText = ({ key }: Pair): string => (isScalar(key) ? String(key.source ?? key.value) : '');

/** The plain values of a parsed document. All its faults are collected; the values are only good without any. */
export function plainValues(root: Node | null) {
  const targets = new Map<Alias, Node>();
  const faults: SpanFault[] = [];
  const anchors = new Map<string, Anchored>();
  let size = 0;
  let aliased = 0;

  const refuse = (node: Node, fault: Omit<SpanFault, 'span'>): null => {
    faults.push({ span: spanOf(node), ...fault });
    return null;
  };
  const followed = (alias: Alias): unknown => {
    const name = `*${alias.source}`;
    const target = anchors.get(alias.source);
    if (target === undefined)
      return refuse(alias, {
        message: `no anchor &${alias.source} is defined before ${name}`,
        hint: 'define it above, or quote a value that begins with *',
      });
    targets.set(alias, target.node);
    if (target.size === undefined)
      return refuse(alias, {
        message: `${name} is inside what it names`,
        hint: 'an alias can only repeat something that is complete',
      });
    if (aliased > MAX_ALIASED) return null;
    aliased += target.size;
    size += target.size;
    if (aliased <= MAX_ALIASED) return target.value;
    const message = `the aliases up to ${name} stand for more than ${MAX_ALIASED} values`;
    return refuse(alias, { message, hint: 'write less, or split the file' });
  };
  const mapping = (pairs: readonly Pair[], depth: number): Mapping => {
    const value: Record<string, unknown> = {};
    for (const pair of pairs) {
      const key = keyText(pair);
      if (isScalar(pair.key)) {
        if (key === '__proto__') refuse(pair.key, PROTO_KEY);
        else if (key === '<<' && pair.key.type === 'PLAIN') refuse(pair.key, MERGE_KEY);
        else if (Object.hasOwn(value, key)) refuse(pair.key, DUPLICATE);
      }
      // As a key it would set the prototype.
      if (key !== '__proto__') value[key] = read(pair.value, depth + 1);
    }
    return value;
  };
  const read = (node: unknown, depth: number): unknown => {
    if (isAlias(node)) return followed(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const anchored: Anchored = { node, value: null, size: undefined };
    if (node.anchor !== undefined) anchors.set(node.anchor, anchored);
    const before = size;
    size += 1;
    if (isScalar(node)) anchored.value = node.value;
    else if (depth > MAX_DEPTH) return refuse(node, TOO_DEEP);
    else if (isMap(node)) anchored.value = mapping(node.items, depth);
    else anchored.value = node.items.map((item) => read(item, depth + 1));
    anchored.size = size - before;
    return anchored.value;
  };
  return { value: read(root, 0), targets, faults };
}
