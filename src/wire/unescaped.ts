/** A text with its JSON and URL escapes read, and the way back to where each character stood. */
import type { Span } from './needle-scan.ts';

export interface View {
  readonly text: string;
  /** Where a part of this view stands in the original text. */
  original(span: Span): Span;
}

const ESCAPE = /\\u([0-9a-f]{4})|\\(["\\/bfnrt])|%([0-9a-f]{2})/gi;
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON within JSON within a URL: nobody escapes deeper than this. */
const DEEPEST = 3;

/** The text itself, then with one level of escapes read after the other, as long as there are any. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text, original: (span) => span }];
  for (let view = views[0]; view !== undefined && views.length <= DEEPEST; view = views.at(-1)) {
    if (!/[\\%]/.test(view.text)) break;
    const next = unescape(view);
    if (next.text.length === view.text.length) break;
    views.push(next);
  }
  return views;
}

function unescape(outer: View): View {
  const pieces: string[] = [];
  const starts = new Uint32Array(outer.text.length + 1);
  let length = 0;
  let done = 0;
  const copy = (to: number) => {
    pieces.push(outer.text.slice(done, to));
    for (; done < to; done++) starts[length++] = done;
  };
  for (const match of outer.text.matchAll(ESCAPE)) {
    copy(match.index);
    pieces.push(meaningOf(match));
    starts[length++] = done;
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
function meaningOf([, unit, short, byte]: RegExpExecArray): string {
  if (short !== undefined) return SHORT[short] ?? short;
  return String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16));
}
