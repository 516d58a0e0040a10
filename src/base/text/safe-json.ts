import { OF_COMMAND, unicodeEscape } from './visible.ts';

/** Characters that JSON leaves unescaped, but that a terminal or a runner interprets or hides, or at which a line reader breaks. */
const UNESCAPED = new RegExp(String.raw`[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|${OF_COMMAND}`, 'giu');

/** JSON text that can be printed safely and reads back the same: only escapes are added, inside its strings. */
export function safeJson(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNESCAPED, unicodeEscape);
}
