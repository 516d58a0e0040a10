/** Finding the place of any path in a parsed document, and collecting what is wrong there beyond what its schema sees. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { FileFault } from './fault.ts';
import { pathText, type YamlPath } from './path.ts';
import { spotAt, type Lines, type FilePlace, type SourceSpan, type Spot } from './source.ts';
import type { EnvPart } from './substitute-env.ts';
import { keyText, spanOf, type PlainDocument } from './to-plain.ts';

/** Whether a place is that of a mapping's key or of its value. */
export type KeyOrValue = 'key' | 'value';

/** What a reader of a document asks about its source. Paths that are not there give the nearest thing around them. */
export interface Located {
  readonly file: string;
  at(path: YamlPath, part?: KeyOrValue): FilePlace;
  /** A fault at a path, for checks that no schema can make. */
  faultAt(path: YamlPath, message: string, hint?: string, part?: KeyOrValue): FileFault;
  /** The variables in the string at a path; empty where it has none. */
  envAt(path: YamlPath): readonly EnvPart[];
  /** The variables of the whole document. */
  envs(): readonly EnvPart[];
  /** The source of the value at a path as written, comments and surrounding blanks aside; undefined for a secret. */
  sourceAt(path: YamlPath): string | undefined;
  /** The source of an unquoted scalar; undefined for anything else. */
  plainAt(path: YamlPath): string | undefined;
}

interface Found {
  readonly key?: Node;
  readonly value?: Node;
}

/** A text that names variables in place of their values: those are quoted in faults, or long enough to be no part of a word. */
function withoutValues(text: string, parts: readonly EnvPart[]): string {
  return parts.reduce((all, { name, value }) => {
    const named = `\${env:${name}}`;
    const quoted = all.replaceAll(JSON.stringify(value), JSON.stringify(named));
    return value.length < LONG_ENOUGH ? quoted : quoted.replaceAll(value, named);
  }, text);
}

const LONG_ENOUGH = 8;

function isNodeLike(node: unknown): node is Node {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
}

function pairOf(items: readonly Pair[], key: string): Pair | undefined {
  return items.find((pair) => keyText(pair) === key);
}

export class LocatedDocument<T = unknown> implements Located {
  readonly ok = true;
  readonly file: string;
  readonly value: T;
  readonly lines: Lines;
  /** Undefined: a value without a text, in which nothing has a place. */
  private readonly root: Node | null | undefined;
  private readonly plain: PlainDocument & { readonly value: T };

  constructor(root: Node | null | undefined, lines: Lines, plain: PlainDocument & { readonly value: T }) {
    this.file = lines.source.file;
    this.value = plain.value;
    this.lines = { ...lines, hidden: plain.hidden };
    this.root = root;
    this.plain = plain;
  }

  at(path: YamlPath, part: KeyOrValue = 'value'): FilePlace {
    const { file, line, column } = this.spot(path, part);
    return { file, line, column };
  }

  faultAt(path: YamlPath, message: string, hint?: string, part: KeyOrValue = 'value'): FileFault {
    const plain = (text: string): string => withoutValues(text, this.envs());
    return {
      ...this.spot(path, part),
      message: plain(message),
      hint: hint && plain(hint),
      path,
    };
  }

  envs(): readonly EnvPart[] {
    return [...this.plain.envs.values()].flat();
  }

  envAt(path: YamlPath): readonly EnvPart[] {
    const at = this.root === undefined ? pathText(path) : this.node(path);
    return (at === undefined ? undefined : this.plain.envs.get(at)) ?? [];
  }

  sourceAt(path: YamlPath): string | undefined {
    const node = this.node(path);
    if (node === undefined) return undefined;
    const { start, end } = spanOf(node);
    if (this.lines.hidden.some((span) => span.start < end && start < span.end)) return undefined;
    return this.lines.source.text.slice(start, end).trim();
  }

  plainAt(path: YamlPath): string | undefined {
    const node = this.node(path);
    return isScalar(node) && node.type === 'PLAIN' ? this.sourceAt(path) : undefined;
  }

  /** The same document with what a schema made of its value. */
  with<U>(value: U): LocatedDocument<U> {
    return new LocatedDocument(this.root, this.lines, { ...this.plain, value });
  }

  private node(path: YamlPath): Node | undefined {
    const { found, rest } = this.walk(path);
    return rest === 0 ? this.followed(found.value) : undefined;
  }

  private spot(path: YamlPath, part: KeyOrValue): Spot {
    if (this.root === undefined) return { file: this.file, line: 0, column: 0, width: 0, sourceLine: '' };
    return spotAt(this.lines, this.span(path, part));
  }

  /** The span of the deepest thing on the path that has a place. */
  private span(path: YamlPath, part: KeyOrValue): SourceSpan {
    const { found, rest } = this.walk(path);
    if (rest === 0 && part === 'key' && found.key !== undefined) return spanOf(found.key);
    const value = found.value === undefined ? undefined : spanOf(found.value);
    if (value !== undefined && value.end > value.start) return value;
    return found.key === undefined ? (value ?? { start: 0, end: 0 }) : spanOf(found.key);
  }

  private walk(path: YamlPath): { readonly found: Found; readonly rest: number } {
    let found: Found = isNodeLike(this.root) ? { value: this.root } : {};
    for (const [index, step] of path.entries()) {
      const next = this.child(this.followed(found.value), step);
      if (next === undefined) return { found, rest: path.length - index };
      found = next;
    }
    return { found, rest: 0 };
  }

  private child(node: Node | undefined, step: PropertyKey): Found | undefined {
    if (isSeq(node)) {
      const item = typeof step === 'number' ? node.items[step] : undefined;
      return isNodeLike(item) ? { value: item } : undefined;
    }
    const pair = isMap(node) ? pairOf(node.items, String(step)) : undefined;
    if (pair === undefined) return undefined;
    return {
      ...(isNodeLike(pair.key) && { key: pair.key }),
      ...(isNodeLike(pair.value) && { value: pair.value }),
    };
  }

  private followed(node: Node | undefined): Node | undefined {
    return isAlias(node) ? this.plain.targets.get(node) : node;
  }
}

/** Reports something wrong at a path; reading goes on, so that all faults come at once. */
export type Complain = (path: YamlPath, message: string, hint?: string, part?: KeyOrValue) => void;

/** Reports about something at a path within the document that a complaint is about. */
export const complainBelow =
  (complain: Complain, base: YamlPath): Complain =>
  (path, ...about) =>
    complain([...base, ...path], ...about);

export function complaintsAbout(document: Located) {
  const faults: FileFault[] = [];
  const complain: Complain = (...about) => void faults.push(document.faultAt(...about));
  return { faults, complain };
}
