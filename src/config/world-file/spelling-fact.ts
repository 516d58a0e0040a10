/** What a target file shows about a secret's spelling: the kind alone leaves this place, never the value. */
import { spellingOf, type SecretSpelling } from '../../world/secret-spelling.ts';

export function spellingFact(value: string): { readonly spelling?: SecretSpelling } {
  const spelling = spellingOf(value);
  return spelling === 'other' ? {} : { spelling };
}
