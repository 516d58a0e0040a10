/** Text of a request's head as it goes out. */

const LATIN1 = /^[\0-\xff]*$/;

/**
 * A text of the head as a server reads it, a character for each byte. It is sent in latin1, as undici does, and where
 * one of its characters has no place there, in UTF-8.
 */
export function headChars(text: string): string {
  return LATIN1.test(text) ? text : Buffer.from(text).toString('latin1');
}
