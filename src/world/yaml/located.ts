/** A document that was read: its values, the place of any path in it, and what is wrong there beyond what its schema sees. */
import { type Alias, isAlias, isMap, isNode, isSeq, type LineCounter, type Node, type YAMLMap } from 'yaml';
import { rememberedPer } from '../../base/remembered.ts';
import {
  type FileFault,
  type FilePlace,
  type Hint,
  hintText,
  lineCounterOf,
  placeOf,
  type SourceSpan,
} from './fault.ts';
import type { YamlPath } from './path.ts';
import { keyText, spanOf } from './plain-values.ts';
import { type EnvPart, type EnvsByPath, pathKey, type Problem, REFERENCE_START } from './substitute-env.ts';

/** Whether a place is that of a mapping's key or of its value. */
export type KeyOrValue = 'key' | 'value';

/** What of a kind of file is never shown. */
export interface Secrets {
  /** Whether the value at a path is a secret; `source` is how it is written. */
  readonly isSecret: (path: YamlPath, source: string) => boolean;
  /** Where secrets may be in a text that is no good YAML, in which nothing has a path. */
  readonly inBroken: (text: string) => readonly SourceSpan[];
}

/** What a document was made of; without a text nothing in it has a place. */
interface Origin {
  readonly file: string;
  readonly text?: string;
  readonly root?: Node | null;
  readonly targets?: ReadonlyMap<Alias, Node>;
  readonly envs?: EnvsByPath;
  readonly secrets?: Secrets | undefined;
  /** Its text is no good YAML. */
  readonly isBroken?: boolean;
}

const pairsOf = rememberedPer(({ items }: YAMLMap) => new Map(items.map((pair) => [keyText(pair), pair])));

interface Found {
  readonly key?: unknown;
  readonly value: unknown;
}

/** Values of variables are quoted in faults, or long enough to be no part of a word. */
const LONG_ENOUGH = 8;

export class Located<T = unknown> {
  readonly ok = true;
  readonly value: T;
  readonly #origin: Origin;
  #counter: LineCounter | undefined;
  #hidden: readonly SourceSpan[] | undefined;

  constructor(value: T, origin: Origin) {
    this.value = value;
    this.#origin = origin;
  }

  get file(): string {
    return this.#origin.file;
  }

