/** Finds the wrongly indented line of a YAML text, by moving lines and parsing again. */
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

/** How many lines before and after the first error are looked at. */
const AROUND = 4;
/** In longer texts nothing is moved: each move costs a parse. */
const TEXT_AT_MOST = 16 * 1024;

const indentOf = (line = ''): number => line.search(/[^ ]|$/);
const isContent = (line = ''): boolean => /^ *(?!---|\.\.\.)[^ #\r]/.test(line);

/** The line with so many spaces more in front, or fewer: as many as it has at most. */
const moved = (line: string, by: number): string =>
  by > 0 ? ' '.repeat(by) + line : line.slice(Math.min(-by, indentOf(line)));

/** The moves to try: each line around the first error to each column of its neighbours, alone and with the deeper lines below it. */
function trials(lines: readonly string[], place: number) {
  const around = lines
    .flatMap((line, at) => (Math.abs(at - place) <= AROUND && isContent(line) ? [at] : []))
    .toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place));
  const columns = around.flatMap((at) => [indentOf(lines[at]), lines[at]?.search(/[^ -]|$/) ?? 0]);
  const shifts = around.flatMap((at) => {
    const own = indentOf(lines[at]);
    const next = lines.findIndex((line, each) => each > at && isContent(line) && indentOf(line) <= own);
    const ends = new Set([at + 1, next === -1 ? lines.length : next]);
    return [...new Set(columns)]
      .filter((column) => column !== own)
      .flatMap((column) => [...ends].map((end) => ({ at, end, by: column - own })));
  });
  // A line at the very left is right as a rule.
  const rank = ({ at, by }: (typeof shifts)[number]): number =>
    Math.abs(by) + (indentOf(lines[at]) === 0 ? TEXT_AT_MOST : 0);
  return shifts.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Finds the line whose move leaves the fewest errors. `mended` is the text after the move; `placeIn` takes an offset in it back to the text as
 * it is. Undefined: no single move helps.
 */
export function misplacedLine(text: string, errors: number, place: number, counter: LineCounter) {
  if (text.length > TEXT_AT_MOST) return undefined;
  const lines = text.split('\n');
  let best: ReturnType<typeof trials>[number] | undefined;
  let mended = text;
  let least = errors;
  for (const each of trials(lines, counter.linePos(place).line - 1)) {
    const shifted = lines.slice(each.at, each.end).map((line) => moved(line, each.by));
    const tried = lines.toSpliced(each.at, each.end - each.at, ...shifted).join('\n');
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
    message: `bad indentation: ${plural(own, 'space')}, where ${own + by} fit`,
    hint: `keys of one mapping, and items of one list, start at the same column${below}`,
    placeIn: (other: number): number => {
      const { line, col } = moves.linePos(other);
      const shift = line > at && line <= end ? by : 0;
      return (counter.lineStarts[line - 1] ?? 0) + Math.max(0, col - 1 - shift);
    },
  };
}
