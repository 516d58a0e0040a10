/** YAML text to a located document, or all that is wrong with it. */
import { parseDocument, type Document, type ParsedNode } from 'yaml';
import { inOrder, type Fault } from './fault.ts';
import { LocatedDocument } from './located.ts';
import { linesOf, spotAt, type Source } from './source.ts';
import { syntaxFaults } from './syntax-faults.ts';
import { TOO_DEEP, unfold, type UnfoldOptions } from './unfold.ts';

export type Parsed =
  | { readonly ok: true; readonly document: LocatedDocument }
  | { readonly ok: false; readonly faults: readonly Fault[] };

function failed(faults: readonly Fault[]): Parsed {
  return { ok: false, faults: inOrder(faults) };
}

/** The most levels that the parser is given: if it overflows the stack, the process can end. */
const MOST_LEVELS = 1000;
const BLOCKS_IN_A_LINE = new RegExp(String.raw`^(?:[-?] ){${MOST_LEVELS}}`, 'm');

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MOST_LEVELS) return true;
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
const MOST_KEPT = 4;
const MOST_LENGTH = 64 * 1024;
const kept = new Map<string, ReturnType<typeof compose>>();

/** As `compose`, but remembered: callers share the document and never change it. */
function composedOf(text: string): ReturnType<typeof compose> {
  if (text.length > MOST_LENGTH) return compose(text);
  const composed = kept.has(text) ? kept.get(text) : compose(text);
  kept.delete(text);
  kept.set(text, composed);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  return composed;
}

/** A record of a run, for instance: as YAML each of its thousands of lines would be a fault. */
const JSON_LINES = /^\uFEFF?\{.*\}\r?\n\{/;
const TWO_VALUES = [
  'a line of JSON each (NDJSON), and no YAML',
  'name a YAML file; a record of a run is given with --from',
] as const;

/** Parses one document of YAML 1.2. */
export function parseYaml(source: Source, options: UnfoldOptions = {}): Parsed {
  const lines = linesOf(source);
  const refused = ([message, hint]: readonly [string, string]): Parsed =>
    failed([{ ...spotAt(lines, { start: 0, end: 0 }), message, hint }]);
  if (JSON_LINES.test(source.text)) return refused(TWO_VALUES);
  const composed = composedOf(source.text);
  if (composed === undefined) return refused(TOO_DEEP);
  const unfolded = unfold(composed.contents, lines, options);
  const problems = [...composed.errors, ...composed.warnings];
  if (problems.length > 0) return failed(syntaxFaults(problems, { ...lines, hidden: unfolded.hidden }));
  if (unfolded.faults.length > 0) return failed(unfolded.faults);
  return { ok: true, document: new LocatedDocument(composed.contents, lines, unfolded) };
}
