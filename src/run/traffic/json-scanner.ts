/**
 * Finds the records in JSON of any length, a chunk at a time: the elements of a list that it knows by its place, or the values that
 * stand one behind the other (NDJSON). Only their extent is found here; whether a record is valid JSON shows when it is parsed.
 */
import { TagproofError } from '../../base/errors.ts';

/** Lists of records, by how many objects and lists they lie in and by their names; the document itself has none. */
const LISTS: readonly (readonly string[])[] = [[''], ['items', 'cases'], ['entries']];
/** No name of a list is longer. */
const MAX_NAME = 7;

/** Longer records are passed over: parsing one would take more memory than a whole file may. */
export const MAX_RECORD = 32 * 1024 * 1024;

export interface RawRecord {
  /** The list that it is an element of; undefined: it stands by itself, and is perhaps a line of NDJSON. */
  readonly list: string | undefined;
  /** From 0. */
  readonly index: number;
  /** Its first byte in the file, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** Undefined: it is longer than `MAX_RECORD`. */
  readonly bytes: Buffer | undefined;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON] = Buffer.from('"\\[]{}:');
/** White space, and the record separator of RFC 7464. */
const BLANKS: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n\x1e'));
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** How files begin that people take for recordings, and what to do. */
const OTHER_KINDS: readonly (readonly [begins: string, what: string])[] = [
  ['PK', 'a zip archive: unpack it, and name the .har in it'],
  ['\x1f\x8b', 'compressed with gzip: unpack it first'],
  ['\xff\xfe', 'UTF-16: save it as UTF-8'],
  ['\xfe\xff', 'UTF-16: save it as UTF-8'],
  ['<', 'HTML or XML'],
];

export class JsonScanner {
  readonly #file: string;
  /** Objects and lists that are open. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Bytes before the current chunk. */
  #before = 0;
  /** As long as no list of records is open: the last string, of which the beginning is enough, and the last one that was a name. */
  #word = '';
  #name = '';
  #list: string | undefined;
  #index = -1;
  /** The depth in which records of the open list lie; 0: none is open. */
  #listDepth = 0;
  /** The depth outside the record that is open; -1: none is. Where it begins, and what it has before the current chunk. */
  #recordDepth = -1;
  #from = 0;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The records that end in this chunk. Throws a `file` error where the text is not JSON at all. */
  *records(chunk: Buffer): Generator<RawRecord> {
    let start = 0;
    let at = this.#before === 0 && chunk.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
    const end = chunk.length;
    while (at < end) {
      if (this.#inString) {
        at = this.#throughString(chunk, at);
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE && this.#depth > 0) {
        this.#inString = true;
        this.#word = '';
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#opens(byte === OPEN_LIST)) {
          start = at;
          this.#from = this.#before + at;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === this.#recordDepth) {
          yield this.#record(chunk.subarray(start, at + 1), this.#before + at + 1);
        } else if (this.#depth < this.#listDepth) this.#listDepth = 0;
        if (this.#depth < 0) throw this.#noJson(chunk, at);
      } else if (byte === COLON) this.#name = this.#word;
      else if (this.#depth === 0 && !BLANKS.has(byte)) throw this.#noJson(chunk, at);
      at += 1;
    }
    this.#before += end;
    if (this.#recordDepth >= 0) this.#keep(chunk.subarray(start));
  }

  /** How many bytes were read. */
  get read(): number {
    return this.#before;
  }

  /** Where the text ends before its end: inside which record; undefined: it is whole. */
  cut(): string | undefined {
    if (this.#depth === 0 && !this.#inString) return undefined;
    const where = this.#list === undefined || this.#index < 0 ? '' : ` after ${this.#list}[${this.#index}]`;
    return `it ends${where} at byte ${this.#before}, before its JSON does`;
  }

  /** Gives the place behind the string, or the end of the chunk. */
  #throughString(chunk: Buffer, from: number): number {
    let at = from + (this.#escaped ? 1 : 0);
    this.#escaped = false;
    while (at < chunk.length && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
    this.#escaped = at > chunk.length;
    this.#inString = at >= chunk.length;
    if (this.#listDepth === 0 && this.#word.length <= MAX_NAME)
      this.#word += chunk.toString('latin1', from, Math.min(at, from + MAX_NAME + 1));
    return at + (this.#inString ? 0 : 1);
  }

  /** Whether a record begins with this bracket. */
  #opens(isList: boolean): boolean {
    const depth = this.#depth;
    this.#depth += 1;
    const name = depth === 0 ? '' : this.#name;
    if (isList && this.#listDepth === 0 && LISTS[depth]?.includes(name) === true) {
      // What was kept of the document up to here was no record.
      this.#drop();
      this.#list = name;
      this.#index = -1;
      this.#listDepth = depth + 1;
      return false;
    }
    if (depth === 0) this.#list = undefined;
    const begins = this.#listDepth > 0 ? depth === this.#listDepth : depth === 0;
    if (!begins || this.#recordDepth >= 0) return false;
    this.#recordDepth = depth;
    this.#index += 1;
    return true;
  }

  #drop(): void {
    this.#recordDepth = -1;
    this.#parts = [];
    this.#length = 0;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_RECORD) this.#parts = [];
    else this.#parts.push(part);
  }

  #record(last: Buffer, to: number): RawRecord {
    this.#keep(last);
    const whole = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const bytes = this.#length > MAX_RECORD ? undefined : whole;
    this.#drop();
    return { list: this.#list, index: this.#index, bytes, from: this.#from, to };
  }

  #noJson(chunk: Buffer, at: number): TagproofError {
    const where = this.#before + at;
    const beginning = chunk.toString('latin1', 0, 2);
    const known = OTHER_KINDS.find(([begins]) => where === 0 && beginning.startsWith(begins));
    const what = known === undefined ? `at byte ${where} is no JSON` : `this is ${known[1]}`;
    return new TagproofError(
      'file',
      `${this.#file}: ${what}\nname a HAR 1.2 file, a record that --reporter ndjson or json wrote, or the simulator's journal`,
    );
  }
}
