/** Takes secrets out of text before it is shown, also where a backend gives them back encoded, escaped or altered. */
import { byteListView } from './byte-lists.ts';
import type { SecretPattern, Scan, Span } from './pattern-scan.ts';
import { scanFor } from './pattern-scan.ts';
import { LONG_ENOUGH, squeezedForms, tracesOf, wholePattern } from './secret-traces.ts';
import type { Secret, SecretStore } from './secrets.ts';
import { squeezedView } from './squeezed.ts';
import { viewsOf, type View } from './unescaped.ts';

export type Mask = (text: string) => string;

interface Hit extends Span {
  readonly secret: Secret;
}

type Found = (secret: Secret, span: Span) => void;

/**
 * A function that replaces every secret of the secret store that is not public by `<secret:name>`: as it is, JSON-escaped,
 * URL-encoded, in base64 and in hexadecimal, also each alteration of it that still has eight characters of it; whole also reversed,
 * as a list of bytes, in the disguises of `secret-disguises.ts`, and with anything between its characters.
 * Secrets under eight characters are replaced only between characters that are not part of a word.
 */
export function maskerOf(secretStore: SecretStore): Mask {
  const hidden = secretStore.all().filter((secret) => !secret.public && secret.value.trim() !== '');
  if (hidden.length === 0) return (text) => text;
  const scan = scanLong(hidden.filter(({ value }) => value.length >= LONG_ENOUGH));
  const scanSqueezed = scanApart(hidden.filter(({ value }) => value.length >= LONG_ENOUGH));
  const scanWhole = scanShort(hidden.filter(({ value }) => value.length < LONG_ENOUGH));
  return (text) => {
    const hits: Hit[] = [];
    const note =
      (view: View): Found =>
      (secret, span) =>
        hits.push({ secret, ...view.original(span) });
    const escapes = viewsOf(text);
    const lists = escapes.slice(-1).flatMap((view) => byteListView(view) ?? []);
    for (const view of [...escapes, ...lists]) {
      scan(view.text, note(view));
      scanWhole(view.text, note(view));
    }
    for (const outer of [...escapes, ...lists]) {
      const view = squeezedView(outer);
      scanSqueezed(view.text, note(view));
    }
    return hits.length === 0 ? text : replaced(text, hits);
  };
}

/** The names of the secrets that are too short to be masked within a word: a reason for a warning. */
export function shortSecrets(secretStore: SecretStore): readonly string[] {
  return secretStore
    .all()
    .filter((secret) => !secret.public && secret.value.length < LONG_ENOUGH)
    .map(({ name }) => name);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body of a reply as text that may be shown; bytes that are not UTF-8 become U+FFFD. */
export function maskReplyText(mask: Mask, body: Uint8Array): string {
  return mask(decoder.decode(body));
}

function scanLong(secrets: readonly Secret[]): (text: string, found: Found) => void {
  const owners = new Map<SecretPattern, Secret>();
  const longestFirst = secrets.toSorted((a, b) => b.value.length - a.value.length);
  const traces = longestFirst.map((secret) => {
    const { folded, exact } = tracesOf(secret.value);
    const own = { folded: folded.map(folding), exact };
    for (const secretPattern of [...own.folded, ...own.exact]) owners.set(secretPattern, secret);
    return own;
  });
  const scanFolded = scanFor(traces.flatMap(({ folded }) => folded));
  const scanExact = scanFor(traces.flatMap(({ exact }) => exact));
  return (text, found) => {
    const report: Parameters<Scan>[1] = (secretPattern, span) => {
      const secret = owners.get(secretPattern);
      if (secret !== undefined) found(secret, span);
    };
    scanFolded(fold(text), report);
    scanExact(text, report);
  };
}

/** A scan of squeezed text for whole secrets and their encodings, with any separators between the characters. */
function scanApart(secrets: readonly Secret[]): (text: string, found: Found) => void {
  const owners = new Map<SecretPattern, Secret>();
  for (const secret of secrets) {
    for (const text of squeezedForms(secret.value)) owners.set(wholePattern(text), secret);
  }
  const scan = scanFor([...owners.keys()]);
  return (text, found) =>
    scan(text, (secretPattern, span) => {
      const secret = owners.get(secretPattern);
      if (secret !== undefined) found(secret, span);
    });
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

function scanShort(secrets: readonly Secret[]): (text: string, found: Found) => void {
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
