/** Forms in which a backend may write a secret, at every place of a reply: masking leaves no part of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskerOf } from './mask.ts';
import { secretStoreOf } from './secrets.ts';
import { secretFinderOf } from './secret-finder.ts';
import { secret } from '../test-helpers/requests.ts';
import { FORMS } from '../test-helpers/secret-forms.ts';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import { holds } from '../../../test/test-helpers/property.ts';

const VALUES = ['k7Fq2LmZ9xT4pW83vB', 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d', 'Zq8/+w=="x\\n9t\'Q5r'];

/** Puts a text at a place of a reply in the form that is masked: bodies are masked as JSON text. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'a header': (text) => text,
  'a status text': (text) => `No rule for ${text}`,
  'a debugMessage': (text) => JSON.stringify({ returnCode: -10, debugMessage: `key ${text} is unknown` }),
  'a tag': (text) => JSON.stringify({ tags: [{ key: 'vip', value: text }] }),
  'a URL': (text) => `/login?key=${encodeURIComponent(text)}&next=1`,
};

/** The length of the longest run of letters and digits that both texts contain, ignoring separators; § stands for what was masked. */
function inCommon(masked: string, written: string): number {
  const [a, b] = [masked, written].map((text) => text.replaceAll(/[^0-9a-z§]/gi, '')) as [string, string];
  let longest = 0;
  for (let from = 0; from + longest < b.length; from += 1)
    while (from + longest < b.length && a.includes(b.slice(from, from + longest + 1))) longest += 1;
  return longest;
}

describe.each(VALUES)('the secret %j', (value) => {
  const mask = maskerOf(secretStoreOf([secret('s', value)]));
  it.each(Object.keys(FORMS).flatMap((form) => Object.keys(PLACES).map((place) => [form, place] as const)))(
    '%s in %s leaves nothing readable',
    (form, place) => {
      const written = FORMS[form]?.(value) ?? '';
      const masked = mask(PLACES[place]?.(written) ?? '');
      expect(masked).toContain('<secret:s>');
      // At most the padding and the characters that share an encoding with the neighbours remain.
      expect(inCommon(masked.replaceAll('<secret:s>', '§'), written)).toBeLessThan(8);
    },
  );
});

/** Forms that are masked, and no sure sign of a leak: another text may look the same by chance, or they only squeeze into it. */
const MASKED_ALONE: ReadonlySet<string> = new Set([
  'in other case',
  'in groups of four',
  'base64 in lines',
  'hexadecimal with blanks',
  'hexadecimal with colons',
  'UTF-16',
  'UTF-16, big endian',
  'a list of bytes of UTF-16',
]);

describe('any secret, in any form, anywhere in a reply,', () => {
  const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const isSure = (half: string): boolean => /\d/.test(half) && /[a-z]/i.test(half) && new Set(half).size > 4;
  const anyValue = fc
    .string({ unit: fc.constantFrom(...LETTERS, '-', '_', '.', '+', '/', '='), minLength: 16, maxLength: 60 })
    .filter((text) => isSure(text.slice(0, text.length >> 1)) && isSure(text.slice(-(text.length >> 1))));
  const around = fc
    .array(fc.constantFrom('{"a":"', '", ', ' ', 'key', ':', '=', '\\n', 'é', '1, ', '<b>', '&amp;', '%20'))
    .map((parts) => `${parts.join('')} `);
  const form = fc.constantFrom(...Object.keys(FORMS));

  it('is found, and nothing of it is left', () => {
    holds(
      fc.property(anyValue, around, form, around, (value, before, name, after) => {
        const store = secretStoreOf([secret('s', value)]);
        const written = FORMS[name]?.(value) ?? '';
        const text = `${before}${written} ${after}`;
        const masked = maskerOf(store)(text);
        const left = inCommon(masked.replaceAll('<secret:s>', '§'), written);
        if (left >= 8) throw new Error(`${name} of ${value}: ${text} became ${masked}`);
        if (!MASKED_ALONE.has(name) && secretFinderOf(store)(text) !== 's')
          throw new Error(`${name} of ${value} is not found: ${text}`);
      }),
      DEEP ? 1500 : 300,
    );
  });
});
