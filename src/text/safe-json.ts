import { unicodeEscape } from './visible.ts';

/** Characters that JSON leaves unescaped, but that a terminal interprets or hides, or at which a line reader breaks. */
const UNESCAPED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON text that can be printed safely and reads back the same: only escapes are added, inside its strings. */
export function safeJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNESCAPED, unicodeEscape);
}
