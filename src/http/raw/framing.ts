/** What a wire alteration may change: the message, how its bytes are cut into segments or chunks, what comes before and after it. */

/** A message before it becomes bytes. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

export interface Framing {
  readonly draft?: (draft: Draft, origin: string) => Draft;
  readonly segments?: (head: Uint8Array, body: Uint8Array) => readonly Uint8Array[];
  /** A message that goes before it in the same segment; the reply to the last one counts. */
  readonly before?: (draft: Draft) => Draft;
  /** Milliseconds between two segments, where they are to come apart for sure. */
  readonly pauseMs?: number;
  /** The stream ends after the last segment. */
  readonly ends?: boolean;
}

/** The message without the lines of these names (in lower case), and with others at its end. */
export function withLines(
  draft: Draft,
  { without = [], and = [] }: { readonly without?: readonly string[]; readonly and?: Draft['lines'] },
): Draft {
  const kept = draft.lines.filter(([name]) => !without.includes(name.toLowerCase()));
  return { ...draft, lines: [...kept, ...and] };
}

export function mapLines(
  draft: Draft,
  change: (line: Draft['lines'][number]) => Draft['lines'][number],
): Draft {
  return { ...draft, lines: draft.lines.map(change) };
}

/** Cutting bytes: into pieces, and into the chunks of a transfer coding (RFC 9112 §7.1). */

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
interface Chunking {
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
