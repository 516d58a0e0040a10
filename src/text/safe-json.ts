/** What JSON leaves as it is, though a terminal obeys or hides it or a line reader breaks at it. */
const UNESCAPED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A character beyond the first 65,536 takes two escapes. */
const escape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** JSON text that can be printed safely and reads back the same: only escapes are added, inside its strings. */
export function safeJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNESCAPED, escape);
}
