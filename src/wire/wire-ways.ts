/** How each wire bend is done: what it changes in the message, and how it cuts the bytes into segments. */
import type { WireBend } from '../exchange/wire-bends.ts';

/** A message before it becomes bytes. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

export interface Way {
  readonly draft?: (draft: Draft, origin: string) => Draft;
  readonly segments?: (head: Uint8Array, body: Uint8Array) => readonly Uint8Array[];
  /** The stream ends after the last segment. */
  readonly ends?: boolean;
}

const FEW_BYTES = 7;
/** A long body is cut into larger pieces, so that sending it ends. */
const MOST_PIECES = 2048;
/** Lines that frame the message: some servers read no blanks around them, which says nothing of their other headers. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const HUGE = 64 * 1024;

export const WIRE_WAYS = {
  chunked: {
    draft: (draft) =>
      withLines(draft, { without: ['content-length'], and: [['Transfer-Encoding', 'chunked']] }),
    segments: (head, body) => [head, inChunks(body)],
  },
  'split-bytes': { segments: (head, body) => [head, ...pieces(body, 1)] },
  'split-head': { segments: (head, body) => [...pieces(head, FEW_BYTES), body] },
  'lower-case-headers': { draft: (draft) => mapLines(draft, ([name, value]) => [name.toLowerCase(), value]) },
  'upper-case-headers': { draft: (draft) => mapLines(draft, ([name, value]) => [name.toUpperCase(), value]) },
  'padded-headers': { draft: (draft) => mapLines(draft, padded) },
  'absolute-form': { draft: (draft, origin) => ({ ...draft, target: origin + draft.target }) },
  'http-1.0': { draft: (draft) => ({ ...draft, version: '1.0' }) },
  'expect-continue': { draft: (draft) => withLines(draft, { and: [['Expect', '100-continue']] }) },
  'expect-odd': { draft: (draft) => withLines(draft, { and: [['Expect', 'tagproof-nonsense']] }) },
  'no-host': { draft: (draft) => withLines(draft, { without: ['host'] }) },
  'garbage-head': {
    segments: () => [Buffer.from('\0\x01\x02 this is no HTTP \xff\xfe\r\n\r\n\r\n', 'latin1')],
  },
  'huge-head': { draft: (draft) => withLines(draft, { and: [['X-Huge', 'x'.repeat(HUGE)]] }) },
  upgrade: {
    draft: (draft) =>
      withLines(draft, {
        without: ['connection'],
        and: [
          ['Connection', 'Upgrade'],
          ['Upgrade', 'tagproof-nonsense'],
        ],
      }),
  },
  'short-body': {
    draft: (draft) =>
      withLines(draft, {
        without: ['content-length'],
        and: [['Content-Length', String((draft.body?.length ?? 0) + 10)]],
      }),
    ends: true,
  },
} as const satisfies Record<WireBend, Way>;

function withLines(
  draft: Draft,
  { without = [], and }: { without?: readonly string[]; and?: Draft['lines'] },
): Draft {
  const kept = draft.lines.filter(([name]) => !without.includes(name.toLowerCase()));
  return { ...draft, lines: [...kept, ...(and ?? [])] };
}

function mapLines(draft: Draft, change: (line: Draft['lines'][number]) => Draft['lines'][number]): Draft {
  return { ...draft, lines: draft.lines.map(change) };
}

function padded([name, value]: Draft['lines'][number]): Draft['lines'][number] {
  return [name, FRAMING.has(name.toLowerCase()) ? value : `\t ${value} \t`];
}

function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const step = Math.max(size, Math.ceil(bytes.length / MOST_PIECES));
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  );
}

function inChunks(body: Uint8Array): Uint8Array {
  const chunks = pieces(body, FEW_BYTES).flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
