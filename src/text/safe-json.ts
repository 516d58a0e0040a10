import { unicodeEscape } from './visible.ts';

/** What JSON leaves as it is, though a terminal obeys or hides it or a line reader breaks at it. */
const UNESCAPED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON text that can be printed safely and reads back the same: only escapes are added, inside its strings. */
export function safeJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNESCAPED, unicodeEscape);
}
