/** What a wire alteration may change: the message, how its bytes are cut into segments or chunks, and how these are written. */

/** A message before it becomes bytes. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly lines: readonly FramedLine[];
  readonly body: Uint8Array | undefined;
}

type FramedLine = readonly [name: string, value: string];

export interface Framing {
  readonly draft?: (draft: Draft, origin: string) => Draft;
  readonly segments?: (head: Uint8Array, body: Uint8Array) => readonly Uint8Array[];
  /** How many requests the segments hold, where it is not one: the reply to the last one counts. */
  readonly requests?: number;
  /** Milliseconds between two segments, where they are to come apart for sure. */
  readonly pauseMs?: number;
  /** The stream ends after the last segment. */
  readonly ends?: boolean;
}

export const CHUNKED: FramedLine = ['Transfer-Encoding', 'chunked'];

/** The message without the lines of these names (in lower case), and with others at its end. */
export const withLines = (
  draft: Draft,
  without: readonly string[],
  ...more: readonly FramedLine[]
): Draft => ({
  ...draft,
  lines: [...draft.lines.filter(([name]) => !without.includes(name.toLowerCase())), ...more],
});

export const adding = (...lines: readonly FramedLine[]): Framing => ({
  draft: (draft) => withLines(draft, [], ...lines),
});

/** Each line changed. */
export const mapping = (change: (line: FramedLine) => FramedLine): Framing => ({
  draft: (draft) => ({ ...draft, lines: draft.lines.map(change) }),
});

/** These Content-Lengths, made of the right one, in place of it. */
export const ofLengths = (lengths: (size: number) => readonly (number | string)[]): Framing => ({
  draft: (draft) =>
    withLines(
      draft,
      ['content-length'],
      ...lengths(draft.body?.length ?? 0).map((length) => ['Content-Length', String(length)] as const),
    ),
});

/** A head, changed as text. */
export const edited = (head: Uint8Array, edit: (text: string) => string): Uint8Array =>
  Buffer.from(edit(Buffer.from(head).toString('latin1')), 'latin1');

export const inHead = (edit: (text: string) => string): Framing => ({
  segments: (head, body) => [edited(head, edit), body],
});

/** The most pieces: long bytes are cut into larger ones, so that sending them ends. */
const MAX_SENT_PIECES = 2048;

export function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const step = Math.max(size, Math.ceil(bytes.length / MAX_SENT_PIECES));
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  );
}

/** A body in chunks of this size (RFC 9112 §7.1): `line` writes the size of one, and `last` follows those that hold something. */
export const inChunks = (
  size: number,
  line: (size: number) => string = (length) => length.toString(16),
  last = '0\r\n\r\n',
): Framing => ({
  draft: (draft) => withLines(draft, ['content-length'], CHUNKED),
  segments: (head, body) => {
    const chunks = pieces(body, Math.min(size, Math.max(1, body.length)));
    const written = chunks.flatMap((each) => [
      Buffer.from(`${line(each.length)}\r\n`),
      each,
      Buffer.from('\r\n'),
    ]);
    return [head, Buffer.concat([...written, Buffer.from(last)])];
  },
});
