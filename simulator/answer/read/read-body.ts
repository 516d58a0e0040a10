/** The body of a request, read as the dialect has it: empty, strict or lenient. */
import { optionOf, type Options } from '../options-at.ts';
import { notAlike, notJsonBody, type BodyResult, bodyResult, readStrictJson } from './strict-json.ts';
import { prototypeNameIn } from '../../../src/judge/rules/json.ts';
import { decodeUtf8 } from '../../../src/base/text/bytes.ts';
import { decodeWide } from '../../../src/judge/rules/reading/body-readings.ts';
import { readLenient } from '../../../src/judge/rules/reading/lenient-json.ts';

/** As lenient parsers read (question text.lenient): one reading, the last of repeated names. Tolerates all that `readLenient` does, bad UTF-8, and UTF-16 and UTF-32. */
function readLenientBody(bytes: Uint8Array): BodyResult {
  const found = readLenient(decodeWide(bytes) ?? decodeUtf8(bytes).text, 'last');
  return found === undefined ? notJsonBody('not even a lenient parser reads it') : bodyResult(found.value);
}

const BLANK = /^[ \t\n\r]*$/;

/** By a pattern: a look at each byte takes ten times as long where a body of a megabyte is white space. */
const isBlankBody = (bytes: Uint8Array): boolean =>
  BLANK.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));

function readEmpty(options: Options): BodyResult {
  return optionOf(options, 'body.empty') === 'as {}'
    ? { is: 'object', members: new Map() }
    : notJsonBody('it is empty');
}

function readBodyText(bytes: Uint8Array, options: Options): BodyResult {
  if (bytes.length === 0) return readEmpty(options);
  const strict = readStrictJson(bytes);
  if (strict.is !== 'not-json') return strict;
  if (isBlankBody(bytes)) return readEmpty(options);
  return optionOf(options, 'text.lenient') === 'one reading' ? readLenientBody(bytes) : strict;
}

/** §1: the body is JSON; questions text.lenient and body.empty for what else may pass, and for what a parser may refuse. */
export function readRequestBody(bytes: Uint8Array, options: Options): BodyResult {
  const read = readBodyText(bytes, options);
  if (read.is !== 'object' || optionOf(options, 'body.prototype') === 'ignored') return read;
  const name = prototypeNameIn(read.members);
  return name === undefined ? read : notAlike(`it has a member named ${name}`);
}
