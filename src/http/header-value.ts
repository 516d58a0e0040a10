/** A header's value as a request holds it: text, or a reference to a secret that only the wire resolves. */
import { alterString, type StringAlteration } from './alterations/string-alterations.ts';

/** A secret by its name in the world file, perhaps altered in a named way. */
export interface SecretRef {
  readonly secret: string;
  readonly alter?: StringAlteration;
}

export type HeaderValue = string | SecretRef;
export type HeaderLine = readonly [name: string, value: HeaderValue];

/** As long as a secret is usually taken to be, of characters that nothing is peculiar about. */
const STAND_IN = 'x'.repeat(64);

/** The text; for a secret one that is altered as it is, so that what the alteration does to a header shows without the secret. */
export function likenessOf(value: HeaderValue): string {
  if (!isSecretRef(value)) return value;
  return value.alter === undefined ? STAND_IN : alterString(STAND_IN, value.alter);
}

export function isSecretRef(value: HeaderValue): value is SecretRef {
  return typeof value !== 'string';
}
