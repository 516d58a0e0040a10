/** A header's value as a request holds it: text, or a reference to a secret that only the wire resolves. */
import { bendString, type StringBend } from './alterations/string-bends.ts';

/** A secret by its name in the world file, perhaps altered in a named way. */
export interface SecretRef {
  readonly secret: string;
  readonly bend?: StringBend;
}

export type HeaderValue = string | SecretRef;
export type HeaderLine = readonly [name: string, value: HeaderValue];

/** As long as a secret is usually taken to be, of characters that nothing is peculiar about. */
const STAND_IN = 'x'.repeat(64);

/** The text; for a secret one that is bent as it is, so that what the bend does to a header shows without the secret. */
export function likenessOf(value: HeaderValue): string {
  if (!isSecretRef(value)) return value;
  return value.bend === undefined ? STAND_IN : bendString(STAND_IN, value.bend);
}

export function isSecretRef(value: HeaderValue): value is SecretRef {
  return typeof value !== 'string';
}
