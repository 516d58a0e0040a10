/** The bytes of a body, read as lenient parsers read them (row T34): one reading, the last of repeated names. */
import { readLenient } from '../src/rules/lenient-json.ts';
import { bodyResult, notJson, type BodyResult } from './body-result.ts';

const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Tolerates a byte order mark, bad UTF-8, comments, trailing commas, NaN, repeated names and deep nesting. */
export function readLenientBody(bytes: Uint8Array): BodyResult {
  const found = readLenient(looseUtf8.decode(bytes), 'last');
  return found === undefined ? notJson('not even a lenient parser reads it') : bodyResult(found.value);
}
