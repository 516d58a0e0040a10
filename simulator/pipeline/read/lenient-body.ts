/** The bytes of a body, read as lenient parsers read them (question text.lenient): one reading, the last of repeated names. */
import { decodeUtf8, decodeWide } from '../../../src/rules/reading/body-text.ts';
import { readLenient } from '../../../src/rules/reading/lenient-json.ts';
import { bodyResult, notJson, type BodyResult } from './body-result.ts';

/** Tolerates all that `readLenient` does, bad UTF-8, and UTF-16 and UTF-32. */
export function readLenientBody(bytes: Uint8Array): BodyResult {
  const found = readLenient(decodeWide(bytes) ?? decodeUtf8(bytes).text, 'last');
  return found === undefined ? notJson('not even a lenient parser reads it') : bodyResult(found.value);
}
