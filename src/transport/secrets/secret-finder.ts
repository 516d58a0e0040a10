/** Tells whether a text carries a secret of the secret store: its value as it is, escaped, encoded, or in pieces. */
import { remembered } from '../../remembered.ts';
import { byteListView } from './byte-lists.ts';
import { scanFor, type SecretPattern, type Span } from './pattern-scan.ts';
import { base64Forms, disguisesOf } from './secret-disguises.ts';
import { LONG_ENOUGH, wholePattern } from './secret-traces.ts';
import type { Secret, SecretStore } from './secrets.ts';
import { squeeze, squeezedView } from './squeezed.ts';
import { viewsOf } from './unescaped.ts';

const asciiJson = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The spellings by which the whole value is recognised. */
function spellingsOf(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value);
  return new Set([
    value,
    json,
    asciiJson(json),
    encodeURIComponent(bytes.toString()),
    ...base64Forms(bytes),
    ...disguisesOf(value)
      .filter(({ exact }) => exact)
      .map(({ text }) => text),
  ]);
}

/** The encodings of the whole value in which letter case does not count, in lower case. */
function foldedSpellingsOf(value: string): readonly string[] {
  const hex = Buffer.from(value).toString('hex');
  const disguises = disguisesOf(value).filter(({ exact }) => !exact);
  return [hex, ...disguises.map(({ text }) => text.toLowerCase())].filter(
    (text) => text.length >= LONG_ENOUGH,
  );
}

/** Words could make up what is shorter, or holds no digit. */
const LONG_ENOUGH_APART = 12;

/** The value without the separators between its characters; undefined where words may have the same letters. */
function squeezedValue(value: string): string | undefined {
  const text = squeeze(value);
  return text.length >= LONG_ENOUGH_APART && /\d/.test(text) && /[a-z]/.test(text) ? text : undefined;
}

/** Whether a text is split into at least three pieces of one length (the last may differ): that does not happen by chance. */
function isInPieces(text: string): boolean {
  const [first = '', second, ...others] = text.split(/[^0-9a-z]+/i).filter((piece) => piece !== '');
  if (second === undefined || others.length === 0) return false;
  return [second, ...others.slice(0, -1)].every((piece) => piece.length === first.length);
}

/** Scans for the texts of each secret and reports which secret each belongs to. */
function ownedScan(
  secrets: readonly Secret[],
  texts: (value: string) => Iterable<string>,
): (text: string, found: (secret: Secret, span: Span) => void) => void {
  const owners = new Map<SecretPattern, Secret>();
  for (const secret of secrets) {
    for (const text of texts(secret.value)) owners.set(wholePattern(text), secret);
  }
  const scan = scanFor([...owners.keys()]);
  return (text, found) =>
    scan(text, (secretPattern, span) => {
      const secret = owners.get(secretPattern);
      if (secret !== undefined) found(secret, span);
    });
}

/**
 * A function that names a secret whose value a text carries, also a public one, also in an encoding or escaped; values under
 * eight characters may occur by chance. Of several the longest is named.
 */
export function secretFinderOf(secretStore: SecretStore): (text: string) => string | undefined {
  const secrets = secretStore.all().filter(({ value }) => value.trim().length >= LONG_ENOUGH);
  if (secrets.length === 0) return () => undefined;
  const scan = ownedScan(secrets, spellingsOf);
  const scanFolded = ownedScan(secrets, foldedSpellingsOf);
  const scanApart = ownedScan(secrets, (value) =>
    [squeezedValue(value)].filter((text) => text !== undefined),
  );
  /** Most heads and bodies of replies come again and again. */
  const named = remembered((text): { readonly name: string | undefined } => {
    let longest: Secret | undefined;
    const note = (secret: Secret): void => {
      if (longest === undefined || secret.value.length > longest.value.length) longest = secret;
    };
    const escapes = viewsOf(text);
    for (const view of [...escapes, ...escapes.slice(-1).flatMap((last) => byteListView(last) ?? [])]) {
      scan(view.text, note);
      scanFolded(view.text.toLowerCase(), note);
      const apart = squeezedView(view);
      scanApart(apart.text, (secret, span) => {
        const { from, to } = apart.original(span);
        if (isInPieces(text.slice(from, to))) note(secret);
      });
    }
    return { name: longest?.name };
  });
  return (text) => named(text).name;
}
