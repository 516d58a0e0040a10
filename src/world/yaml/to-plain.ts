/** A YAML document as plain values: aliases followed within bounds, variables filled in, traps refused. */
import { isAlias, isMap, isPair, isScalar, isSeq, type Alias, type Node, type Pair, type Scalar } from 'yaml';
import type { FileFault } from './fault.ts';
import type { YamlPath } from './path.ts';
import { spotAt, type Lines, type SourceSpan } from './source.ts';
import { substitute, type Env, type EnvPart } from './substitute-env.ts';

/** How many values all aliases of a file together may stand for. */
const MAX_ALIASED = 100_000;
/** How deep mappings and lists may be nested. */
export const MAX_DEPTH = 100;

export interface PlainOptions {
  /** Without one, `${env:…}` is text like any other. */
  readonly env?: Env | undefined;
  /** Whether the value at a path is a secret, which is then never shown. */
  readonly hide?: ((path: YamlPath, value: unknown) => boolean) | undefined;
}

/** The values of a document, and what finding places in it takes. */
export interface PlainDocument {
  readonly value: unknown;
  readonly targets: ReadonlyMap<Alias, Node>;
  /** By the node; by the text of the path where there are no nodes. */
  readonly envs: ReadonlyMap<Node | string, readonly EnvPart[]>;
  readonly hidden: readonly SourceSpan[];
  readonly faults: readonly FileFault[];
}

interface PlainPart {
  readonly value: unknown;
  /** How many values it holds, aliases followed. */
  readonly size: number;
}

/** The message and the hint for what is nested too deeply. */
export const TOO_DEEP = ['nested too deeply', `at most ${MAX_DEPTH} levels are read`] as const;

const NOTHING: PlainPart = { value: null, size: 1 };

/** The part of the source that a node fills. */
export function spanOf(node: Node): SourceSpan {
  return { start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
}

/** The text of a mapping's key; keys are texts, even if YAML would read them otherwise. */
export function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : '';
}

/** A key may be `__proto__` or `constructor` in YAML: it becomes an own property, whatever its name. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

class PlainReading {
  readonly lines: Lines;
  readonly options: PlainOptions;
  readonly targets = new Map<Alias, Node>();
  readonly envs = new Map<Node, readonly EnvPart[]>();
  readonly hidden: SourceSpan[] = [];
  readonly faults: FileFault[] = [];
  private readonly anchors = new Map<string, Node>();
  private readonly done = new Map<Node, PlainPart>();
  private aliased = 0;

  constructor(lines: Lines, options: PlainOptions) {
    this.lines = lines;
    this.options = options;
  }

  read(node: unknown, path: YamlPath): PlainPart {
    if (isAlias(node)) return this.alias(node);
    if (isScalar(node)) return this.remember(node, () => this.scalar(node, path));
    if (path.length > MAX_DEPTH && (isMap(node) || isSeq(node))) return this.fault(spanOf(node), ...TOO_DEEP);
    if (isMap(node)) return this.remember(node, () => this.mapping(node.items, path));
    if (isSeq(node)) return this.remember(node, () => this.list(node.items, path));
    return NOTHING;
  }

  private remember(node: Node & { anchor?: string }, part: () => PlainPart): PlainPart {
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    const made = part();
    this.done.set(node, made);
    return made;
  }

  private fault(span: SourceSpan, message: string, hint: string): PlainPart {
    this.faults.push({ ...spotAt(this.lines, span), message, hint });
    return NOTHING;
  }

  private alias(alias: Alias): PlainPart {
    const target = this.anchors.get(alias.source);
    const name = `*${alias.source}`;
    if (target === undefined)
      return this.fault(
        spanOf(alias),
        `no anchor &${alias.source} is defined before ${name}`,
        `define it above, or quote a value that begins with *`,
      );
    this.targets.set(alias, target);
    const part = this.done.get(target);
    if (part === undefined)
      return this.fault(
        spanOf(alias),
        `${name} is inside what it names`,
        'an alias can only repeat something that is complete',
      );
    if (this.aliased > MAX_ALIASED) return NOTHING;
    this.aliased += part.size;
    if (this.aliased <= MAX_ALIASED) return part;
    return this.fault(
      spanOf(alias),
      `the aliases up to ${name} stand for more than ${MAX_ALIASED} values`,
      'write less, or split the file',
    );
  }

  private scalar(node: Scalar, path: YamlPath): PlainPart {
    const secret = this.options.hide?.(path, node.value) === true;
    const { env } = this.options;
    if (env === undefined || typeof node.value !== 'string' || !node.value.includes('${env:')) {
      if (secret && !this.isBareReference(node)) this.hidden.push(spanOf(node));
      return { value: node.value, size: 1 };
    }
    const { text, parts, problems } = substitute(node.value, env);
    this.envs.set(node, parts);
    for (const { reference, message, hint } of problems)
      this.fault(this.within(node, reference), message, hint);
    return { value: text, size: 1 };
  }

  /** Within brackets an unquoted `${env:…}` ends after its dollar: a fault, and no secret. */
  private isBareReference(node: Scalar): boolean {
    return this.lines.source.text.startsWith('${env:', spanOf(node).start);
  }

  /** The part of a scalar's source that is this text. */
  private within(node: Scalar, text: string): SourceSpan {
    const { start, end } = spanOf(node);
    const offset = this.lines.source.text.slice(start, end).indexOf(text);
    return offset === -1 ? { start, end } : { start: start + offset, end: start + offset + text.length };
  }

  private mapping(items: readonly unknown[], path: YamlPath): PlainPart {
    const value = {};
    let size = 1;
    for (const pair of items.filter((item) => isPair(item))) {
      const key = keyText(pair);
      this.checkKey(pair, key);
      const part = this.read(pair.value, [...path, key]);
      setOwn(value, key, part.value);
      size += part.size;
    }
    return { value, size };
  }

  private checkKey({ key: node }: Pair, key: string): void {
    if (!isScalar(node)) return;
    if (key === '__proto__')
      this.fault(
        spanOf(node),
        '"__proto__" can not be a key',
        'as a value it is fine; where a request needs it as a member, give the raw text of the body',
      );
    if (key === '<<' && node.type === 'PLAIN')
      this.fault(
        spanOf(node),
        'merge keys (<<) are not read',
        'write the members out, or use an alias for a whole value',
      );
  }

  private list(items: readonly unknown[], path: YamlPath): PlainPart {
    const parts = items.map((item, index) => this.read(item, [...path, index]));
    return { value: parts.map(({ value }) => value), size: parts.reduce((sum, { size }) => sum + size, 1) };
  }
}

/** The plain values of a parsed document. All its faults are collected; the values are only good without any. */
export function toPlain(root: Node | null, lines: Lines, options: PlainOptions): PlainDocument {
  const reading = new PlainReading(lines, options);
  const { value } = reading.read(root, []);
  const { targets, envs, hidden, faults } = reading;
  return { value, targets, envs, hidden, faults };
}
