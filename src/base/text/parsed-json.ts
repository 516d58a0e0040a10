/** The value of a JSON text; undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const messageOf = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const ENDS = /^Unexpected end|^Unterminated string/;
const PLACED = /^([^"]*?)(?: in JSON)? at position (\d+)/;

/** Where a text of which JSON.parse says this stops being JSON, and why. The text is never quoted, as it may hold secrets. */
export function jsonFault(text: string, message: string): { readonly start: number; readonly why: string } {
  const [, said = '', position] = PLACED.exec(message) ?? [];
  if (ENDS.test(message) || Number(position) >= text.length)
    return { start: text.trimEnd().length, why: 'it ends too early' };
  // No position is said of a word that JSON does not know: the shortest beginning that has it ends there.
  let [start, bad] = position === undefined ? [0, text.length] : [Number(position), 0];
  while (bad - start > 1) {
    const middle = Math.floor((start + bad) / 2);
    if (messageOf(text.slice(0, middle)).startsWith('Unexpected token')) bad = middle;
    else start = middle;
  }
  const before = text.slice(0, start).trimEnd();
  if (before.endsWith(',') && /[\]}]/.test(text[start] ?? ''))
    return { start: before.length - 1, why: 'nothing follows this comma: remove it' };
  if (text[start] === "'") return { start, why: 'JSON has double quotes alone' };
  return { start, why: said.replace(/^./, (first) => first.toLowerCase()) || 'unexpected text' };
}
