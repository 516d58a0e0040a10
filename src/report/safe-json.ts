/** What JSON leaves as it is, though a terminal obeys it or a line reader breaks at it. */
// oxlint-disable-next-line no-control-regex
const UNESCAPED = /[\u007f-\u009f\u2028\u2029]/g;

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON text that can be printed safely and reads back the same: only escapes are added, inside its strings. */
export function safeJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNESCAPED, escape);
}
