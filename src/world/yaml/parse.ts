/** YAML text to a located document, or all that is wrong with it. */
import {
  type Document,
  type ErrorCode,
  isCollection,
  isScalar,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { type FileFault, inOrder } from './fault.ts';
import { LocatedDocument } from './located.ts';
import { type Lines, linesOf, type Source, spotAt } from './source.ts';
import { TOO_DEEP, toPlain, type PlainOptions } from './to-plain.ts';

/** What the YAML parser complains about, in friendly words. */
interface Words {
  readonly message: string;
  readonly hint?: string;
}

const quoteHint = 'quote the value: "…"';

const unexpected: Words = {
  message: 'text where YAML expects none',
  hint: 'quote a value that holds quotes, brackets or ": ", and check the indentation',
};

/** `undefined`: the parser's own sentence is the clearest. */
const WORDS: Readonly<Record<ErrorCode, Words | undefined>> = {
  ALIAS_PROPS: undefined,
  BAD_ALIAS: { message: 'an alias without a good name', hint: 'quote a value that begins with *' },
  BAD_COLLECTION_TYPE: undefined,
  BAD_DIRECTIVE: undefined,
  BAD_DQ_ESCAPE: {
    message: 'not an escape that YAML knows',
    hint: 'write a backslash twice, or use single quotes',
  },
  BAD_INDENT: {
    message: 'bad indentation',
    hint: 'keys of one mapping start at the same column',
  },
  BAD_PROP_ORDER: undefined,
  BAD_SCALAR_START: { message: 'a value that begins with a character which YAML reserves', hint: quoteHint },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second ": " within one value',
    hint: `${quoteHint}, or begin a new line`,
  },
  BLOCK_IN_FLOW: {
    message: 'a block within { } or [ ]',
    hint: 'write all of it with brackets, or all of it with indentation',
  },
  DUPLICATE_KEY: { message: 'duplicate key', hint: 'a mapping has each key once; join the two' },
  IMPOSSIBLE: undefined,
  KEY_OVER_1024_CHARS: undefined,
  MISSING_CHAR: undefined,
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key without ":" on its line',
    hint: 'write "key: value", with a blank after the colon',
  },
  MULTIPLE_ANCHORS: undefined,
  MULTIPLE_DOCS: {
    message: 'a second document begins here',
    hint: 'a file holds one document; remove the ---',
  },
  MULTIPLE_TAGS: undefined,
  NON_STRING_KEY: { message: 'a key that is not text', hint: 'keys are plain words' },
  RESOURCE_EXHAUSTION: { message: 'nested too deeply', hint: 'nothing here needs more than a few levels' },
  TAB_AS_INDENT: { message: 'a tab in the indentation', hint: 'indent with blanks' },
  TAG_RESOLVE_FAILED: {
    message: 'a tag (!…), which has no meaning here',
    hint: 'quote a value that begins with !',
  },
  UNEXPECTED_TOKEN: unexpected,
};

const ENV_WORDS: Words = {
  message: '"${env:…}" without quotes, within brackets',
  hint: 'quote it: "${env:NAME}"',
};

const OPEN_QUOTE: Words = { message: 'a quote that is never closed', hint: 'close it where the text ends' };
const OPEN_BRACKET: Words = {
  message: 'a bracket that is never closed, or whose lines are not indented',
  hint: 'close it, indent its lines, or quote a text that begins with it',
};

/** Whether a bracket or a quote is open at the end, where the parser complains. */
const isUnclosed = ({ code, message }: YAMLError): boolean =>
  code === 'MISSING_CHAR' || (code === 'BAD_INDENT' && message.startsWith('Flow'));

/** The beginning of a bracket or a quote that is never closed: the innermost of those that reach farthest from before a place. */
function openedIn(root: ParsedNode | null, place: number): { start: number; end: number } | undefined {
  let farthest = { start: 0, end: 0 };
  visit(root, {
    Node(_, node) {
      const [start = 0, end = 0] = node.range ?? [];
      const isOpened = isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE');
      if (isOpened === true && start < place && end >= farthest.end) farthest = { start, end };
    },
  });
  return farthest.end === 0 ? undefined : { start: farthest.start, end: farthest.start + 1 };
}

