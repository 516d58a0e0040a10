/** A document that was read: its values, the place of any path in it, and what is wrong there beyond what its schema sees. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
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
import { isWithin, pathBefore, pathText, withoutParts, type YamlPath } from './path.ts';
import { masked, withoutLong } from './shown-words.ts';
import { type EnvPart, type EnvsByPath, pathKey } from './substitute-env.ts';

/** Whether a place is that of a mapping's key or of its value. */
export type KeyOrValue = 'key' | 'value';

/** What a document was made of; without a text nothing in it has a place. */
interface Origin {
  readonly file: string;
  readonly text?: string;
  readonly document?: Document;
  readonly envs?: EnvsByPath;
  /** It may hold secrets: faults show words of this schema alone. */
  readonly wordsOf?: z.ZodType | undefined;
  /** The parts of the file that the value is without. */
  readonly leftOut?: readonly YamlPath[];
}

interface Found {
  readonly key?: unknown;
  readonly value: unknown;
}

const pairsOf = rememberedPer(
  ({ items }: YAMLMap) => new Map(items.map((pair): [string, Found] => [String(pair.key), pair])),
);

/** The part of the source that a node fills. */
export const spanOf = ({ range }: Node): SourceSpan => ({ start: range?.[0] ?? 0, end: range?.[1] ?? 0 });

/** Values of variables are quoted in faults, or long enough to be no part of a word. */
const LONG_ENOUGH = 8;

export class Located<T = unknown> {
  readonly ok = true;
  readonly value: T;
  readonly #origin: Origin;
  #counter: LineCounter | undefined;
  readonly #targetOf = rememberedPer(
    (alias: Alias) => alias.resolve(this.#origin.document as Document) ?? alias,
  );

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

