/** A control token that the user gives: long enough not to be guessed, of characters that a header can carry. */
import { TagproofError } from '../../errors.ts';

const TOKEN = /^[\x21-\x7e]{16,200}$/;

/** The token as it is; a usage error where it can't be one. Its text is not quoted. */
export function controlTokenOf(text: string): string {
  if (TOKEN.test(text)) return text;
  throw new TagproofError(
    'usage',
    'the control token must have 16 to 200 visible characters of ASCII, without blanks\nleave it out, and one is generated',
  );
}
