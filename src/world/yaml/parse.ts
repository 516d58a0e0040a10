/** YAML text to a located document, or all that is wrong with it. */
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, parseDocument } from 'yaml';
import type { Node, YAMLMap } from 'yaml';
import type { z } from 'zod';
import { type FileFault, inOrder, lineCounterOf, START } from './fault.ts';
import { Located, spanOf } from './located.ts';
import type { YamlPath } from './path.ts';
import type { Source } from './source.ts';
import {
  type Env,
  MAX_DEPTH,
  PROTO_KEY,
  REFERENCE_START,
  substituteAll,
  TOO_DEEP,
} from './substitute-env.ts';
import { PARSING } from './misplaced-line.ts';
import { type Composed, said, type SpanFault, syntaxFaults, type Words } from './syntax-faults.ts';

interface YamlOptions {
  /** Without one, `${env:…}` is text like any other. */
  readonly env?: Env | undefined;
  /** The text may hold secrets: faults show words of this schema alone. */
  readonly wordsOf?: z.ZodType | undefined;
}

const MERGE_KEY = said(
  'merge keys (<<) are not read',
  'write the members out, or use an alias for a whole value',
);
const NO_ANCHOR = said(
  'no such anchor is defined before this',
  'define it above, or quote a value that begins with *',
);
const INSIDE = said(
  'this alias is inside what it names',
  'an alias can only repeat something that is complete',
);
/** The most levels that the parser is given: if it overflows the stack, the process can end. */
const MAX_LEVELS = 1000;
const BLOCKS_IN_A_LINE = new RegExp(String.raw`^(?:[-?] ){${MAX_LEVELS}}`, 'm');

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_LEVELS) return true;
  }
  return BLOCKS_IN_A_LINE.test(text);
}

const ALIASES_AT_MOST = 10_000;
const TOO_MANY = { message: 'its aliases stand for too much', hint: 'write less, or split the file' };

/** What YAML has and no file here may have: keys that are twice in a mapping, or mean something else; aliases of nothing; and depth. */
function trapsIn(document: Composed, text: string): readonly SpanFault[] {
  const faults: SpanFault[] = [];
  const anchors = new Set<string>();
  let counter: ReturnType<typeof lineCounterOf> | undefined;
  const refuse = (node: Node, fault: Words): void => void faults.push({ span: spanOf(node), ...fault });
  const readKeys = ({ items }: YAMLMap): void => {
    const keys = new Map<unknown, Node>();
    for (const { key } of items) {
      if (!isScalar(key)) continue;
      if (key.value === '__proto__') refuse(key, PROTO_KEY);
      else if (key.value === '<<' && key.type === 'PLAIN') refuse(key, MERGE_KEY);
      const first = keys.get(key.value);
      if (first !== undefined) {
        const { line } = (counter ??= lineCounterOf(text)).linePos(spanOf(first).start);
        const message = `duplicate key: it is in line ${line} already`;
        refuse(key, said(message, 'a mapping has each key once; join the two'));
      }
      keys.set(key.value, key);
    }
  };
  /** The anchors of the collections around. */
  const around: (string | undefined)[] = [];
  /** False where it is nested too deeply: then nothing more is looked at. */
  const lookAt = (node: unknown): boolean => {
    if (!isNode(node)) return true;
    if (around.length > MAX_DEPTH) {
      refuse(node, TOO_DEEP);
      return false;
    }
    if (isAlias(node)) {
      if (around.includes(node.source)) refuse(node, INSIDE);
      else if (!anchors.has(node.source)) refuse(node, NO_ANCHOR);
      return true;
    }
    if (node.anchor !== undefined) anchors.add(node.anchor);
    if (!isCollection(node)) return true;
    if (isMap(node)) readKeys(node);
    around.push(node.anchor);
    const isWhole = node.items.every((item) =>
      isPair(item) ? lookAt(item.key) && lookAt(item.value) : lookAt(item),
    );
    around.pop();
    return isWhole;
  };
  lookAt(document.contents);
  return faults;
}

/** The values; undefined: aliases of aliases stand for too much. */
function plainValues(document: Composed): { readonly value: unknown } | undefined {
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES_AT_MOST }) as unknown };
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** What a document lacks: variables that are not set, and where. */
export interface Unfilled {
  readonly faults: readonly FileFault[];
  readonly paths: readonly YamlPath[];
}

type Failed = {
  readonly ok: false;
  readonly faults: readonly FileFault[];
  /** The document, where nothing but variables is wrong. */
  readonly unfilled?: Unfilled & { readonly document: Located };
};

/** Parses one document of YAML 1.2. */
export function parseYaml({ file, text }: Source, { env, wordsOf }: YamlOptions = {}): Located | Failed {
  const failed = (faults: readonly SpanFault[]): Failed => {
    const document = new Located(null, { file, text, wordsOf });
    return {
      ok: false,
      faults: inOrder(faults.map((each) => document.faultOn(each.span, each.message, each.hint))),
    };
  };
  if (isTooDeep(text)) return failed([{ span: START, ...TOO_DEEP }]);
  const document = parseDocument(text, PARSING);
  if (document.errors.length + document.warnings.length > 0) return failed(syntaxFaults(document, text));
  const traps = trapsIn(document, text);
  if (traps.length > 0) return failed(traps);
  const values = plainValues(document);
  if (values === undefined) return failed([{ span: START, ...TOO_MANY }]);
  const origin = { file, text, document, wordsOf };
  if (env === undefined || !text.includes(REFERENCE_START)) return new Located(values.value, origin);
  const { value, envs, problems } = substituteAll(values.value, env);
  const located = new Located(value, { ...origin, envs });
  if (problems.length === 0) return located;
  const faults = inOrder(
    problems.map(({ path, reference = '', message, hint }) =>
      located.faultWithin(path, reference, message, hint),
    ),
  );
  return {
    ok: false,
    faults,
    unfilled: { document: located, faults, paths: problems.map(({ path }) => path) },
  };
}
