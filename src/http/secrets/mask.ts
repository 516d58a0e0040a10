/** Takes secrets out of text before it is shown, also where a backend gives them back encoded, escaped or altered. */
import {
  type FoundSecret,
  type SecretPattern,
  secretScan,
  type SecretScan,
  type Span,
} from './pattern-scan.ts';
import { LONG_ENOUGH, squeezedForms, tracesOf, wholePattern } from './secret-traces.ts';
import type { Mask, Secret } from '../secret.ts';
import type { SecretStore } from './secrets.ts';
import { secretViews, squeezedView, type View } from './views.ts';

interface Hit extends Span {
  readonly secret: Secret;
}

/**
 * A function that replaces every secret of the secret store that is not public by `<secret:name>`: as it is, JSON-escaped,
 * URL-encoded, in base64 and in hexadecimal, also each alteration of it that still has eight characters of it; whole also reversed,
 * as a list of bytes, in the disguises of `secret-disguises.ts`, and with anything between its characters.
 * Secrets under eight characters are replaced only between characters that are not part of a word.
 */
export function maskerOf(secretStore: SecretStore): Mask {
  const hidden = secretStore.all().filter((secret) => !secret.public && secret.value.trim() !== '');
  if (hidden.length === 0) return (text) => text;
  const long = hidden.filter(({ value }) => value.length >= LONG_ENOUGH);
  const scan = scanLong(long);
  const scanSqueezed = secretScan(long, ({ value }) => [...squeezedForms(value)].map(wholePattern));
  const scanWhole = scanShort(hidden.filter(({ value }) => value.length < LONG_ENOUGH));
  return (text) => {
    const hits: Hit[] = [];
    const note =
      (view: View): FoundSecret =>
      (secret, span) =>
        hits.push({ secret, ...view.original(span) });
    for (const view of secretViews(text)) {
      scan(view.text, note(view));
      scanWhole(view.text, note(view));
      const squeezed = squeezedView(view);
      scanSqueezed(squeezed.text, note(squeezed));
    }
    return hits.length === 0 ? text : replaced(text, hits);
  };
}

/** A function that masks values of the environment, but for the target's origin, to which every line about it leads. */
export function hiding(variables: SecretStore, origin: string): Mask {
  const mask = maskerOf(variables);
  return (text) => text.split(origin).map(mask).join(origin);
}

function scanLong(secrets: readonly Secret[]): SecretScan {
  const longestFirst = secrets.toSorted((a, b) => b.value.length - a.value.length);
  const traces = new Map(longestFirst.map((secret) => [secret, tracesOf(secret.value)]));
  const scanFolded = secretScan(longestFirst, (secret) => traces.get(secret)?.folded.map(folding) ?? []);
  const scanExact = secretScan(longestFirst, (secret) => traces.get(secret)?.exact ?? []);
  return (text, found) => {
    scanFolded(fold(text), found);
    scanExact(text, found);
  };
}

function folding(secretPattern: SecretPattern): SecretPattern {
  return {
    ...secretPattern,
    text: fold(secretPattern.text),
    repeatedPattern: fold(secretPattern.repeatedPattern),
  };
}

/** Lower case; where that would move characters, of the ASCII letters only. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase());
}

function scanShort(secrets: readonly Secret[]): SecretScan {
  const patterns = secrets.map((secret) => {
    const literal = secret.value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return { secret, pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'gu') };
  });
  return (text, found) => {
    for (const { secret, pattern } of patterns) {
      for (const { index, 0: match } of text.matchAll(pattern))
        found(secret, { from: index, to: index + match.length });
    }
  };
}

/** Each run of overlapping hits becomes one marker, that of the longest value where it begins. */
function replaced(text: string, hits: readonly Hit[]): string {
  const inOrder = hits.toSorted(
    (a, b) => a.from - b.from || b.to - a.to || b.secret.value.length - a.secret.value.length,
  );
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to, secret } of inOrder) {
    if (to <= done) continue;
    if (from >= done) pieces.push(text.slice(done, from), `<secret:${secret.name}>`);
    done = to;
  }
  return pieces.join('') + text.slice(done);
}
