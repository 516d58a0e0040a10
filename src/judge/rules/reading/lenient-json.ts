/**
 * A JSON reader that tolerates what any lenient parser tolerates (question text.lenient): a byte order mark, comments, trailing commas,
 * NaN, repeated names, out-of-range numbers, single quotes, names without quotes, and text behind the first value. Tolerating
 * less changes whether a text is read, never what is read; only for repeated names there is a choice of values.
 */
import { MAX_JSON_DEPTH, type Json } from '../json.ts';

/** Which of several members of one name counts. */
type RepeatedNames = 'first' | 'last';
/** What a word without quotes is, such as NaN: a number where JavaScript has one of that name, or text (Gson, org.json). */
export type BareWords = 'numbers' | 'text';

export interface LenientJson {
  readonly value: Json;
  /** Whether some object has a name twice. */
  readonly repeats: boolean;
  /** The deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Whether some number is beyond the range of a double, which a parser may refuse (RFC 8259 §6). */
  readonly outOfRange: boolean;
  /** Whether there is a word that JSON does not have, such as NaN. */
  readonly bareWords: boolean;
}

const JSON_WORDS = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const NUMBER_WORDS = new Map<string, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

const DOUBLE_QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;
const SLASH = 47;
/** Finds the end of white space: a pattern for all of it would overflow on very long one. */
const NO_WHITE_SPACE = /[^ \t\n\r]/g;
/** A name without quotes ends where the lenient readers of Gson and Newtonsoft end it. */
// oxlint-disable-next-line no-control-regex
const BARE_NAME = /[^\s\0-\x1f"'{}[\]:,;=/\\#]+/y;
/** In a string between single quotes: an escape, or a double quote. */
const ESCAPE_OR_QUOTE = /\\[^]|"/g;
const WORD = /-?[A-Za-z0-9.+-]+/y;
/** A digit before the exponent, so that the number is not zero. */
const SOME_DIGIT = /^[^eE]*[1-9]/;

/** A string in double quotes, from one in single quotes. */
function inDoubleQuotes(inner: string): string {
  const escaped = inner.replaceAll(ESCAPE_OR_QUOTE, (part) =>
    part === "\\'" ? "'" : part === '"' ? '\\"' : part,
  );
  return `"${escaped}"`;
}

class LenientReader {
  readonly #text: string;
  readonly #repeats: RepeatedNames;
  readonly #words: BareWords;
  #at = 0;
  repeated = false;
  outOfRange = false;
  bareWords = false;
  depth = 0;

  constructor(text: string, repeats: RepeatedNames, words: BareWords) {
    this.#text = text;
    this.#repeats = repeats;
    this.#words = words;
  }

  /** Passes over white space and comments. */
  #blanks(): void {
    const text = this.#text;
    for (;;) {
      NO_WHITE_SPACE.lastIndex = this.#at;
      this.#at = NO_WHITE_SPACE.test(text) ? NO_WHITE_SPACE.lastIndex - 1 : text.length;
      if (text.charCodeAt(this.#at) !== SLASH) return;
      const end = text.startsWith('//', this.#at) ? '\n' : text.startsWith('/*', this.#at) ? '*/' : undefined;
      if (end === undefined) return;
      const found = text.indexOf(end, this.#at + 2);
      if (found < 0 && end === '*/') return;
      this.#at = found < 0 ? text.length : found + end.length;
    }
  }

  #skip(character: string): boolean {
    this.#blanks();
    const is = this.#text[this.#at] === character;
    if (is) this.#at += 1;
    return is;
  }

  value(depth: number): Json | undefined {
    if (this.#skip('{')) return depth > MAX_JSON_DEPTH ? this.#passOver() : this.#object(depth);
    if (this.#skip('[')) return depth > MAX_JSON_DEPTH ? this.#passOver() : this.#array(depth);
    return this.#atQuote() ? this.#string() : this.#word();
  }

  /** Goes to the end of an array or object that has just begun, by counting brackets. */
  #passOver(): Json | undefined {
    for (let open = 1; open > 0;) {
      this.#blanks();
      const character = this.#text[this.#at];
      if (character === undefined || character === '/') return undefined;
      if (this.#atQuote()) {
        if (this.#string() === undefined) return undefined;
        continue;
      }
      if (character === '[' || character === '{') open += 1;
      if (character === ']' || character === '}') open -= 1;
      this.#at += 1;
    }
    return null;
  }

  #atQuote(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return code === DOUBLE_QUOTE || code === APOSTROPHE;
  }

  #string(): string | undefined {
    const text = this.#text;
    const start = this.#at;
    const quote = text.charCodeAt(start);
    let at = start + 1;
    while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    this.#at = at + 1;
    if (at >= text.length) return undefined;
    try {
      return JSON.parse(
        quote === DOUBLE_QUOTE ? text.slice(start, at + 1) : inDoubleQuotes(text.slice(start + 1, at)),
      ) as string;
    } catch {
      return undefined;
    }
  }

  #name(): string | undefined {
    this.#blanks();
    if (this.#atQuote()) return this.#string();
    BARE_NAME.lastIndex = this.#at;
    const name = BARE_NAME.exec(this.#text)?.[0];
    this.#at += name?.length ?? 0;
    return name;
  }

  #word(): Json | undefined {
    WORD.lastIndex = this.#at;
    const raw = WORD.exec(this.#text)?.[0] ?? '';
    this.#at += raw.length;
    if (JSON_WORDS.has(raw)) return JSON_WORDS.get(raw);
    const number = NUMBER_WORDS.get(raw) ?? (raw === '' ? Number.NaN : Number(raw));
    if (NUMBER_WORDS.has(raw) || Number.isNaN(number)) {
      this.bareWords = true;
      return this.#words === 'text' && raw !== '' ? raw : NUMBER_WORDS.get(raw);
    }
    if (!Number.isFinite(number) || (number === 0 && SOME_DIGIT.test(raw))) this.outOfRange = true;
    return number;
  }

  #array(depth: number): Json | undefined {
    this.depth = Math.max(this.depth, depth + 1);
    const items: Json[] = [];
    while (!this.#skip(']')) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.#skip(',')) return this.#skip(']') ? items : undefined;
    }
    return items;
  }

  #object(depth: number): Json | undefined {
    this.depth = Math.max(this.depth, depth + 1);
    const members = new Map<string, Json>();
    while (!this.#skip('}')) {
      const name = this.#name();
      const value = name === undefined || !this.#skip(':') ? undefined : this.value(depth + 1);
      if (name === undefined || value === undefined) return undefined;
      if (members.has(name)) this.repeated = true;
      if (this.#repeats === 'last' || !members.has(name)) members.set(name, value);
      if (!this.#skip(',')) return this.#skip('}') ? members : undefined;
    }
    return members;
  }
}

/** Reads the first value of a text leniently; undefined where even a lenient parser finds none. */
export function readLenient(
  text: string,
  repeats: RepeatedNames,
  words: BareWords = 'numbers',
): LenientJson | undefined {
  const reader = new LenientReader(text.startsWith('\uFEFF') ? text.slice(1) : text, repeats, words);
  const value = reader.value(0);
  const { repeated, depth, outOfRange, bareWords } = reader;
  return value === undefined ? undefined : { value, repeats: repeated, depth, outOfRange, bareWords };
}
