/** Replacing parts of a text, all else untouched. */

/** Replaces a number of characters at a place. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  /** Lines end with `\n`, however they end in the text. */
  readonly insert: string;
}

/** The text with the edits made; several at one place keep their order. */
export function spliced(text: string, edits: readonly Edit[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  let done = '';
  let from = 0;
  for (const { at, remove, insert } of edits.toSorted((a, b) => a.at - b.at)) {
    done += text.slice(from, at) + insert.replaceAll('\n', eol);
    from = at + remove;
  }
  return done + text.slice(from);
}

/** The start of the line behind the one that holds a place; `lead` ends a last line that has no end. */
export function afterLine(text: string, place: number): { readonly at: number; readonly lead: string } {
  if (place > 0 && text[place - 1] === '\n') return { at: place, lead: '' };
  const end = text.indexOf('\n', place);
  return end === -1 ? { at: text.length, lead: '\n' } : { at: end + 1, lead: '' };
}

/** The characters between the start of the line and a place. */
export function indentAt(text: string, place: number): string {
  return text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
}
