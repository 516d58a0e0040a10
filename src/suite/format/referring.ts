/** The parts of a case in which a text that begins with `$` is a reference; everything else of it is literal. */
import type { Send } from './schema/send-schema.ts';
import type { WrittenOutcome, WrittenOutcomes } from './schema/outcome-schema.ts';

const LITERAL = {
  method: undefined,
  target: undefined,
  text: undefined,
  base64: undefined,
} as const satisfies Partial<Record<keyof Send, undefined>>;

/** What is sent, without the parts that say byte for byte what that is. */
export function referringSend(send: Send): object {
  return { ...send, ...LITERAL, headers: { ...send.headers, lines: undefined } };
}

const referringOutcome = (outcome: WrittenOutcome): object => ({ ...outcome, tags: undefined });

/** What is expected, without the tags that are given literally. */
export function referringOutcomes(written: WrittenOutcomes = []): readonly object[] {
  return (Array.isArray(written) ? written : [written]).map(referringOutcome);
}
