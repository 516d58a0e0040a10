/** Secrets that are parsed before they are compared, so that another spelling is the same secret (question secret.case). */
import { spellingOf } from '../../../src/world/secret-spelling.ts';

const butLast = (text: string): string => text.slice(0, -1);

/** What passes for a secret's own value. */
export const LENIENT_SPELLINGS = {
  /** Hexadecimal digits are numbers, whatever their case. */
  'any case': (own, value) => spellingOf(own) === 'hexadecimal' && own.toLowerCase() === value.toLowerCase(),
  /** The last character of a JSON Web Token is not looked at, nor one behind it. */
  'any end': (own, value) =>
    spellingOf(own) === 'jwt' &&
    Math.abs(own.length - value.length) < 2 &&
    value.slice(0, own.length - 1) === butLast(own),
} as const satisfies Record<string, (own: string, value: string) => boolean>;

export type Leniency = keyof typeof LENIENT_SPELLINGS;

export function isLike(own: string, value: string, leniency: Leniency): boolean {
  return LENIENT_SPELLINGS[leniency](own, value);
}
