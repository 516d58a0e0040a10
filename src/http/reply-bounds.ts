/** How deep the JSON of a reply may be nested to be read: counted in its bytes, before anything parses it. */
import type { Outcome } from './exchange.ts';

/** The deepest nesting that is read; a reply of these operations has five levels. */
export const MOST_LEVELS = 500;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** The first byte behind blanks and a byte order mark. */
function firstByte(body: Uint8Array): number | undefined {
  return body.find((byte) => !BLANKS.has(byte));
}

/** Whether brackets outside of strings are nested deeper than the bound; it stops where they are. */
export function isTooDeep(body: Uint8Array): boolean {
  if (body.length <= MOST_LEVELS || !OPENING.has(firstByte(body) ?? 0)) return false;
  let levels = 0;
  let quoted = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) at += byte === BACKSLASH ? 1 : 0;
    else if (byte < 0x5b) continue;
    else if (OPENING.has(byte)) levels += 1;
    else if (CLOSING.has(byte)) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

/** The outcome, or that its reply is too deep to be read. */
export function withinBounds(outcome: Outcome): Outcome {
  if (outcome.kind !== 'reply' || !isTooDeep(outcome.body)) return outcome;
  return {
    kind: 'no-reply',
    why: 'too-large',
    detail: `the JSON of the reply is nested deeper than ${MOST_LEVELS} levels`,
  };
}
