/** What the YAML parser complains about, in friendly words. */
import type { ErrorCode, YAMLError } from 'yaml';
import type { Fault } from './fault.ts';
import { spotAt, type Lines } from './source.ts';

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
    message: 'bad indentation, or a bracket that is never closed',
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

function wordsFor({ code, message, pos }: YAMLError, text: string): Words {
  if (code === 'UNEXPECTED_TOKEN' && text.startsWith('${env:', pos[0] - 1)) return ENV_WORDS;
  const sentence = `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;
  return WORDS[code] ?? { message: sentence };
}

/** The span that a duplicate key or a tag fills; the parser often points at one character. */
function spanOf({ code, pos: [start, end] }: YAMLError, text: string): { start: number; end: number } {
  if (code !== 'DUPLICATE_KEY') return { start, end };
  const key = /^[^\s:]+/.exec(text.slice(start, start + 200));
  return { start, end: start + (key?.[0].length ?? 1) };
}

/** The faults of a text that is not good YAML: the first of each line, since the others follow from it. */
export function syntaxFaults(errors: readonly YAMLError[], lines: Lines): readonly Fault[] {
  const seen = new Set<number>();
  const firsts = errors.filter(({ pos: [start] }) => {
    const { line } = lines.counter.linePos(start);
    return !seen.has(line) && seen.add(line);
  });
  return firsts.map((error) => ({
    ...spotAt(lines, spanOf(error, lines.source.text)),
    ...wordsFor(error, lines.source.text),
  }));
}
