/** Texts as lines of a terminal: rows in columns, and long lines broken at blanks, each further row indented below the text that it continues. */

/** Lines of text, one an entry. */
export type TextLines = readonly string[];

/** Rows of texts as lines, each column as wide as its widest cell; the last is not padded. */
export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Lines below others. */
export const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** Lines below their head; none where nothing stands below. */
export const headed = (head: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [head, ...indented(lines)];

/** The same, apart from what comes before. */
export const section = (head: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...headed(head, lines)];

/** The text is safe to print, so its only control characters begin our own colours. */
const COLOUR = /\p{Cc}\[[\d;]*m/gu;
const PIECES = /\p{Cc}\[[\d;]*m|[^]/gu;

/** The first characters of a text that fit, at least one, and the rest; cut at a blank where one is beyond the first third. */
function splitAt(text: string, room: number): readonly [head: string, rest: string] {
  let at = 0;
  let width = 0;
  let blank = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === ' ' && width > room / 3) blank = at;
    if (!piece.startsWith('\u001b')) width += piece.length;
    if (width > room && width > piece.length)
      return [text.slice(0, blank || at), text.slice(blank || at).trimStart()];
    at += piece.length;
  }
  return [text, ''];
}

/** A line, perhaps with colours, in at most so many rows of so many columns; what does not fit ends with `…`. */
export function wrapped(line: string, columns: number, most: number): readonly string[] {
  const plain = line.replaceAll(COLOUR, '');
  if (plain.length <= columns) return [line];
  const blanks = /^ */.exec(plain)?.[0].length ?? 0;
  const start = /^ *[\w-]{1,9}(?: \w+)? {2,}/.exec(plain)?.[0].length ?? blanks + 2;
  const margin = ' '.repeat(Math.min(start, Math.floor(columns / 3)));
  const rows: string[] = [];
  let rest = line;
  while (rest !== '') {
    const before = rows.length === 0 ? '' : margin;
    const isLast = rows.length === most - 1;
    const [head, further] = splitAt(rest, columns - before.length - (isLast ? 1 : 0));
    if (isLast && further !== '')
      return [...rows, `${before}${head}…${further.match(COLOUR)?.join('') ?? ''}`];
    rows.push((before + head).trimEnd());
    rest = further;
  }
  return rows;
}

/** Rows of a long line, where there is room for them. */
const MAX_ROWS = 4;

/** Lines in at most so many rows where that can be, the long ones cut further the less room there is. A command stays whole, so that it can be copied. */
export function fitted(lines: readonly string[], columns: number, most: number): readonly string[] {
  const rows = (each: number): readonly string[] =>
    lines.flatMap((line) => (line.startsWith('curl ') ? [line] : wrapped(line, columns, each)));
  for (let each = MAX_ROWS; each > 1; each -= 1) if (rows(each).length <= most) return rows(each);
  return rows(1);
}