  /** The same document with what a schema made of its value. */
  with<U>(value: U): Located<U> {
    return new Located(value, this.#origin);
  }

  /** The place of a path; one that is not there has that of the nearest thing around it. */
  at(path: YamlPath, part: KeyOrValue = 'value'): FilePlace {
    return placeOf(this.faultAt(path, '', undefined, part));
  }

  /** A fault at a path, for checks that no schema can make. */
  faultAt(path: YamlPath, message: string, hint?: Hint, part?: KeyOrValue): FileFault {
    return {
      file: this.file,
      path,
      message: this.#withoutValues(message),
      hint: () => this.#withoutValues(hintText(hint) ?? '') || undefined,
      ...(this.#origin.text !== undefined && { at: this.#placed(this.#span(path, part)) }),
    };
  }

  /** A fault at a part of the text. */
  faultOn(span: SourceSpan, message: string, hint?: string): FileFault {
    return { file: this.file, message, hint, at: this.#placed(span) };
  }

  /** A fault at a part of the value at a path. */
  faultWithin({ path, message, hint, reference = '' }: Problem): FileFault {
    const fault = this.faultAt(path, message, hint);
    const offset = fault.at?.in.text.slice(fault.at.start, fault.at.end).indexOf(reference) ?? -1;
    if (fault.at === undefined || offset < 0) return fault;
    const start = fault.at.start + offset;
    return { ...fault, at: { ...fault.at, start, end: start + reference.length } };
  }

  /** The variables in the string at a path; empty where it has none. */
  envAt(path: YamlPath): readonly EnvPart[] {
    return this.#origin.envs?.get(pathKey(path)) ?? [];
  }

  /** The variables of the whole document. */
  envs(): readonly EnvPart[] {
    return [...(this.#origin.envs?.values() ?? [])].flat();
  }

  /** The source of the value at a path as written, comments and surrounding blanks aside; undefined for a secret. */
  sourceAt(path: YamlPath): string | undefined {
    const { found, isWhole } = this.#walk(path);
    const node = this.#followed(found.value);
    if (!isWhole || !isNode(node)) return undefined;
    const { start, end } = spanOf(node);
    if (this.#hiddenSpans().some((span) => span.start < end && start < span.end)) return undefined;
    return this.#origin.text?.slice(start, end).trim();
  }

  #placed(span: SourceSpan): NonNullable<FileFault['at']> {
    const { text = '' } = this.#origin;
    this.#counter ??= lineCounterOf(text);
    return { ...span, in: { text, counter: this.#counter, hidden: () => this.#hiddenSpans() } };
  }

  /** A text that names variables in place of their values. */
  #withoutValues(text: string): string {
    return this.envs().reduce((all, { name, value }) => {
      const named = `\${env:${name}}`;
      const quoted = all.replaceAll(JSON.stringify(value), JSON.stringify(named));
      return value.length < LONG_ENOUGH ? quoted : quoted.replaceAll(value, named);
    }, text);
  }

  #hiddenSpans(): readonly SourceSpan[] {
    const { root, text = '', secrets, isBroken = false } = this.#origin;
    // Without its colon a secret is a part of the key.
    const spansBehind = (key: Node, path: YamlPath): readonly SourceSpan[] => {
      const { start, end } = spanOf(key);
      const blank = text.slice(start, end).search(/[\s:]/);
      return blank >= 0 && secrets?.isSecret(path, '') === true ? [{ start: start + blank, end }] : [];
    };
    const spansIn = (node: unknown, path: YamlPath): readonly SourceSpan[] => {
      if (isMap(node))
        return node.items.flatMap((pair) => {
          const inner = [...path, keyText(pair)];
          return [...spansIn(pair.value, inner), ...(isNode(pair.key) ? spansBehind(pair.key, inner) : [])];
        });
      if (isSeq(node)) return node.items.flatMap((item, at) => spansIn(item, [...path, at]));
      const span = isNode(node) ? spanOf(node) : { start: 0, end: 0 };
      const source = text.slice(span.start, span.end);
      if (secrets?.isSecret(path, source) !== true || source.includes(REFERENCE_START)) return [];
      // What reads as a comment may be its end.
      const [comment = ''] =
        /^[ \t]*#.*/.exec(text.slice(span.end, text.indexOf('\n', span.end) >>> 0)) ?? [];
      return [{ start: span.start, end: span.end + comment.length }];
    };
    return (this.#hidden ??=
      secrets === undefined ? [] : isBroken ? secrets.inBroken(text) : spansIn(root, []));
  }

  /** The span of the deepest thing on the path that has a place. */
  #span(path: YamlPath, part?: KeyOrValue): SourceSpan {
    const { found, isWhole } = this.#walk(path);
    const [key, value] = [found.key, found.value].map((node) => (isNode(node) ? spanOf(node) : undefined));
    if (isWhole && part === 'key' && key !== undefined) return key;
    if (value !== undefined && value.end > value.start) return value;
    return key ?? value ?? { start: 0, end: 0 };
  }

  #walk(path: YamlPath): { readonly found: Found; readonly isWhole: boolean } {
    let found: Found = { value: this.#origin.root };
    for (const step of path) {
      const node = this.#followed(found.value);
      const next = isMap(node)
        ? pairsOf(node).get(String(step))
        : isSeq(node) && typeof step === 'number' && isNode(node.items[step])
          ? { value: node.items[step] }
          : undefined;
      if (next === undefined) return { found, isWhole: false };
      found = next;
    }
    return { found, isWhole: true };
  }

  #followed(node: unknown): unknown {
    return isAlias(node) ? this.#origin.targets?.get(node) : node;
  }
}

/** Reports something wrong at a path; reading goes on, so that all faults come at once. */
export type Complain = (...about: Parameters<Located['faultAt']>) => void;

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
