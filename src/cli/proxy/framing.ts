/**
 * Reads one direction of an HTTP/1.1 connection while it is passed on: heads, and where each message ends. Strict: where two readers may
 * take the bytes differently, it gives up, and says why.
 */
import { MAX_HEAD_BYTES, MAX_HEADERS } from '../../http/reply-bounds.ts';
import { headerKey, trimBlanks } from '../../judge/rules/reading/header-values.ts';
import type { RecordedLines } from '../../run/traffic/recorded.ts';

/** The number of bytes of a body, or how its end shows. */
type BodyEnd = number | 'chunked' | 'close';

/** Why readers may differ about a message. */
interface Unsure {
  readonly unsure: string;
}

/** What becomes of what is read. */
interface Direction {
  /** The form of a first line. */
  readonly start: RegExp;
  /** Takes the lines of a whole head, and passes them on. Gives how its body ends, or why no more is read; `refused`: nor passed on. */
  readonly head: (lines: readonly string[]) => BodyEnd | Unsure | 'refused';
  readonly pass: (bytes: Uint8Array) => void;
  /** Takes a part of a body without its framing; it is passed on by `pass`. */
  readonly content: (part: Buffer) => void;
  readonly end: () => void;
  /** Takes why all that follows is passed on unread, and what is held of a head. */
  readonly unread: (why: string, held: string) => void;
}

const END_OF_LINE = 0x0a;
const NAME_TEXT = String.raw`[\w!#$%&'*+.^|~\x60-]+`;
const VISIBLE = String.raw`[\t\x20-\x7e\x80-\xff]*`;
export const REQUEST_LINE = new RegExp(String.raw`^(${NAME_TEXT}) ([\x21-\x7e\x80-\xff]+) HTTP/1\.([01])$`);
export const STATUS_LINE = new RegExp(String.raw`^HTTP/1\.([01]) ([1-9]\d\d)(?: (${VISIBLE}))?$`);
const HEADER = new RegExp(`^(${NAME_TEXT}):(${VISIBLE})$`);
const CHUNK_SIZE = new RegExp(`^([\\da-f]{1,12})(?:;${VISIBLE})?$`, 'i');
/** What stands in no line. */
const NO_TEXT = /[^\t\r\x20-\x7e\x80-\xff]/;

/** The headers of a head. */
export const headersOf = ([, ...lines]: readonly string[]): RecordedLines =>
  lines.map((line) => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    return [name, trimBlanks(value)];
  });

/** How the body behind a head ends; `none`: where no header says it. */
export function bodyEnd(headers: RecordedLines, isOld: boolean, none: 0 | 'close'): BodyEnd | Unsure {
  const valuesOf = (wanted: string): readonly string[] =>
    headers.flatMap(([name, value]) => (headerKey(name) === wanted ? [value] : []));
  // Servers that hand headers on as variables (CGI, WSGI) read `_` in a name as `-`.
  if (headers.some(([name]) => /^(?:content_length|transfer_encoding)$/i.test(name)))
    return { unsure: 'its length is said by a name with _, which some servers read' };
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')];
  const [length, coding] = [lengths[0] ?? '', codings[0] ?? ''];
  if (lengths.length + codings.length === 0) return none;
  if (lengths.length + codings.length > 1) return { unsure: 'its length is said more than once' };
  if (/^\d{1,15}$/.test(length)) return Number(length);
  if (/^chunked$/i.test(coding) && !isOld) return 'chunked';
  return { unsure: 'its Content-Length is no number, or its Transfer-Encoding not chunked' };
}

type State = 'head' | 'body' | 'size' | 'chunk' | 'chunk end' | 'trailer' | 'unread' | 'refused';

export class Framer {
  readonly #to: Direction;
  #state: State = 'head';
  /** The lines of a head, or how many there are of trailers; and the line that has begun. */
  #lines: string[] = [];
  #line = '';
  #size = 0;
  /** Bytes of the body or the chunk that are still to come. */
  #left = 0;

