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
export class Unsure extends Error {}

/** What becomes of what is read. */
interface Direction {
  /** The form of a first line, and what each begins with: other bytes wait for no end of a line. */
  readonly start: RegExp;
  readonly begin: string;
  /** Takes the lines of a whole head, and passes them on. Gives how its body ends. Throws Unsure. */
  readonly head: (lines: readonly string[]) => BodyEnd;
  readonly pass: (bytes: Uint8Array) => void;
  /** Takes a part of a body without its framing; it is passed on by `pass`. */
  readonly content: (part: Buffer) => void;
  readonly end: () => void;
  /** Takes why all that follows is passed on unread, and what is held of a head. */
  readonly unread: (why: string, held: string) => void;
}

const LINE_FEED = 0x0a;
const CRLF = '\r\n';
const OTHER_BEGINNING = 'a message begins in another way';
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

/** How the body behind a head ends; `none`: where no header says it. Throws Unsure. */
export function bodyEnd(headers: RecordedLines, isOld: boolean, none: 0 | 'close'): BodyEnd {
  const valuesOf = (wanted: string): readonly string[] =>
    headers.flatMap(([name, value]) => (headerKey(name) === wanted ? [value] : []));
  // Servers that hand headers on as variables (CGI, WSGI) read `_` in a name as `-`.
  if (headers.some(([name]) => /^(?:content_length|transfer_encoding)$/i.test(name)))
    throw new Unsure('its length is said by a name with _, which some servers read');
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')];
  const [length, coding] = [lengths[0] ?? '', codings[0] ?? ''];
  if (lengths.length + codings.length === 0) return none;
  if (lengths.length + codings.length > 1) throw new Unsure('its length is said more than once');
  if (/^\d{1,15}$/.test(length)) return Number(length);
  if (/^chunked$/i.test(coding) && !isOld) return 'chunked';
  throw new Unsure('its Content-Length is no number, or its Transfer-Encoding not chunked');
}

/** Goes on where it left off with each piece off the wire. */
type Steps<T = void> = Generator<void, T, void>;

export class Framer {
  readonly #to: Direction;
  readonly #messages: Steps;
  #isUnread = false;
  #bytes: Buffer = Buffer.alloc(0);
  /** How far the piece is read, and how far it is passed on. */
  #at = 0;
  #passed = 0;
  #isOver = false;
  /** What came of a head: nothing of it is passed on before it is whole. */
  #held = '';

  constructor(to: Direction) {
    this.#to = to;
    this.#messages = this.#readMessages();
  }

  push(bytes: Buffer): void {
    [this.#bytes, this.#at, this.#passed] = [bytes, 0, 0];
    this.#readOn();
    this.#at = bytes.length;
    this.#pass();
  }

  /** The stream has ended, and with it a body that has no other end. */
  finish(): void {
    this.#isOver = true;
    if (this.#held === '') this.#readOn();
    else this.giveUp('it ends within a head');
  }

  /** Passes on all that follows, unread. */
  giveUp(why: string): void {
    if (this.#isUnread) return;
    this.#isUnread = true;
    this.#to.unread(why, this.#held);
  }

  #readOn(): void {
    try {
      if (!this.#isUnread) this.#messages.next();
    } catch (error) {
      if (!(error instanceof Unsure)) throw error;
      this.giveUp(error.message);
    }
  }

  #pass(): void {
    if (this.#at > this.#passed) this.#to.pass(this.#bytes.subarray(this.#passed, this.#at));
    this.#passed = this.#at;
  }

  *#readMessages(): Steps {
    for (;;) {
      const ends = this.#to.head(yield* this.#readHead());
      if (ends === 'chunked') yield* this.#readChunks();
      else yield* this.#readBytes(ends === 'close' ? Infinity : ends);
      this.#pass();
      this.#to.end();
    }
  }

  *#readHead(): Steps<readonly string[]> {
    const lines: string[] = [];
    for (;;) {
      const line = yield* this.#readLine(lines.length === 0 ? this.#to.begin : '');
      if (line === '' && lines.length > 0) break;
      if (lines.length === 0 && !this.#to.start.test(line)) throw new Unsure(OTHER_BEGINNING);
      if (lines.length > 0 && !HEADER.test(line)) throw new Unsure('a line of a head is no header');
      if (lines.push(line) > MAX_HEADERS) throw new Unsure('a head is too long');
    }
    this.#held = '';
    return lines;
  }

  *#readChunks(): Steps {
    for (;;) {
      const [, size] = CHUNK_SIZE.exec(yield* this.#readLine()) ?? [];
      if (size === undefined) throw new Unsure('the size of a chunk is no number');
      const length = Number.parseInt(size, 16);
      if (length === 0) break;
      yield* this.#readBytes(length);
      if ((yield* this.#readLine()) !== '') throw new Unsure('a chunk is longer than its size');
    }
    for (let trailers = 0; ; trailers += 1) {
      const line = yield* this.#readLine();
      if (line === '') return;
      if (!HEADER.test(line) || trailers > MAX_HEADERS) throw new Unsure('a trailer is no header');
    }
  }

  *#readBytes(length: number): Steps {
    let left = length;
    while (left > 0) {
      const part = this.#bytes.subarray(this.#at, this.#at + left);
      this.#to.content(part);
      this.#at += part.length;
      left -= part.length;
      if (left > 0) yield;
      if (this.#isOver && left === Infinity) return;
    }
  }

  /** Gives the next line without its end. `begin`: of a line of a head, how it begins. */
  *#readLine(begin?: string): Steps<string> {
    for (let line = ''; ; yield) {
      const end = this.#bytes.indexOf(LINE_FEED, this.#at);
      const text = this.#bytes.toString('latin1', this.#at, end === -1 ? this.#bytes.length : end + 1);
      this.#at += text.length;
      line += text;
      if (begin !== undefined) [this.#held, this.#passed] = [this.#held + text, this.#at];
      if (Math.max(line.length, this.#held.length) > MAX_HEAD_BYTES) throw new Unsure('a head is too long');
      if (end === -1 ? NO_TEXT.test(text) : !line.endsWith(CRLF))
        throw new Unsure('a line has a control character, or ends without CR LF');
      if (end !== -1) return line.slice(0, -CRLF.length);
      if (begin !== undefined && !line.startsWith(begin.slice(0, line.length)))
        throw new Unsure(OTHER_BEGINNING);
    }
  }
}
