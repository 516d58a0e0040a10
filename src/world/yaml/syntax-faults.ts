/** What the YAML parser complains about, as faults in friendly words. */
import { type ErrorCode, isCollection, isScalar, parseDocument, visit, type YAMLError } from 'yaml';
import { lineCounterOf, type SourceSpan } from './fault.ts';
import { misplacedLine, PARSING } from './misplaced-line.ts';

/** What is wrong with a part of the text, and what to do. */
export interface SpanFault {
  readonly span: SourceSpan;
  readonly message: string;
  readonly hint?: string;
}

/** What the parser complains about, in friendly words. */
export type Words = Omit<SpanFault, 'span'>;

const QUOTE = 'quote the value: "…"';
export const said = (message: string, hint: string): Words => ({ message, hint });

/** An error without words here has the clearest sentence already. */
const WORDS: Partial<Record<ErrorCode, Words>> = {
  BAD_ALIAS: said('an alias without a good name', 'quote a value that begins with *'),
  BAD_DIRECTIVE: said('a line that begins with %, which YAML reserves', QUOTE),
  BAD_DQ_ESCAPE: said('not an escape that YAML knows', 'write a backslash twice, or use single quotes'),
  BAD_INDENT: said('bad indentation', 'keys of one mapping start at the same column'),
  BAD_SCALAR_START: said('a value that begins with a character which YAML reserves', QUOTE),
  BLOCK_AS_IMPLICIT_KEY: said(
    'a second ": " within one value',
    `${QUOTE}, or begin a new line, as deep as its key`,
  ),
  BLOCK_IN_FLOW: said(
    'a block within { } or [ ], or a missing comma',
    'write all of it with brackets and commas, or all with indentation',
  ),
  MISSING_CHAR: said(
    'neither an item, with "- " before it, nor as deep as the keys above',
    'items of one list, and keys of one mapping, start at the same column',
  ),
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
    'quote a value that holds quotes, brackets or ": "; check the commas within brackets, and the indentation',
  ),
};
const COMMA = said(
  'a comma is missing before this',
  'within brackets commas stand between members and items',
);
const BARE_VARIABLE = said('"${…}" without quotes, within brackets', 'quote it: "${env:NAME}"');
const OPEN_QUOTE = said('a quote that is never closed', 'close it where the text ends');
const OPEN_BRACKET = said(
  'a bracket that is never closed, or whose lines are not indented',
  'close it, indent its lines, or quote a text that begins with it',
);

export type Composed = ReturnType<typeof parseDocument>;

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

function syntaxFault(error: YAMLError, root: Composed['contents']): SpanFault {
  const [start, end] = error.pos;
  const here = { start, end };
  const opened = openedIn(root, start)?.start ?? start;
  if (isUnclosed(error)) {
    const words = error.message.includes('quote') ? OPEN_QUOTE : OPEN_BRACKET;
    return { span: { start: opened, end: opened + 1 }, ...words };
  }
  if (error.message.startsWith('Missing ,')) return { span: here, ...COMMA };
  const message = error.message.replace(/^./, (first) => first.toLowerCase());
  return { span: here, ...(WORDS[error.code] ?? { message }) };
}

/** The most lines with a fault that are looked at: what follows is a matter of the first ones. */
const MAX_BROKEN = 100;
/** How many unquoted variables and wrongly indented lines are reported; each costs another parse. */
const MAX_MENDED = 8;

/** The first variable without quotes at which the parser stumbles. */
function bareVariable({ errors }: Composed, text: string): SourceSpan | undefined {
  const at = errors.find(({ pos: [start] }) => text.startsWith('${', start - 1))?.pos[0];
  const [variable] = (at !== undefined && /^\$\{[^{},\n]*\}/.exec(text.slice(at - 1))) || [];
  return at && variable ? { start: at - 1, end: at - 1 + variable.length } : undefined;
}

/**
 * The faults of a text that is not good YAML: the first of each line, since the others follow from it. What follows from a tab, or from a
 * variable without quotes, may be anywhere behind it.
 */
export function syntaxFaults(document: Composed, text: string, more = MAX_MENDED): readonly SpanFault[] {
  const bare = bareVariable(document, text);
  if (bare !== undefined && more > 0) {
    const { start, end } = bare;
    const quoted = `${text.slice(0, start)}"$${text.slice(start + 2, end - 1)}"${text.slice(end)}`;
    const others = syntaxFaults(parseDocument(quoted, PARSING), quoted, more - 1);
    return [{ span: bare, ...BARE_VARIABLE }, ...others];
  }
  const { errors, warnings, contents } = document;
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT');
  const all = tabs.length > 0 ? tabs : [...errors, ...warnings];
  // Beside another fault, what looks open, or like no item, is most likely not.
  const others = all.filter((error) => !isUnclosed(error) && !error.message.startsWith('Sequence item'));
  const counter = lineCounterOf(text);
  const [first] = tabs.length > 0 ? [] : errors.filter((error) => !isUnclosed(error));
  const misplaced = first && more > 0 && misplacedLine(text, errors.length, first.pos[0], counter);
  if (misplaced) {
    const { mended, placeIn, ...fault } = misplaced;
    const behind = syntaxFaults(parseDocument(mended, PARSING), mended, more - 1);
    const spanIn = ({ start, end }: SourceSpan): SourceSpan => ({ start: placeIn(start), end: placeIn(end) });
    return [fault, ...behind.map((each) => ({ ...each, span: spanIn(each.span) }))];
  }
  const firsts = new Map<number, YAMLError>();
  for (const error of others.length > 0 ? others : all) {
    const { line } = counter.linePos(error.pos[0]);
    if (!firsts.has(line)) firsts.set(line, error);
  }
  return [...firsts.values()].slice(0, MAX_BROKEN).map((error) => syntaxFault(error, contents));
}