  constructor(to: Direction) {
    this.#to = to;
  }

  push(bytes: Buffer): void {
    let [at, from] = [0, 0];
    const pass = (): void => {
      if (at > from && this.#state !== 'refused') this.#to.pass(bytes.subarray(from, at));
      from = at;
    };
    while (at < bytes.length && this.#state !== 'unread' && this.#state !== 'refused') {
      const isHead = this.#state === 'head';
      if (this.#state === 'body' || this.#state === 'chunk') {
        const part = bytes.subarray(at, at + this.#left);
        this.#to.content(part);
        at += part.length;
        this.#left -= part.length;
        if (this.#left > 0) continue;
        if (this.#state === 'chunk') this.#state = 'chunk end';
        else this.#endMessage(pass);
        continue;
      }
      const end = bytes.indexOf(END_OF_LINE, at);
      const next = end === -1 ? bytes.length : end + 1;
      const text = bytes.toString('latin1', at, next);
      this.#line += text;
      this.#size += text.length;
      at = next;
      // Of a head nothing is passed on before it is whole.
      if (isHead) from = at;
      if (this.#size > MAX_HEAD_BYTES || this.#lines.length > MAX_HEADERS) this.giveUp('a head is too long');
      else if (end === -1 ? NO_TEXT.test(text) : !this.#line.endsWith('\r\n'))
        this.giveUp('a line has a control character, or ends without CR LF');
      else if (end !== -1) this.#takeLine(this.#line.slice(0, this.#line.lastIndexOf('\r')), pass);
    }
    at = bytes.length;
    pass();
  }

  /** The stream has ended. */
  finish(): void {
    if (this.#state === 'body' && this.#left === Infinity) this.#endMessage(() => {});
    else if (this.#size > 0) this.giveUp('it ends within a head');
  }

  /** Passes on all that follows, unread. */
  giveUp(why: string): void {
    if (this.#state === 'unread' || this.#state === 'refused') return;
    const held = this.#state === 'head' ? [...this.#lines, this.#line].join('\r\n') : '';
    this.#state = 'unread';
    this.#to.unread(why, held);
  }

  #takeLine(line: string, pass: () => void): void {
    this.#line = '';
    switch (this.#state) {
      case 'head':
        if (line === '' && this.#lines.length > 0) return this.#endHead();
        if ((this.#lines.length === 0 ? this.#to.start : HEADER).test(line))
          return void this.#lines.push(line);
        this.#line = `${line}\r\n`;
        return this.giveUp(
          this.#lines.length === 0 ? 'a message begins in another way' : 'a line of a head is no header',
        );
      case 'size': {
        const [, size] = CHUNK_SIZE.exec(line) ?? [];
        this.#size = 0;
        if (size === undefined) return this.giveUp('the size of a chunk is no number');
        this.#left = Number.parseInt(size, 16);
        this.#state = this.#left === 0 ? 'trailer' : 'chunk';
        return;
      }
      case 'chunk end':
        this.#size = 0;
        this.#state = 'size';
        return line === '' ? undefined : this.giveUp('a chunk is longer than its size');
      default:
        if (line === '') return this.#endMessage(pass);
        if (!HEADER.test(line)) return this.giveUp('a trailer is no header');
        this.#lines.push('');
    }
  }

  #endHead(): void {
    const lines = this.#lines;
    [this.#lines, this.#size] = [[], 0];
    const ends = this.#to.head(lines);
    if (ends === 'refused') this.#state = ends;
    else if (typeof ends === 'object') this.giveUp(ends.unsure);
    else if (ends === 'chunked') this.#state = 'size';
    else if (ends === 0) this.#endMessage(() => {});
    else [this.#state, this.#left] = ['body', ends === 'close' ? Infinity : ends];
  }

  #endMessage(pass: () => void): void {
    pass();
    [this.#state, this.#lines, this.#size] = ['head', [], 0];
    this.#to.end();
  }
}
