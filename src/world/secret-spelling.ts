/** How the value of a secret is spelled, as far as that bears on what counts as the same secret (question secret.case). Never the value. */

/**
 * `hexadecimal`: digits and a to f, perhaps a GUID: a backend may parse it. `jwt`: a JSON Web Token, whose last character may hold
 * bits that no byte has. `caseless`: without letters, so that it has no other case.
 */
export type SecretSpelling = 'hexadecimal' | 'jwt' | 'caseless' | 'other';

/** Digits alone or in the groups of a GUID, perhaps with braces or a prefix. */
const HEXADECIMAL = /^(?:0x)?[0-9a-f]+$|^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export function spellingOf(value: string): SecretSpelling {
  if (value.toLowerCase() === value.toUpperCase()) return 'caseless';
  if (HEXADECIMAL.test(value)) return 'hexadecimal';
  return THREE_PARTS.test(value) ? 'jwt' : 'other';
}
