/** The little Markdown that a statement needs. */

/** In a cell a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table with its head; every row has a cell for each column. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** Sections apart by blank lines, with an end of line. */
export function markdownPage(blocks: readonly (readonly string[])[]): string {
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
