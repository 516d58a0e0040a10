/** Texts of requests in one block of memory that is used again and again: nothing of them is left to the garbage collector. */

/** Writers of node's Buffer that `write` looks up by the name of the encoding each time. */
interface QuickBuffer extends Buffer {
  latin1Write(text: string, offset: number, length: number): number;
  utf8Write(text: string, offset: number, length: number): number;
}

export class ByteRing {
  readonly #bytes: QuickBuffer;
  /** How many bytes were ever taken: a position never comes again. */
  #taken = 0;

  constructor(size: number) {
    this.#bytes = Buffer.alloc(size) as QuickBuffer;
  }

  /** Begins a record of at most `most` bytes, in one piece; returns its position. */
  begin(most: number): number {
    const size = this.#bytes.length;
    const left = size - (this.#taken % size);
    if (most > left) this.#taken += left;
    return this.#taken;
  }

  /** Ends the record that was begun last, behind its last byte. */
  end(position: number): void {
    this.#taken = position;
  }

  /** Writes a text of characters below 256; the position behind it. */
  latin1(text: string, position: number): number {
    this.#bytes.latin1Write(text, position % this.#bytes.length, text.length);
    return position + text.length;
  }

  /** Writes as much of a text as has room; the position behind it. */
  utf8(text: string, position: number, most: number): number {
    return position + this.#bytes.utf8Write(text, position % this.#bytes.length, most);
  }

  copy(bytes: Uint8Array, position: number): number {
    this.#bytes.set(bytes, position % this.#bytes.length);
    return position + bytes.length;
  }

  /** Whether what begins at a position was not written over yet. */
  has(position: number): boolean {
    return position > this.#taken - this.#bytes.length;
  }

  /** A copy of the bytes from one position to another. */
  read(from: number, to: number): Buffer {
    const start = from % this.#bytes.length;
    return Buffer.from(this.#bytes.subarray(start, start + (to - from)));
  }
}
