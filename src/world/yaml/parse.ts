/** YAML text to a located document, or all that is wrong with it. */
import { type ErrorCode, isCollection, isScalar, parseDocument, visit, type YAMLError } from 'yaml';
import { type FileFault, inOrder, lineCounterOf, type SourceSpan } from './fault.ts';
import { Located, type Secrets } from './located.ts';
import { plainValues, type SpanFault, TOO_DEEP } from './plain-values.ts';
import type { Source } from './source.ts';
import { type Env, REFERENCE_START, substituteAll } from './substitute-env.ts';

export interface YamlOptions {
  /** Without one, `${env:…}` is text like any other. */
  readonly env?: Env | undefined;
  readonly secrets?: Secrets | undefined;
}

/** What the parser complains about, in friendly words: what is wrong, and what to do. */
type Words = Omit<SpanFault, 'span'>;

const QUOTE = 'quote the value: "…"';
const said = (message: string, hint: string): Words => ({ message, hint });

/** An error without words here has the clearest sentence already. */
const WORDS: Partial<Record<ErrorCode, Words>> = {
  BAD_ALIAS: said('an alias without a good name', 'quote a value that begins with *'),
  BAD_DQ_ESCAPE: said('not an escape that YAML knows', 'write a backslash twice, or use single quotes'),
  BAD_INDENT: said('bad indentation', 'keys of one mapping start at the same column'),
  BAD_SCALAR_START: said('a value that begins with a character which YAML reserves', QUOTE),
  BLOCK_AS_IMPLICIT_KEY: said('a second ": " within one value', `${QUOTE}, or begin a new line`),
  BLOCK_IN_FLOW: said('a block within { } or [ ]', 'write all of it with brackets, or all with indentation'),
  MISSING_CHAR: said('an item without "- " before it', 'items of one list start at the same column'),
  MULTILINE_IMPLICIT_KEY: said(
    'a key without ":" on its line',
    'write "key: value", with a blank after the colon',
  ),
  MULTIPLE_DOCS: said('a second document begins here', 'a file holds one document; remove the ---'),
  NON_STRING_KEY: said('a key that is not text', 'keys are plain words'),
  RESOURCE_EXHAUSTION: said('nested too deeply', 'nothing here needs more than a few levels'),
  TAB_AS_INDENT: said('a tab in the indentation', 'indent with blanks'),
  TAG_RESOLVE_FAILED: said('a tag (!…), which has no meaning here', 'quote a value that begins with !'),
  UNEXPECTED_TOKEN: said(
    'text where YAML expects none',
    'quote a value that holds quotes, brackets or ": ", and check the indentation',
  ),
};
const COMMA = said(
  'a comma is missing before this',
  'within brackets commas stand between members and items',
);
const ENV_WORDS = said('"${env:…}" without quotes, within brackets', 'quote it: "${env:NAME}"');
const OPEN_QUOTE = said('a quote that is never closed', 'close it where the text ends');
const OPEN_BRACKET = said(
  'a bracket that is never closed, or whose lines are not indented',
  'close it, indent its lines, or quote a text that begins with it',
);

type Composed = ReturnType<typeof parseDocument>;

/** Whether a bracket or a quote is open at the end, where the parser complains. */
const isUnclosed = ({ code, message }: YAMLError): boolean =>
  (code === 'MISSING_CHAR' && /quote| end with /.test(message)) ||
  (code === 'BAD_INDENT' && message.startsWith('Flow'));

/** The bracket or quote that reaches farthest from before a place: what is never closed there. */
function openedIn(root: Composed['contents'], place: number): SourceSpan | undefined {
  let farthest: SourceSpan | undefined;
  visit(root, {
    Node(_, node) {
      const [start = 0, end = 0] = node.range ?? [];
      const isOpened = isCollection(node) ? node.flow : isScalar(node) && node.type?.startsWith('QUOTE');
      if (isOpened === true && start < place && end >= (farthest?.end ?? 0)) farthest = { start, end };
    },
  });
  return farthest;
}