  /** The document without the parts at these paths; what is left keeps its place. */
  without(paths: readonly YamlPath[]): Located {
    const { leftOut = [] } = this.#origin;
    const parts = [...new Map(paths.map((path) => [pathText(path), path])).values()];
    const gone = [...leftOut, ...parts.map((part) => this.#pathInFile(part))];
    return new Located(withoutParts(this.value, parts), { ...this.#origin, leftOut: gone });
  }

  /** The paths in the file of what was left out of something, from there on. */
  lacksAt(path: YamlPath): readonly YamlPath[] {
    const place = this.#pathInFile(path);
    const { leftOut = [] } = this.#origin;
    return leftOut.filter((part) => isWithin(part, place)).map((part) => part.slice(place.length));
  }

  /** The place of a path; one that is not there has that of the nearest thing around it. */
  at(path: YamlPath, part: KeyOrValue = 'value'): FilePlace {
    return placeOf(this.faultAt(path, '', undefined, part));
  }

  /** `my-target.yaml:12:7`, or the path where a file is read without places. */
  placeText(path: YamlPath): string {
    const { file, line, column } = this.at(path);
    return line === 0 ? `${file}: ${pathText(path)}` : `${file}:${line}:${column}`;
  }

  /** Whether faults may show this text of the file. */
  shows(text: string): boolean {
    const { wordsOf } = this.#origin;
    return wordsOf === undefined || masked(text, wordsOf) === text;
  }

  /** `"role"`, or `item 3 of "rules"`: the last step of a path, as messages name it. */
  nameOf(path: YamlPath): string {
    const last = path.at(-1);
    if (last === undefined) return 'the file';
    if (typeof last !== 'number') return this.shows(String(last)) ? JSON.stringify(last) : 'this';
    return path.length === 1 ? `item ${last + 1}` : `item ${last + 1} of ${this.nameOf(path.slice(0, -1))}`;
  }

  /** A fault of what the document means, for checks that no schema can make: its message may name ids. */
  faultOf(path: YamlPath, message: string, hint?: Hint, part?: KeyOrValue): FileFault {
    const { wordsOf } = this.#origin;
    if (wordsOf === undefined) return this.faultAt(path, message, hint, part);
    const shown = (text = ''): string => withoutLong(text, wordsOf);
    return this.faultAt(path, shown(message), () => shown(hintText(hint)), part);
  }

  /** A fault at a path, whose message names nothing that is not shown. */
  faultAt(path: YamlPath, message: string, hint?: Hint, part?: KeyOrValue): FileFault {
    return {
      file: this.file,
      path: this.#pathInFile(path).map((step) =>
        typeof step === 'number' || this.shows(String(step)) ? step : '…',
      ),
      message: this.#withoutValues(message),
      hint: () => this.#withoutValues(hintText(hint) ?? '') || undefined,
      ...(this.#origin.text !== undefined && this.#placed(this.#span(path, part))),
    };
  }

  /** A fault at a part of the text. */
  faultOn(span: SourceSpan, message: string, hint?: string): FileFault {
    return { file: this.file, message, hint, ...this.#placed(span) };
  }

  /** A fault at a part of the value at a path. */
  faultWithin(path: YamlPath, part: string, message: string, hint: string): FileFault {
    const fault = this.faultAt(path, message, hint);
    const offset = fault.at?.in.text.slice(fault.at.start, fault.at.end).indexOf(part) ?? -1;
    if (fault.at === undefined || offset < 0) return fault;
    const start = fault.at.start + offset;
    return { ...fault, at: { ...fault.at, start, end: start + part.length } };
  }

  /** The variables in the string at a path; empty where it has none. */
  envAt(path: YamlPath): readonly EnvPart[] {
    return this.#origin.envs?.get(pathKey(this.#pathInFile(path))) ?? [];
  }

  /** The variables of the whole document. */
  envs(): readonly EnvPart[] {
    return [...(this.#origin.envs?.values() ?? [])].flat();
  }

  /** The source of the value at a path as written, comments and surrounding blanks aside. */
  textAt(path: YamlPath): string | undefined {
    const { found, isWhole } = this.#walk(path);
    const node = this.#followed(found.value);
    if (!isWhole || !isNode(node)) return undefined;
    const { start, end } = spanOf(node);
    return this.#origin.text?.slice(start, end).trim();
  }

  #placed(span: SourceSpan): Pick<FileFault, 'at'> {
    const { text = '', wordsOf } = this.#origin;
    this.#counter ??= lineCounterOf(text);
    return { at: { ...span, in: { text, counter: this.#counter, wordsOf } } };
  }

  /** A text that names variables in place of their values. */
  #withoutValues(text: string): string {
    return this.envs().reduce((all, { name, value }) => {
      const named = `\${env:${name}}`;
      const quoted = all.replaceAll(JSON.stringify(value), JSON.stringify(named));
      return value.length < LONG_ENOUGH ? quoted : quoted.replaceAll(value, named);
    }, text);
  }

  /** The span of the deepest thing on the path that has a place. */
  #span(path: YamlPath, part?: KeyOrValue): SourceSpan {
    const { found, isWhole } = this.#walk(path);
    const [key, value] = [found.key, found.value].map((node) => (isNode(node) ? spanOf(node) : undefined));
    if (isWhole && part === 'key' && key !== undefined) return key;
    if (value !== undefined && value.end > value.start) return value;
    return key ?? value ?? { start: 0, end: 0 };
  }

  #pathInFile(path: YamlPath): YamlPath {
    const { leftOut } = this.#origin;
    return leftOut === undefined ? path : pathBefore(path, leftOut);
  }

  #walk(path: YamlPath): { readonly found: Found; readonly isWhole: boolean } {
    let found: Found = { value: this.#origin.document?.contents };
    for (const step of this.#pathInFile(path)) {
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
    return isAlias(node) ? this.#targetOf(node) : node;
  }
}

/** Reports something wrong at a path; reading goes on, so that all faults come at once. `first`: where the same is already. */
export type Complain = (...about: [...Parameters<Located['faultAt']>, first?: YamlPath]) => void;

/** Reports about something at a path within the document that a complaint is about. */
export const complainBelow =
  (complain: Complain, base: YamlPath): Complain =>
  (path, message, hint, part, first) =>
    complain([...base, ...path], message, hint, part, first && [...base, ...first]);

/** Collects complaints; none about a value, or a key of a mapping, whose wrong parts were left out, as it may come from that. */
export function complaintsAbout(document: Located) {
  const faults: FileFault[] = [];
  const complain: Complain = (path, message, hint, part, first) => {
    const isWhole = document.lacksAt(part === 'key' ? path.slice(0, -1) : path).length === 0;
    const said = first === undefined ? message : `${message}: the first is at ${document.placeText(first)}`;
    if (isWhole) faults.push(document.faultOf(path, said, hint, part));
  };
  return { faults, complain };
}
