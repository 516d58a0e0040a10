/** Cutting bytes: into pieces, and into the chunks of a transfer coding (RFC 9112 §7.1). */
import { withLines, type Draft } from './framing.ts';

/** The most pieces: long bytes are cut into larger ones, so that sending them ends. */
const MAX_PIECES = 2048;

export function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const step = Math.max(size, Math.ceil(bytes.length / MAX_PIECES));
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  );
}

export const CHUNKED: Draft['lines'][number] = ['Transfer-Encoding', 'chunked'];

/** The message framed by chunks instead of its length. */
export function framedByChunks(draft: Draft): Draft {
  return withLines(draft, { without: ['content-length'], and: [CHUNKED] });
}

/** How chunks are written. */
export interface Chunking {
  /** The line of a chunk's size, without its end. */
  readonly sizeLine?: (size: number) => string;
  /** What follows the last of the chunks that hold something. */
  readonly last?: string;
}

const LAST_CHUNK = '0\r\n\r\n';
const hex = (size: number): string => size.toString(16);

export function inChunks(
  body: Uint8Array,
  size: number,
  { sizeLine = hex, last = LAST_CHUNK }: Chunking = {},
): Uint8Array {
  const chunks = pieces(body, size).flatMap((piece) => [
    Buffer.from(`${sizeLine(piece.length)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(last)]);
}
