/** What a wire alteration may change: the message, how its bytes are cut into segments, what comes before and after it. */

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
