/** What is kept of a message that passes by, until it is judged: its headers, and its body up to a bound. */
import type { RecordedLines } from '../../run/traffic/recorded.ts';

/** How many bytes may be kept, in all. */
export interface Room {
  left: number;
}

/** What a message, and a header line of it, takes besides its characters. */
const PER_MESSAGE = 2048;
const PER_LINE = 100;

export class KeptMessage {
  readonly #room: Room;
  readonly #longest: number;
  headers: RecordedLines;
  #bytes = Buffer.alloc(0);
  #taken = 0;
  /** How many bytes of its body came. */
  size = 0;
  /** It came to its end. */
  isWhole = false;
  /** Nothing of it is kept, for want of room. */
  isDropped = false;

  /** `longest`: a body of more bytes is not kept. */
  constructor(room: Room, headers: RecordedLines, longest: number) {
    this.#room = room;
    this.#longest = longest;
    this.headers = headers;
    this.#take(
      headers.reduce((sum, [name, value]) => sum + name.length + value.length + PER_LINE, PER_MESSAGE),
    );
  }

  /** Whether its body is kept as far as it came. */
  get hasBody(): boolean {
    return this.size <= this.#longest && !this.isDropped;
  }

  get body(): Buffer {
    return this.#bytes.subarray(0, this.size);
  }

  /** Adds a part of its body: a copy, as the part may be a few bytes of a long piece off the wire. */
  add(part: Buffer): void {
    const from = this.size;
    this.size += part.length;
    if (this.hasBody && this.size > this.#bytes.length) this.#grow(from);
    if (this.hasBody) part.copy(this.#bytes, from);
    else this.release();
  }

  #grow(used: number): void {
    const longer = Math.min(2 * this.size, this.#longest);
    this.#take(longer - this.#bytes.length);
    if (this.isDropped) return;
    const grown = Buffer.allocUnsafeSlow(longer);
    this.#bytes.copy(grown, 0, 0, used);
    this.#bytes = grown;
  }

  #take(bytes: number): void {
    this.#room.left -= bytes;
    this.#taken += bytes;
    if (this.#room.left >= 0) return;
    this.isDropped = true;
    this.headers = [];
    this.release();
  }

  /** Gives back its room once it was judged or dropped. */
  release(): void {
    this.#room.left += this.#taken;
    [this.#taken, this.#bytes] = [0, Buffer.alloc(0)];
  }
}
