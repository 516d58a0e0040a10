/** Tells whether a text carries a secret of the secret store: its value as it is, escaped, encoded, or in pieces. */
import { remembered } from '../../base/remembered.ts';
import { unicodeEscape } from '../../base/text/visible.ts';
import { isSecretRef } from '../header-value.ts';
import type { Request } from '../request.ts';
import { secretViews, squeeze, squeezedView } from './views.ts';
import {
  base64Forms,
  disguisesOf,
  halvesOf,
  isUnlikely,
  LONG_ENOUGH,
  wholePattern,
} from './secret-traces.ts';
import { secretScan } from './pattern-scan.ts';
import type { Secret } from '../secret.ts';
import type { SecretStore } from './secrets.ts';

/** The spellings in which a value is recognised: those in which letter case counts, and those in which it does not, in lower case; fewer of half a one. */
function spellingsOf(value: string, isHalf: boolean) {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value);
  const disguises = isHalf ? [] : disguisesOf(value);
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
  return text.length >= LONG_ENOUGH_APART && isUnlikely(text) ? [text] : [];
}

/** Whether a text is split into at least three pieces of one length (the last may differ): that does not happen by chance. */
function isInPieces(text: string): boolean {
  const [first = '', second, ...others] = text.split(/[^0-9a-z]+/i).filter((piece) => piece !== '');
  if (second === undefined || others.length === 0) return false;
  return [second, ...others.slice(0, -1)].every((piece) => piece.length === first.length);
}

/** A half of a secret, in place of the secret. */
interface Half extends Secret {
  readonly isHalf: true;
}

/** The halves that tell of one secret alone: many keys of one service begin alike. */
function tellingHalves(secrets: readonly Secret[]): readonly Half[] {
  return secrets.flatMap((secret) =>
    halvesOf(secret.value, LONG_ENOUGH)
      .filter((half) => secrets.every((other) => other === secret || !other.value.includes(half)))
      .map((value): Half => ({ ...secret, value, isHalf: true })),
  );
}

/** Whether a request says this text, or may, since it carries an altered secret: an echo of it tells nothing. */
function says({ path, headers, body, misplaced = [] }: Request, half: string): boolean {
  return (
    path.includes(half) ||
    misplaced.length > 0 ||
    headers.some(([, value]) => (isSecretRef(value) ? value.alter !== undefined : value.includes(half))) ||
    (body !== undefined && Buffer.from(body).includes(half))
  );
}

type FindSecret = (text: string, request?: Request) => string | undefined;

/**
 * A function that names a secret whose value a text carries, also a public one, also in an encoding or escaped; values under
 * eight characters may occur by chance. Of several the longest is named. Half of a secret counts too, unless the request
 * has it or `isDeclared` says that the world has.
 */
export function secretFinderOf(
  secretStore: SecretStore,
  isDeclared: (half: string) => boolean = () => false,
): FindSecret {
  const secrets = secretStore.all().filter(({ value }) => value.trim().length >= LONG_ENOUGH);
  if (secrets.length === 0) return () => undefined;
  const wanted: readonly (Secret | Half)[] = [...secrets, ...tellingHalves(secrets)];
  const spellings = new Map(wanted.map((each) => [each, spellingsOf(each.value, 'isHalf' in each)]));
  const patternsIn = (kind: 'exact' | 'folded') => (each: Secret) =>
    (spellings.get(each)?.[kind] ?? []).map(wholePattern);
  const scan = secretScan(wanted, patternsIn('exact'));
  const scanFolded = secretScan(wanted, patternsIn('folded'));
  const scanApart = secretScan(secrets, ({ value }) => squeezedValue(value).map(wholePattern));
  const declared = remembered((half) => ({ is: isDeclared(half) }));
  /** Most heads and bodies of replies come again and again. */
  const found = remembered((text): readonly Secret[] => {
    const all = new Set<Secret>();
    const note = (secret: Secret): void => void all.add(secret);
    for (const view of secretViews(text)) {
      scan(view.text, note);
      scanFolded(view.text.toLowerCase(), note);
      const apart = squeezedView(view);
      scanApart(apart.text, (secret, span) => {
        const { from, to } = apart.original(span);
        if (isInPieces(text.slice(from, to))) note(secret);
      });
    }
    return [...all].toSorted((a, b) => b.value.length - a.value.length);
  });
  return (text, request) => {
    const tells = (each: Secret): boolean =>
      !('isHalf' in each) ||
      (!declared(each.value).is && (request === undefined || !says(request, each.value)));
    return found(text).find(tells)?.name;
  };
}

/** The same for long texts, in a fraction of the time: values as they are, escaped, in base64 and in hexadecimal alone. */
export function plainSecretFinderOf(secretStore: SecretStore): (text: string) => string | undefined {
  const secrets = secretStore.all().filter(({ value }) => value.trim().length >= LONG_ENOUGH);
  if (secrets.length === 0) return () => undefined;
  const scan = secretScan(secrets, ({ value }) => plainSpellings(value).map(wholePattern));
  return (text) => {
    let name: string | undefined;
    scan(text, (secret) => (name ??= secret.name));
    return name;
  };
}

/** How a value is spelled as it is, escaped, in base64 and in hexadecimal; none where it is so short that it may occur by chance. */
export function plainSpellings(value: string): readonly string[] {
  if (value.trim().length < LONG_ENOUGH) return [];
  const { exact, folded } = spellingsOf(value, true);
  return [...exact, ...folded];
}
