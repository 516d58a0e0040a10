/** Markdown in which text from outside stays text: it is always code, where neither HTML nor a mention means anything. */
import { escaperOf } from '../../base/text/entities.ts';
import { digits, plural } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';

export type Block = readonly string[];

/** The longest run of backticks in a text. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A text as a code span; a longer run of backticks than the text has begins and ends it. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === '') return '(empty)';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const edge = /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return `${ticks}${edge}${line}${edge}${ticks}`;
}

/** Lines as a code block. They are safe to print already. */
export function codeBlock(lines: readonly string[], language = ''): Block {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence];
}

/** A bar ends a cell, also inside code. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
const tableRow = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table with its head; nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): Block {
  return rows.length === 0 ? [] : [tableRow(head), tableRow(head.map(() => '---')), ...rows.map(tableRow)];
}

/** Plain words of our own registers, which may hold characters that Markdown reads. */
export function words(text: string): string {
  return visibleLine(text).replaceAll(/[\\`*_{}[\]<>#|~@&]/g, (each) => `\\${each}`);
}

/** A block that opens by a click. */
export function details(summary: string, block: Block): Block {
  return ['<details>', `<summary>${summary}</summary>`, '', ...block, '', '</details>'];
}

const escapedHtml = escaperOf('&<>@');

/** HTML text inside a summary, where Markdown is not read. */
export function html(text: string): string {
  return escapedHtml(visibleLine(text));
}

/** The blocks one below the other, those with lines. */
export function markdownOf(blocks: readonly Block[]): string {
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

/** Bytes kept for the sentence that counts what is left out. */
const FOR_NOTE = 200;

/** The page in UTF-8 has fewer bytes than `limit`; parts are taken in their order, each where it still fits. */
export function withinBytes(all: readonly string[], limit: number): string {
  const parts = all.filter((text) => text !== '');
  let room = limit - FOR_NOTE;
  const taken = parts.filter((text) => {
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes >= room) return false;
    room -= bytes;
    return true;
  });
  const left = parts.length - taken.length;
  if (left === 0) return taken.join('\n');
  const most = digits(limit);
  return [
    ...taken,
    `**Cut:** this page may hold ${most} bytes, and ${plural(left, 'part')} did not fit.\n`,
  ].join('\n');
}
