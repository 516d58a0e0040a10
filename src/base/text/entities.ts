/** Characters that HTML, XML or Markdown would interpret, as character references. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['@', '&#64;'],
]);

/** A function that writes these characters of a text as references, and leaves all others as they are. */
export function escaperOf(characters: string): (text: string) => string {
  const obeyed = new RegExp(`[${characters}]`, 'g');
  return (text) => text.replaceAll(obeyed, (each) => REFERENCES.get(each) ?? each);
}
