/** What is kept of a message that passes by, until it is judged: its headers, and its body up to a bound. */
import type { RecordedLines } from '../../run/traffic/recorded.ts';

/** How many bytes may be kept, in all. */
export interface Room {
  left: number;
}

/** What a message, and a header line or a piece of its body, takes besides its characters. */
const PER_MESSAGE = 2048;
const PER_PART = 100;

export class KeptMessage {
  readonly #room: Room;
  readonly #longest: number;
  headers: RecordedLines;
  #parts: Buffer[] = [];
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
      headers.reduce((sum, [name, value]) => sum + name.length + value.length + PER_PART, PER_MESSAGE),
    );
  }

  add(part: Buffer): void {
    this.size += part.length;
    if (this.isDropped) return;
    if (this.size > this.#longest) return this.release();
    // A copy, as a part may be a few bytes of a long piece off the wire.
    this.#parts.push(Buffer.from(part));
    this.#take(part.length + PER_PART);
  }

  /** Its body as far as it came; undefined: it is too long. */
  get body(): Buffer | undefined {
    return this.size > this.#longest ? undefined : Buffer.concat(this.#parts);
  }

  #take(bytes: number): void {
    this.#room.left -= bytes;
    this.#taken += bytes;
    if (this.#room.left >= 0) return;
    [this.isDropped, this.headers] = [true, []];
    this.release();
  }

  /** Gives back its room once it was judged or dropped. */
  release(): void {
    this.#room.left += this.#taken;
    [this.#taken, this.#parts] = [0, []];
  }
}
