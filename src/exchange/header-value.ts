/** A header's value as a request holds it: text, or a reference to a secret that only the wire resolves. */
import type { StringBend } from './string-bends.ts';

/** A secret by its name in the world file, perhaps altered in a named way. */
export interface SecretRef {
  readonly secret: string;
  readonly bend?: StringBend;
}

export type HeaderValue = string | SecretRef;
export type HeaderLine = readonly [name: string, value: HeaderValue];

export function isSecretRef(value: HeaderValue): value is SecretRef {
  return typeof value !== 'string';
}
