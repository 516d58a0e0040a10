/** A text with its escapes read: of JSON, URLs, HTML and programs, and the way back to where each character stood. */
import type { Span } from './pattern-scan.ts';

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
export function viewsOf(text: string): readonly View[] {
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
