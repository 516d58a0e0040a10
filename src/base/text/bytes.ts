/** Bytes as text, and text as bytes go out. */
import { isUtf8 } from 'node:buffer';

/** `valid`: whether the bytes are UTF-8; if not, the text has U+FFFD in place of each broken sequence. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return { text, valid: isUtf8(bytes) };
}

const LATIN1 = /^[\0-\xff]*$/;

/**
 * A text of the head as a server reads it, a character for each byte. It is sent in latin1, as undici does, and where
 * one of its characters has no place there, in UTF-8.
 */
export function headChars(text: string): string {
  return LATIN1.test(text) ? text : Buffer.from(text).toString('latin1');
}
