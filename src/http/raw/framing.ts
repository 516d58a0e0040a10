/** What a wire alteration may change: the head, the body, how both are cut into segments, and how these are written. */

export interface Framing {
  /** Changes the head, a text with a character for each byte; `size`: how long the body is. */
  readonly head?: (head: string, size: number, origin: string) => string;
  readonly body?: (body: Uint8Array) => Uint8Array;
  readonly segments?: (head: Uint8Array, body: Uint8Array) => readonly Uint8Array[];
  /** How many requests the segments hold, where it is not one: the reply to the last one counts. */
  readonly requests?: number;
  /** Milliseconds between two segments, where they are to come apart for sure. */
  readonly pauseMs?: number;
  /** The stream ends after the last segment. */
  readonly ends?: boolean;
}

/** The head without the lines of these names, and with others at its end. */
export function withLines(head: string, without: readonly string[], ...more: readonly string[]): string {
  const [first = '', ...lines] = head.split('\r\n').filter((line) => line !== '');
  const left = lines.filter((line) => !without.some((name) => line.toLowerCase().startsWith(`${name}:`)));
  return `${[first, ...left, ...more].join('\r\n')}\r\n\r\n`;
}

export const adding = (...lines: readonly string[]): Framing => ({
  head: (head) => withLines(head, [], ...lines),
});

/** Each header line changed. */
export const mapping = (change: (name: string, value: string) => string): Framing => ({
  head: (head) =>
    head.replaceAll(/(?<=\r\n)([^:\r\n]+): (.*)(?=\r\n)/g, (_, name: string, value: string) =>
      change(name, value),
    ),
});

/** These Content-Lengths, made of the right one, in place of it. */
export const ofLengths = (lengths: (size: number) => readonly (number | string)[]): Framing => ({
  head: (head, size) =>
    withLines(head, ['content-length'], ...lengths(size).map((length) => `Content-Length: ${length}`)),
});

/** The most pieces: long bytes are cut into larger ones, so that sending them ends. */
const MAX_SENT_PIECES = 2048;

export function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const step = Math.max(size, Math.ceil(bytes.length / MAX_SENT_PIECES));
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  );
}

export const CHUNKED = 'Transfer-Encoding: chunked';

/** A body in chunks of this size (RFC 9112 §7.1): `line` writes the size of one, and `last` follows those that hold something. */
export const inChunks = (
  size: number,
  line: (size: number) => string = (length) => length.toString(16),
  last = '0\r\n\r\n',
): Framing => ({
  head: (head) => withLines(head, ['content-length'], CHUNKED),
  body: (body) => {
    const chunks = pieces(body, Math.min(size, Math.max(1, body.length)));
    const written = chunks.flatMap((each) => [
      Buffer.from(`${line(each.length)}\r\n`),
      each,
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat([...written, Buffer.from(last)]);
  },
});
