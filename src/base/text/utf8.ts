/** Bytes as UTF-8. */
import { isUtf8 } from 'node:buffer';

/** `valid`: whether the bytes are UTF-8; if not, the text has U+FFFD in place of each broken sequence. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return { text, valid: isUtf8(bytes) };
}
