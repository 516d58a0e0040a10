/** What a reader makes of a text: its escapes read, its separators left out, its lists of bytes and what is zipped in it; and the way back to where each character stood. */
import type { Span } from './pattern-scan.ts';
import { gunzipSync, constants } from 'node:zlib';

export interface View {
  readonly text: string;
  /** Where a part of this view is in the original text. */
  original(span: Span): Span;
}

const OF_HTML = String.raw`&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|&(amp|lt|gt|quot|apos);`;
/** Of JSON, of JavaScript and C (`\x6b`, `\u{6b}`, `\153`), and of URLs (`%6b`, `%u006b`). */
const OF_PROGRAMS = String.raw`[\\%]u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\([0-3][0-7]{2})|\\(["\\/bfnrt])|%([0-9a-f]{2})`;
const ENTITY = new RegExp(OF_HTML, 'gi');
const ESCAPE = new RegExp(`${OF_HTML}|${OF_PROGRAMS}`, 'gi');
const SHORT: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const HEXADECIMAL = 16;
const OCTAL = 8;

/** JSON within JSON within a URL: deeper escaping is not searched. */
const DEEPEST = 3;

/** The text itself, then with one level of escapes read after the other, as long as there are any. */
function viewsOf(text: string): readonly View[] {
  const plain: View = { text, original: (span) => span };
  const views = [plain];
  for (
    let view: View | undefined = plain;
    view !== undefined && views.length <= DEEPEST;
    view = views.at(-1)
  ) {
    if (!/[\\%&]/.test(view.text)) break;
    const next = unescape(view, ESCAPE);
    if (next.text.length === view.text.length) break;
    views.push(next);
  }
  // Entities alone, too: a text in HTML may hold backslashes that escape nothing.
  return views.length > 1 && text.includes('&') ? [unescape(plain, ENTITY), ...views] : views;
}

function unescape(outer: View, escape: RegExp): View {
  const pieces: string[] = [];
  const starts = new Uint32Array(outer.text.length + 1);
  let length = 0;
  let done = 0;
  const copy = (to: number) => {
    pieces.push(outer.text.slice(done, to));
    for (; done < to; done++) starts[length++] = done;
  };
  for (const match of outer.text.matchAll(escape)) {
    copy(match.index);
    const meaning = meaningOf(match);
    pieces.push(meaning);
    for (let unit = 0; unit < meaning.length; unit += 1) starts[length++] = done;
    done += match[0].length;
  }
  copy(outer.text.length);
  starts[length] = outer.text.length;
  const at = (index: number) => starts[index] ?? outer.text.length;
  return {
    text: pieces.join(''),
    original: ({ from, to }) => outer.original({ from: at(from), to: at(to) }),
  };
}

/** A percent escape is read as one byte: UTF-8 stays as latin1 shows it. */
function meaningOf(match: RegExpExecArray): string {
  const [, hex, decimal, name, unit, braced, byte, octal, short, percent] = match;
  const named = short ?? name;
  if (named !== undefined) return SHORT[named.toLowerCase()] ?? named;
  if (decimal !== undefined) return character(Number(decimal));
  if (octal !== undefined) return character(Number.parseInt(octal, OCTAL));
  const digits = hex ?? unit ?? braced ?? byte ?? percent ?? '';
  return character(Number.parseInt(digits, HEXADECIMAL));
}

const LAST_CHARACTER = 0x10ffff;

function character(code: number): string {
  return code > LAST_CHARACTER ? '' : String.fromCodePoint(code);
}

/** A text without the separators that may split a secret, and the way back to the place of each character. */

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

/** Letters and digits of ASCII alone, in lower case: what else there is may separate, also bytes of UTF-8 that were read as latin1. */
export function squeeze(text: string): string {
  return squeezedView({ text, original: (span) => span }).text;
}

/** The same as a view. */
export function squeezedView(outer: View): View {
  const { text } = outer;
  const codes = Buffer.allocUnsafe(text.length);
  const starts = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isLetterOrDigit(code)) continue;
    codes[length] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    starts[length] = at;
    length += 1;
  }
  return {
    text: codes.toString('latin1', 0, length),
    original: ({ from, to }) => outer.original({ from: starts[from] ?? 0, to: (starts[to - 1] ?? 0) + 1 }),
  };
}

/** Lists of bytes written as numbers, `[107, 55, 70]`, `0x6b 0x37` or `0o153`, read as text, and the way back to where each stood. */

const NUMBER = String.raw`(?:0x[0-9a-f]{1,2}|0o[0-7]{1,3}|-?\d{1,3})`;
const BETWEEN = String.raw`[\s,;|.:/_+"'()[\]]{1,20}`;
/** Fewer bytes hold no secret that is masked within a text; a repetition without end would exhaust the stack. */
const LIST = new RegExp(String.raw`(?<![\w-])${NUMBER}(?:${BETWEEN}${NUMBER}){7,4000}`, 'gi');
const EACH = new RegExp(NUMBER, 'gi');

/** All lists of a text, one after the other; undefined where there is none. */
function byteListView(outer: View): View | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const list of outer.text.matchAll(LIST)) {
    for (const number of list[0].matchAll(EACH)) {
      starts.push(list.index + number.index);
      ends.push(list.index + number.index + number[0].length);
      text += String.fromCharCode(Number(number[0]) & 0xff);
    }
    text += '\n';
    starts.push(list.index + list[0].length);
    ends.push(list.index + list[0].length);
  }
  if (text === '') return undefined;
  return {
    text,
    original: ({ from, to }) => outer.original({ from: starts[from] ?? 0, to: ends[to - 1] ?? 0 }),
  };
}

/** The beginning of gzip in base64. */
const ZIPPED = /H4sI[\w+/-]{16,}/g;
/** A reply may hold any number of them, and each may unzip to any length. */
const MAX_ZIPPED = 8;
const MAX_UNZIPPED = 1024 * 1024;

function unzipped(base64: string): string {
  try {
    // It may be cut off.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNZIPPED };
    return gunzipSync(Buffer.from(base64, 'base64'), options).toString();
  } catch {
    return '';
  }
}

function zippedViews(outer: View): readonly View[] {
  const found = outer.text.includes('H4sI') ? [...outer.text.matchAll(ZIPPED)] : [];
  return found.slice(0, MAX_ZIPPED).map(({ 0: base64, index }) => ({
    text: unzipped(base64),
    original: () => outer.original({ from: index, to: index + base64.length }),
  }));
}

/** The views in which secrets are searched. */
export function secretViews(text: string): readonly View[] {
  const escapes = viewsOf(text);
  const [last] = escapes.slice(-1);
  if (last === undefined) return escapes;
  const list = byteListView(last);
  return [...escapes, ...(list === undefined ? [] : [list]), ...zippedViews(last)];
}
