/** A header's value as a request holds it: text, or a reference to a secret that only the wire resolves. */
import { alterString, type StringAlteration } from './alterations/string-alterations.ts';

/** A secret by its name in the world file, perhaps altered in a named way. */
export interface SecretRef {
  readonly secret: string;
  readonly alter?: StringAlteration;
}

export type HeaderValue = string | SecretRef;
export type HeaderLine = readonly [name: string, value: HeaderValue];

/** Stands in for a secret: a text of usual length, without special characters. */
const STAND_IN = 'x'.repeat(64);

/** The text of a value. A secret is replaced by a stand-in with the same alteration, which shows its effect on the header. */
export function asText(value: HeaderValue): string {
  if (!isSecretRef(value)) return value;
  return value.alter === undefined ? STAND_IN : alterString(STAND_IN, value.alter);
}

export function isSecretRef(value: HeaderValue): value is SecretRef {
  return typeof value !== 'string';
}
