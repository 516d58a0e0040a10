/** Bytes that came and are not yet read, line by line or by number; each byte is looked at once. */

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export class ByteQueue {
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #scanned = 0;

  get length(): number {
    return this.#to - this.#from;
  }

  /** The first chunk is read in place; further ones are copied behind it, so that small ones cost no more than their bytes. */
  push(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.#bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      [this.#from, this.#to, this.#scanned] = [0, chunk.length, 0];
      return;
    }
    if (this.#to + chunk.length > this.#bytes.length) this.#grow(chunk.length);
    this.#bytes.set(chunk, this.#to);
    this.#to += chunk.length;
  }

  /** The first bytes, without taking them. */
  peek(count: number): Uint8Array {
    return this.#bytes.subarray(this.#from, Math.min(this.#from + count, this.#to));
  }

  /** Up to this many bytes, in place: nothing is ever written over them. */
  take(count: number): Uint8Array {
    const taken = this.peek(count);
    this.#from += taken.length;
    this.#scanned = Math.max(this.#scanned, this.#from);
    return taken;
  }

  /** The next whole line as latin1 without its end (CR LF, or LF alone), or undefined while there is none. */
  line(): string | undefined {
    const at = this.#bytes.subarray(0, this.#to).indexOf(NEWLINE, this.#scanned);
    this.#scanned = at === -1 ? this.#to : at + 1;
    if (at === -1) return undefined;
    const end = at > this.#from && this.#bytes[at - 1] === RETURN ? at - 1 : at;
    const line = this.#bytes.toString('latin1', this.#from, end);
    this.#from = at + 1;
    return line;
  }

  #grow(by: number): void {
    const larger = Buffer.allocUnsafe(Math.max(1024, 2 * (this.length + by)));
    this.#bytes.copy(larger, 0, this.#from, this.#to);
    this.#scanned -= this.#from;
    this.#to -= this.#from;
    this.#from = 0;
    this.#bytes = larger;
  }
}
