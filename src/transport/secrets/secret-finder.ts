/** Tells whether a text carries a secret of the secret store: its value as it is, escaped, encoded, or in pieces. */
import { remembered } from '../../remembered.ts';
import { unicodeEscape } from '../../text/visible.ts';
import { byteListView } from './byte-lists.ts';
import { base64Forms, disguisesOf } from './secret-disguises.ts';
import { secretScan } from './secret-scan.ts';
import { LONG_ENOUGH, wholePattern } from './secret-traces.ts';
import type { Secret } from '../../http/secret.ts';
import type { SecretStore } from './secrets.ts';
import { squeeze, squeezedView } from './squeezed.ts';
import { viewsOf } from './unescaped.ts';

interface Spellings {
  /** In which letter case counts. */
  readonly exact: readonly string[];
  /** In which it does not, in lower case. */
  readonly folded: readonly string[];
}

/** The spellings in which the whole value is recognised. */
function spellingsOf(value: string): Spellings {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value);
  const disguises = disguisesOf(value);
  const exact = [
    value,
    json,
    json.replaceAll(/[^ -~]/g, unicodeEscape),
    encodeURIComponent(bytes.toString()),
    ...base64Forms(bytes),
    ...disguises.filter((each) => each.exact).map(({ text }) => text),
  ];
  const folded = [
    bytes.toString('hex'),
    ...disguises.filter((each) => !each.exact).map(({ text }) => text.toLowerCase()),
  ];
  return { exact: [...new Set(exact)], folded: folded.filter((text) => text.length >= LONG_ENOUGH) };
}

/** Words could make up what is shorter, or holds no digit. */
const LONG_ENOUGH_APART = 12;

/** The value without the separators between its characters; none where words may have the same letters. */
function squeezedValue(value: string): readonly string[] {
  const text = squeeze(value);
  return text.length >= LONG_ENOUGH_APART && /\d/.test(text) && /[a-z]/.test(text) ? [text] : [];
}

/** Whether a text is split into at least three pieces of one length (the last may differ): that does not happen by chance. */
function isInPieces(text: string): boolean {
  const [first = '', second, ...others] = text.split(/[^0-9a-z]+/i).filter((piece) => piece !== '');
  if (second === undefined || others.length === 0) return false;
  return [second, ...others.slice(0, -1)].every((piece) => piece.length === first.length);
}

/**
 * A function that names a secret whose value a text carries, also a public one, also in an encoding or escaped; values under
 * eight characters may occur by chance. Of several the longest is named.
 */
export function secretFinderOf(secretStore: SecretStore): (text: string) => string | undefined {
  const secrets = secretStore.all().filter(({ value }) => value.trim().length >= LONG_ENOUGH);
  if (secrets.length === 0) return () => undefined;
  const spellings = new Map(secrets.map((secret) => [secret, spellingsOf(secret.value)]));
  const patternsIn = (kind: keyof Spellings) => (secret: Secret) =>
    (spellings.get(secret)?.[kind] ?? []).map(wholePattern);
  const scan = secretScan(secrets, patternsIn('exact'));
  const scanFolded = secretScan(secrets, patternsIn('folded'));
  const scanApart = secretScan(secrets, ({ value }) => squeezedValue(value).map(wholePattern));
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
