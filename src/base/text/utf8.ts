/** Bytes as UTF-8. */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** `valid`: whether the bytes are UTF-8; if not, the text has U+FFFD in place of each broken sequence. */
export function decodeUtf8(bytes: Uint8Array) {
  try {
    return { text: strictUtf8.decode(bytes), valid: true };
  } catch {
    return { text: looseUtf8.decode(bytes), valid: false };
  }
}
