/** How a secret may be written in a text, and a search for many such writings at once: time grows with the text alone. */

/** What is shorter is too likely to occur by chance. */
export const SEARCHED_LENGTH = 8;
/** How many characters of base64 so many bytes decide alone, wherever they are in a group of three. */
const IN_BASE64 = Math.floor((SEARCHED_LENGTH * 8 - 4) / 6);

/** A writing of a value: as it is, in base64, in hexadecimal. Escapes of JSON and of URLs are read before: see `viewsOf`. */
export interface SecretForm {
  readonly text: string;
  /** Whether letter case counts. */
  readonly exact: boolean;
  /** How many characters in a row tell of at least eight of the value. */
  readonly telling: number;
}

export function formsOf(value: string): readonly SecretForm[] {
  const bytes = Buffer.from(value);
  // An escape of a URL is read as one byte: UTF-8 is then as latin1 shows it.
  const plain = [...new Set([value, bytes.toString('latin1')])];
  return [
    ...plain.map((text) => ({ text, exact: true, telling: SEARCHED_LENGTH })),
    ...base64Of(bytes).map((text) => ({ text, exact: true, telling: IN_BASE64 })),
    { text: bytes.toString('hex'), exact: false, telling: 2 * SEARCHED_LENGTH },
  ];
}

/** The characters of base64 that the bytes alone decide, in both alphabets, wherever they are in a group of three. */
function base64Of(bytes: Buffer): readonly string[] {
  const led = Buffer.concat([Buffer.alloc(2), bytes]);
  const texts = [0, 1, 2].flatMap((shift) => {
    const part = led.subarray(2 - shift);
    const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((part.length * 8) / 6)];
    return ['base64', 'base64url'].map((coding) => part.toString(coding as BufferEncoding).slice(from, to));
  });
  return [...new Set(texts)];
}

/** Whether words and names can't make up a text by chance. */
export const isUnlikely = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/** ASCII letters in lower case: no character moves. */
export const fold = (text: string): string =>
  // Elsewhere than in ASCII a letter may become two.
  /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase());

const SLOTS = 1 << 15;
/** Of the last three characters. */
const nextHash = (hash: number, code: number): number => ((hash << 5) ^ code) & (SLOTS - 1);

/** A search for texts of at least three characters, in any letter case; those of one pattern that overlap are found once. */
export function searchFor<P extends { readonly text: string }>(
  patterns: readonly P[],
): (text: string, found: (pattern: P, at: number) => void) => void {
  const slots = new Uint8Array(SLOTS);
  const buckets = new Map<number, { readonly pattern: P; readonly folded: string }[]>();
  for (const pattern of patterns) {
    const folded = fold(pattern.text);
    const hash = [0, 1, 2].reduce((before, i) => nextHash(before, folded.charCodeAt(i)), 0);
    slots[hash] = 1;
    buckets.set(hash, [...(buckets.get(hash) ?? []), { pattern, folded }]);
  }
  return (text, found) => {
    const folded = fold(text);
    const ends = new Map<P, number>();
    let hash = 0;
    for (let at = -2; at < folded.length - 2; at++) {
      hash = nextHash(hash, folded.charCodeAt(at + 2));
      if (slots[hash] === 0 || at < 0) continue;
      for (const { pattern, folded: wanted } of buckets.get(hash) ?? []) {
        if ((ends.get(pattern) ?? 0) > at || !folded.startsWith(wanted, at)) continue;
        ends.set(pattern, at + wanted.length);
        found(pattern, at);
      }
    }
  };
}

/** A text as a reader sees it, and where each of its characters stands in the original. */
export interface View {
  readonly text: string;
  readonly places: ArrayLike<number> | undefined;
}

/** Escapes of JSON, and of URLs; each stands for one unit. */
const ESCAPE = /\\u([0-9a-f]{4})|\\(["\\/bfnrt])|%([0-9a-f]{2})/gi;
const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** JSON within JSON within a URL: deeper escaping is not searched. */
const DEEPEST_ESCAPES = 3;

/** The text itself, then with one level of escapes read after the other, as long as there are any. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [];
  let view: View | undefined = { text, places: undefined };
  while (view !== undefined && views.push(view) <= DEEPEST_ESCAPES) view = unescaped(view);
  return views;
}

/** The text with its escapes read; undefined: it has none. */
function unescaped({ text, places: outer }: View): View | undefined {
  if (!/[\\%]/.test(text)) return undefined;
  const places = new Uint32Array(text.length + 1);
  let [length, done] = [0, 0];
  const placeTo = (end: number): void => {
    for (; done < end; done += 1) places[length++] = outer?.[done] ?? done;
  };
  const read = text.replaceAll(ESCAPE, (all, unit?: string, short?: string, byte?: string, at = 0) => {
    placeTo(at + 1);
    done = at + all.length;
    return short === undefined
      ? String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16))
      : (JSON_ESCAPES[short.toLowerCase()] ?? short);
  });
  placeTo(text.length + 1);
  return read.length === text.length ? undefined : { text: read, places };
}
