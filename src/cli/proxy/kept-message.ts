/** What is kept of a message that passes by, until it is judged: its headers and its body, or nothing where that is too much. */
import { MAX_BODY_BYTES, MAX_PIECES } from '../../http/reply-bounds.ts';
import type { RecordedLines } from '../../run/traffic/recorded.ts';

/** How many bytes may be kept, in all. */
export interface Room {
  left: number;
}

/** What a message, and a piece or a header line of it, takes besides its characters. */
const MESSAGE = 2048;
const EACH = 100;

export class KeptMessage {
  readonly #room: Room;
  headers: RecordedLines;
  #parts: Buffer[] = [];
  #taken = 0;
  /** How many bytes of its body came. */
  size = 0;
  /** It came to its end. */
  isWhole = false;
  /** Why its body is not kept. */
  lacks: 'too long' | 'no room' | undefined;

  constructor(room: Room, headers: RecordedLines) {
    this.#room = room;
    this.headers = headers;
    this.#take(headers.reduce((sum, [name, value]) => sum + name.length + value.length + EACH, MESSAGE));
  }

  add(part: Buffer): void {
    this.size += part.length;
    if (this.lacks !== undefined) return;
    if (this.size > MAX_BODY_BYTES || this.#parts.length >= MAX_PIECES) this.lacks = 'too long';
    else this.#take(part.length + EACH);
    // A copy, as a part may be a few bytes of a long piece off the wire.
    if (this.lacks === undefined) this.#parts.push(Buffer.from(part));
    else this.release();
  }

  get body(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #take(cost: number): void {
    if (this.#room.left < cost) {
      this.lacks ??= 'no room';
      this.headers = [];
      return this.release();
    }
    this.#room.left -= cost;
    this.#taken += cost;
  }

  /** Gives back its room once it was judged or dropped. */
  release(): void {
    this.#room.left += this.#taken;
    [this.#taken, this.#parts] = [0, []];
  }
}
