/** The line of a YAML text that begins in a wrong column, found by moving lines and parsing again. */
import { type LineCounter, parseDocument } from 'yaml';
import { plural } from '../../base/text/quantities.ts';
import { lineCounterOf } from './fault.ts';

/** The parser compares every two keys of a mapping; `trapsIn` finds those that are twice in it. */
export const PARSING = {
  schema: 'core',
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  resolveKnownTags: false,
} as const;

/** How many lines before and behind the first error may be the wrong one, or show in which columns others begin. */
const AROUND = 4;
/** A longer text is not parsed again and again. */
const TEXT_AT_MOST = 16 * 1024;

const indentOf = (line = ''): number => line.search(/[^ ]|$/);
const isContent = (line = ''): boolean => /^ *(?!---|\.\.\.)[^ #\r]/.test(line);

/** The line to the column, deeper or less deep by some blanks. */
const moved = (line: string, by: number): string =>
  by > 0 ? ' '.repeat(by) + line : line.replace(new RegExp(`^ {0,${-by}}`), '');

/** What moving a line is tried with: the line alone, or with all that is deeper behind it; to a column of the lines around. */
function trials(lines: readonly string[], place: number) {
  const around = lines
    .flatMap((line, at) => (Math.abs(at - place) <= AROUND && isContent(line) ? [at] : []))
    .toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place));
  const columns = around.flatMap((at) => [indentOf(lines[at]), lines[at]?.search(/[^ -]|$/) ?? 0]);
  const shifts = around
    .flatMap((at) => {
      const own = indentOf(lines[at]);
      const next = lines.findIndex((line, each) => each > at && isContent(line) && indentOf(line) <= own);
      const ends = new Set([at + 1, next === -1 ? lines.length : next]);
      return [...new Set(columns)]
        .filter((column) => column !== own)
        .flatMap((column) => [...ends].map((end) => ({ at, end, by: column - own })));
    })
    .toSorted((one, other) => Math.abs(one.by) - Math.abs(other.by));
  // A line at the very left is right as a rule.
  const isOutermost = ({ at }: (typeof shifts)[number]): boolean => indentOf(lines[at]) === 0;
  return [...shifts.filter((each) => !isOutermost(each)), ...shifts.filter(isOutermost)];
}

/**
 * The line without whose wrong indentation the parser complains least, with the text as it should be; `placeIn`: where a place of that
 * is in the text as it is. Undefined: no line alone is wrong.
 */
export function misplacedLine(text: string, errors: number, place: number, counter: LineCounter) {
  if (text.length > TEXT_AT_MOST) return undefined;
  const lines = text.split('\n');
  let best: ReturnType<typeof trials>[number] | undefined;
  let mended = text;
  let least = errors;
  for (const each of trials(lines, counter.linePos(place).line - 1)) {
    const { at, end, by } = each;
    const tried = lines.map((line, own) => (own < at || own >= end ? line : moved(line, by))).join('\n');
    const left = parseDocument(tried, PARSING).errors.length;
    if (left < least) [best, mended, least] = [each, tried, left];
    if (left === 0) break;
  }
  if (best === undefined) return undefined;
  const { at, end, by } = best;
  const own = indentOf(lines[at]);
  const start = (counter.lineStarts[at] ?? 0) + own;
  const below = end > at + 1 ? ', and so do the lines that belong to them' : '';
  const moves = lineCounterOf(mended);
  return {
    mended,
    span: { start, end: start + (lines[at] ?? '').trim().length },
    message: `bad indentation: this begins behind ${plural(own, 'blank')}, where ${own + by} fit`,
    hint: `keys of one mapping, and items of one list, start at the same column${below}`,
    placeIn: (other: number): number => {
      const { line, col } = moves.linePos(other);
      const isMoved = line > at && line <= end;
      return (counter.lineStarts[line - 1] ?? 0) + Math.max(0, col - 1 - (isMoved ? by : 0));
    },
  };
}
