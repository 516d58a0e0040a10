/** Sections put together up to a bound: what does not fit is left out whole, and named. */
import { counted } from '../../text/grouping.ts';
import type { Block } from './markup.ts';

export interface Section {
  /** What it is called where it is left out: `a finding`; there may be several. */
  readonly name: string;
  readonly blocks: readonly Block[];
}

/** Bytes kept for the sentence that names what is left out. */
const FOR_NOTE = 1000;

function textOf(blocks: readonly Block[]): string {
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

/** `12 findings, the latency of replies`. */
function namesOf(names: readonly string[]): string {
  return counted(names)
    .map(([name, count]) => (count === 1 ? name : `${count} × ${name}`))
    .join(', ');
}

/** The page in UTF-8 has fewer bytes than `limit`; sections are taken in their order, each where it still fits. */
export function withinBytes(sections: readonly Section[], limit: number): string {
  const all = sections
    .map(({ name, blocks }) => ({ name, text: textOf(blocks) }))
    .filter(({ text }) => text !== '');
  const parts: string[] = [];
  const left: string[] = [];
  let room = limit - FOR_NOTE;
  for (const { name, text } of all) {
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes < room) {
      parts.push(text);
      room -= bytes;
    } else left.push(name);
  }
  const note =
    left.length === 0
      ? []
      : [`**Cut:** this page may hold ${limit.toLocaleString('en-US')} bytes. Left out: ${namesOf(left)}.\n`];
  return [...parts, ...note].join('\n');
}