function wordsFor(error: YAMLError, text: string): Words {
  const { code, message, pos } = error;
  if (isUnclosed(error)) return message.includes('quote') ? OPEN_QUOTE : OPEN_BRACKET;
  if (code === 'UNEXPECTED_TOKEN' && text.startsWith('${env:', pos[0] - 1)) return ENV_WORDS;
  const sentence = `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;
  return WORDS[code] ?? { message: sentence };
}

/** The span that a duplicate key or a tag fills, or what is never closed; the parser often points at one character. */
function spanOf(error: YAMLError, text: string, root: ParsedNode | null): { start: number; end: number } {
  const {
    code,
    pos: [start, end],
  } = error;
  if (isUnclosed(error)) return openedIn(root, start) ?? { start, end };
  if (code !== 'DUPLICATE_KEY') return { start, end };
  const key = /^[^\s:]+/.exec(text.slice(start, start + 200));
  return { start, end: start + (key?.[0].length ?? 1) };
}

/** The faults of a text that is not good YAML: the first of each line, since the others follow from it. */
function syntaxFaults(
  errors: readonly YAMLError[],
  lines: Lines,
  root: ParsedNode | null,
): readonly FileFault[] {
  const seen = new Set<number>();
  // Beside another fault, what looks open is most likely not.
  const others = errors.filter((error) => !isUnclosed(error));
  const firsts = (others.length > 0 ? others : errors).filter(({ pos: [start] }) => {
    const { line } = lines.counter.linePos(start);
    return !seen.has(line) && seen.add(line);
  });
  return firsts.map((error) => ({
    ...spotAt(lines, spanOf(error, lines.source.text, root)),
    ...wordsFor(error, lines.source.text),
  }));
}

export type ParsedYaml = LocatedDocument | { readonly ok: false; readonly faults: readonly FileFault[] };

function failed(faults: readonly FileFault[]): ParsedYaml {
  return { ok: false, faults: inOrder(faults) };
}

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

function compose(text: string): Document.Parsed<ParsedNode> | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return parseDocument(text, {
      schema: 'core',
      stringKeys: true,
      prettyErrors: false,
      resolveKnownTags: false,
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Keep the last 4 documents, since commands read the same file several times, and none of more than 64 kB, as a syntax tree is large. */
const MAX_KEPT = 4;
const MAX_LENGTH = 64 * 1024;
const kept = new Map<string, ReturnType<typeof compose>>();

/** As `compose`, but remembered: callers share the document and never change it. */
function composedOf(text: string): ReturnType<typeof compose> {
  if (text.length > MAX_LENGTH) return compose(text);
  const composed = kept.has(text) ? kept.get(text) : compose(text);
  kept.delete(text);
  kept.set(text, composed);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
  return composed;
}

/** A record of a run, for instance: as YAML each of its thousands of lines would be a fault. */
const JSON_LINES = /^\uFEFF?\{.*\}\r?\n\{/;
const TWO_VALUES = [
  'a line of JSON each (NDJSON), and no YAML',
  'name a YAML file; a record of a run is given with --from',
] as const;

/** Parses one document of YAML 1.2. */
export function parseYaml(source: Source, options: PlainOptions = {}): ParsedYaml {
  const lines = linesOf(source);
  const refused = ([message, hint]: readonly [string, string]): ParsedYaml =>
    failed([{ ...spotAt(lines, { start: 0, end: 0 }), message, hint }]);
  if (JSON_LINES.test(source.text)) return refused(TWO_VALUES);
  const composed = composedOf(source.text);
  if (composed === undefined) return refused(TOO_DEEP);
  const plain = toPlain(composed.contents, lines, options);
  const problems = [...composed.errors, ...composed.warnings];
  if (problems.length > 0)
    return failed(syntaxFaults(problems, { ...lines, hidden: plain.hidden }, composed.contents));
  if (plain.faults.length > 0) return failed(plain.faults);
  return new LocatedDocument(composed.contents, lines, plain);
}
