/** How the value of a secret is spelled that a case wants (row T45). */
import type { SecretSpelling } from '../../world/secret-spelling.ts';

interface Spelling {
  readonly fits: (spelling: SecretSpelling) => boolean;
  /** Behind `a secret key` or `an auth token`. */
  readonly says: string;
  /** One that fits, for a secret that is yet to be declared; undefined: nothing special. */
  readonly example?: SecretSpelling;
}

export const SPELLINGS = {
  hexadecimal: {
    fits: (spelling) => spelling === 'hexadecimal',
    says: 'in hexadecimal digits',
    example: 'hexadecimal',
  },
  jwt: { fits: (spelling) => spelling === 'jwt', says: 'that is a JSON Web Token', example: 'jwt' },
  'exact-case': {
    fits: (spelling) => spelling !== 'hexadecimal' && spelling !== 'caseless',
    says: 'with letters beyond f',
  },
  'exact-end': { fits: (spelling) => spelling !== 'jwt', says: 'that is no JSON Web Token' },
} as const satisfies Record<string, Spelling>;

export type WantedSpelling = keyof typeof SPELLINGS;

const table: Record<WantedSpelling, Spelling> = SPELLINGS;

/** Whether a secret is spelled as a case wants it. */
export function spellingFits(
  { spelling = 'other' }: { readonly spelling?: SecretSpelling },
  wanted: WantedSpelling | undefined,
): boolean {
  return wanted === undefined || table[wanted].fits(spelling);
}

/** The spelling in words; empty where any will do. */
export function spellingWords(wanted: WantedSpelling | undefined): string {
  return wanted === undefined ? '' : table[wanted].says;
}

/** Part of the name of a secret that is yet to be declared; empty: it is nothing special. */
export function spellingLabel(wanted: WantedSpelling | undefined): string {
  return spellingExample(wanted).spelling ?? '';
}

/** The fact of a secret that is yet to be declared. */
export function spellingExample(wanted: WantedSpelling | undefined): { readonly spelling?: SecretSpelling } {
  const example = wanted === undefined ? undefined : table[wanted].example;
  return example === undefined ? {} : { spelling: example };
}
