import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { safeYaml } from './safe-yaml.ts';

it('text of a reply reads back the same, and holds nothing that a terminal or a CI system obeys or hides', () => {
  const odd = fc.constantFrom(
    '\u009b2J',
    '\u202e',
    '\u2028',
    '\u2029',
    '\u200b',
    '\u{e0041}',
    '\u001b',
    '\t',
    '\n',
    '\\',
    '"',
    ': ',
    '# ',
    '##vso[a]',
    '##[b]',
    '::set-output name=x',
    '::',
    'a',
  );
  const text = fc.array(odd).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const written = safeYaml({ value });
      expect(written).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(written).not.toMatch(/##(?:vso)?\[|::[a-z][\w-]*(?: |::)/iu);
      expect(parse(written)).toEqual({ value: { ...value } });
    }),
  );
});