/** Where a comma is missing within brackets: `{ a: b c: d }`, `[{ a: b } { c: d }]`. */
function missingComma(error: YAMLError, text: string, isInBrackets: boolean): SourceSpan | undefined {
  const [start, end] = error.pos;
  if (error.message.startsWith('Missing ,')) return { start, end };
  if (error.code === 'UNEXPECTED_TOKEN' && isInBrackets)
    return /^["'[{\w$]/.test(text.slice(start, end)) ? { start, end } : undefined;
  if (error.code !== 'BLOCK_IN_FLOW') return undefined;
  const [, value = '', key] =
    /^(\S[^\n,{}[\]]*?\s+)("?[\w.-]+"?)\s*:(?=\s)/.exec(text.slice(start, end)) ?? [];
  return key === undefined
    ? undefined
    : { start: start + value.length, end: start + value.length + key.length };
}

function syntaxFault(error: YAMLError, text: string, root: Composed['contents']): SpanFault {
  const [start, end] = error.pos;
  const here = { start, end };
  const opened = openedIn(root, start)?.start ?? start;
  if (isUnclosed(error)) {
    const words = error.message.includes('quote') ? OPEN_QUOTE : OPEN_BRACKET;
    return { span: { start: opened, end: opened + 1 }, ...words };
  }
  if (error.code === 'UNEXPECTED_TOKEN' && text.startsWith(REFERENCE_START, start - 1))
    return { span: here, ...ENV_WORDS };
  const comma = missingComma(error, text, /[[{]/.test(text[opened] ?? ''));
  if (comma !== undefined) return { span: comma, ...COMMA };
  const message = error.message.replace(/^./, (first) => first.toLowerCase());
  return { span: here, ...(WORDS[error.code] ?? { message }) };
}

/** The most lines with a fault that are looked at: what follows is a matter of the first ones. */
const MAX_BROKEN = 100;

/** The faults of a text that is not good YAML: the first of each line, since the others follow from it. */
function syntaxFaults({ errors, warnings, contents }: Composed, text: string): readonly SpanFault[] {
  const all = [...errors, ...warnings];
  // Beside another fault, what looks open, or like no item, is most likely not.
  const others = all.filter((error) => !isUnclosed(error) && !error.message.startsWith('Sequence item'));
  const counter = lineCounterOf(text);
  const firsts = new Map<number, YAMLError>();
  for (const error of others.length > 0 ? others : all) {
    const { line } = counter.linePos(error.pos[0]);
    if (!firsts.has(line)) firsts.set(line, error);
  }
  return [...firsts.values()].slice(0, MAX_BROKEN).map((error) => syntaxFault(error, text, contents));
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

/** The parser compares every two keys of a mapping; `plainValues` finds those that are twice in it. */
const PARSING = {
  schema: 'core',
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  resolveKnownTags: false,
} as const;

function compose(text: string): Composed | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return parseDocument(text, PARSING);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Failed = { readonly ok: false; readonly faults: readonly FileFault[] };

const failed = (document: Located, faults: readonly SpanFault[]): Failed => ({
  ok: false,
  faults: inOrder(faults.map(({ span, message, hint }) => document.faultOn(span, message, hint))),
});

/** Parses one document of YAML 1.2. */
export function parseYaml({ file, text }: Source, { env, secrets }: YamlOptions = {}): Located | Failed {
  const broken = new Located(null, { file, text, secrets, isBroken: true });
  const composed = compose(text);
  if (composed === undefined) return failed(broken, [{ span: { start: 0, end: 0 }, ...TOO_DEEP }]);
  if (composed.errors.length + composed.warnings.length > 0)
    return failed(broken, syntaxFaults(composed, text));
  const { contents: root } = composed;
  const { value, targets, faults } = plainValues(root);
  const origin = { file, text, root, targets, secrets };
  if (faults.length > 0) return failed(new Located(null, origin), faults);
  if (env === undefined || !text.includes(REFERENCE_START)) return new Located(value, origin);
  const { value: filled, envs, problems } = substituteAll(value, env);
  const document = new Located(filled, { ...origin, envs });
  if (problems.length === 0) return document;
  return { ok: false, faults: inOrder(problems.map((problem) => document.faultWithin(problem))) };
}
