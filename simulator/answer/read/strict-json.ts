/**
 * The bytes of a body, read strictly: UTF-8 without a byte order mark, the grammar of RFC 8259, names unique,
 * no half of a surrogate pair, no number beyond the range of a double, at most 64 levels deep (§1, §7.1; question text.lenient).
 */
import { isAscii } from 'node:buffer';
import { type Json, type JsonObject, isObject } from '../../../src/judge/rules/json.ts';
import { readLenient } from '../../../src/judge/rules/reading/lenient-json.ts';

/** What reading the bytes of a body gives; where it is not a JSON object, what it is and why, to follow `the body is`. */
export type BodyResult =
  | { readonly is: 'object'; readonly members: JsonObject }
  | { readonly is: 'not-object'; readonly why: string }
  | { readonly is: 'not-json'; readonly why: string };

export const notJsonBody = (why: string): BodyResult => ({ is: 'not-json', why: `not JSON: ${why}` });
/** The grammar allows it, and what is read is open: it is refused as what is not JSON is. */
export const notAlike = (why: string): BodyResult => ({
  is: 'not-json',
  why: `JSON that parsers read in different ways: ${why}`,
});

/** The kind of a value that is not an object, as people call it. */
function kindInWords(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}

/** §7.1: the request shape is an object, so any other value is refused. */
export function bodyResult(value: Json): BodyResult {
  return isObject(value)
    ? { is: 'object', members: value }
    : { is: 'not-object', why: `no JSON object: it is ${kindInWords(value)}` };
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}:]/gs;
/** Longer names are cut in messages. */
const MAX_NAME_CHARACTERS = 40;

function show(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name);
}

/** The first repeated name, as it is shown to people; undefined where every name is unique. `text` is valid JSON. */
function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return show(name);
      names?.add(name);
    } else last = token;
  }
  return undefined;
}

/** Objects and arrays may be nested this deep. */
export const MAX_REQUEST_DEPTH = 64;

const BOM = '\uFEFF';
const fatalUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Counts and flags of a walk through a value. */
interface Scan {
  /** Whether the text has escapes that could be halves of surrogate pairs. */
  readonly escapes: boolean;
  names: number;
  tooDeep: boolean;
  loneSurrogate: boolean;
  /** Whether there is a number that JSON.parse makes of one beyond the range: infinity, or perhaps zero. */
  oddNumber: boolean;
}

function scannedText(text: string, scan: Scan): string {
  if (scan.escapes && !text.isWellFormed()) scan.loneSurrogate = true;
  return text;
}

/** The plain value with Maps for objects. It stops at the greatest depth, so no nesting overflows the stack. */
function convert(value: unknown, depth: number, scan: Scan): Json {
  if (typeof value === 'string') return scannedText(value, scan);
  if (value === 0 || value === Infinity || value === -Infinity) scan.oddNumber = true;
  if (typeof value !== 'object' || value === null) return value as null | boolean | number;
  if (depth === MAX_REQUEST_DEPTH) {
    scan.tooDeep = true;
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => convert(item, depth + 1, scan));
  const members = new Map<string, Json>();
  for (const name of Object.keys(value)) {
    scan.names += 1;
    members.set(scannedText(name, scan), convert((value as Record<string, unknown>)[name], depth + 1, scan));
  }
  return members;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

/** What RFC 8259 leaves to the parser and this one refuses, in words. */
function objection(text: string, scan: Scan): string | undefined {
  if (scan.tooDeep) return `it is nested deeper than ${MAX_REQUEST_DEPTH} levels`;
  if (scan.loneSurrogate) return 'a string holds half of a surrogate pair';
  if (scan.oddNumber && readLenient(text, 'last')?.outOfRange === true)
    return 'a number is beyond the range of a double';
  // As many colons as names: no name was dropped. Only other texts are scanned.
  const repeated = countColons(text) === scan.names ? undefined : repeatedName(text);
  return repeated === undefined ? undefined : `the name ${repeated} occurs twice in one object`;
}

/** The engine's complaint without the piece of the text that it quotes. */
function engineComplaint(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.\.\.)?".*$/s, '').replace(/ in JSON(?= at)/, '');
}

function decode(bytes: Uint8Array): string | undefined {
  // Most bodies are ASCII alone, which node reads several times faster.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  try {
    return fatalUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a body as every strict parser does; a body that parsers read differently is not JSON here. */
export function readStrictJson(bytes: Uint8Array): BodyResult {
  const text = decode(bytes);
  if (text === undefined) return notJsonBody('it is not UTF-8');
  if (text.startsWith(BOM)) return notJsonBody('it begins with a byte order mark');
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch (error) {
    return notJsonBody(engineComplaint(error));
  }
  const scan: Scan = {
    escapes: text.includes('\\u'),
    names: 0,
    tooDeep: false,
    loneSurrogate: false,
    oddNumber: false,
  };
  const value = convert(plain, 0, scan);
  const why = objection(text, scan);
  return why === undefined ? bodyResult(value) : notAlike(why);
}
