/** Every alteration of a string, as what it makes of a secret of each spelling. */
import { describe, expect, test } from 'vitest';
import { TRIMMED_IN_HEADERS } from '../../http/alterations/near-misses.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { spellingOf, type SecretSpelling } from '../../world/secret-spelling.ts';
import { SAMPLES, secretReadings } from './altered-secret.ts';

const ALTERATIONS = Object.entries(STRING_ALTERATIONS).map(
  ([name, { apply }]) => [name as StringAlteration, apply] as const,
);
const WHERE = 'src/judge/expect/altered-secret.ts';

const OF_QUESTIONS = ['secret.case', 'secret.end', 'header.percent'] as const;
type How = 'kept' | 'lost' | 'either' | (typeof OF_QUESTIONS)[number];

function howOf(spelling: SecretSpelling, alter: StringAlteration): How {
  const readings = secretReadings(spelling, alter);
  const question = readings.flatMap(({ when }) => when.map((each) => each.question))[0];
  const asked = OF_QUESTIONS.find((each) => each === question);
  if (asked !== undefined) return asked;
  if (readings.length === 2) return 'either';
  return readings[0]?.kept === true ? 'kept' : 'lost';
}

/** Each alteration that makes of every value what `fits` says, but is not read so. */
function misread(
  spelling: SecretSpelling,
  values: readonly string[],
  how: How,
  fits: (altered: string, text: string) => boolean,
): readonly string[] {
  return ALTERATIONS.filter(
    ([name, alter]) => values.every((text) => fits(alter(text), text)) && howOf(spelling, name) !== how,
  ).map(([name]) => `${name} is read as "${howOf(spelling, name)}", not as "${how}": see ${WHERE}`);
}

const asCharacter = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

test.each(Object.entries(SAMPLES))('the samples of the spelling %s are spelled so', (spelling, samples) => {
  expect(new Set(samples.map(spellingOf))).toEqual(new Set([spelling]));
});

describe('what an alteration leaves of a secret', () => {
  test.each(['hexadecimal', 'jwt', 'other'] as const)(
    'blanks around it are undone by HTTP: %s',
    (spelling) => {
      expect(
        misread(spelling, SAMPLES[spelling], 'kept', (a, b) => a.replaceAll(/^ | $/g, '') === b),
      ).toEqual([]);
      expect([howOf(spelling, 'pad-left'), howOf(spelling, 'pad-right')]).toEqual(['kept', 'kept']);
    },
  );

  test.each(['hexadecimal', 'jwt', 'caseless', 'other'] as const)(
    'other blanks of Latin-1, and the word of a scheme, may be taken away: %s',
    (spelling) => {
      for (const name of [...TRIMMED_IN_HEADERS, 'bearer-before'] as const)
        expect([name, howOf(spelling, name)]).toEqual([name, 'either']);
      const trimmed = (altered: string): string =>
        altered.replaceAll(/^[\v\f\u0085\u00a0]|[\v\f\u0085\u00a0]$/g, '');
      expect(misread(spelling, SAMPLES[spelling], 'either', (a, b) => a !== b && trimmed(a) === b)).toEqual(
        [],
      );
    },
  );

  test('another case alone is a matter of secret.case where the secret is hexadecimal', () => {
    const isCase = (altered: string, text: string): boolean =>
      altered !== text && altered.toUpperCase() === text.toUpperCase();
    expect(misread('hexadecimal', ['aBcDeF12', 'F0e1D2c3'], 'secret.case', isCase)).toEqual([]);
    expect(ALTERATIONS.filter(([name]) => howOf('hexadecimal', name) === 'secret.case')).toHaveLength(7);
    expect(howOf('other', 'swap-case')).toBe('lost');
    expect(howOf('caseless', 'swap-case')).toBe('kept');
  });

  test.each(Object.entries(SAMPLES))(
    'what percent-decoding undoes is a matter of header.percent: %s',
    (spelling, samples) => {
      const isEncoded = (altered: string, text: string): boolean =>
        altered !== text && altered.replaceAll(/%([0-9a-f]{2})/g, (_, hex) => asCharacter(hex)) === text;
      expect(misread(spelling as SecretSpelling, samples, 'header.percent', isEncoded)).toEqual([]);
      expect(howOf(spelling as SecretSpelling, 'percent-encoded')).toBe('header.percent');
    },
  );

  test('a dash is passed over by what parses GUIDs alone, and may be minded by what ignores case', () => {
    const accepted = { kept: true, when: [{ question: 'secret.case', option: 'accepted' }] };
    for (const spelling of ['hexadecimal', 'caseless'] as const)
      for (const alter of ['inner-dash', 'no-separators'] as const)
        expect(secretReadings(spelling, alter)).toEqual([{ kept: false, when: [] }, accepted]);
    for (const alter of ['inner-dot', 'inner-underscore', 'other-separators'] as const)
      expect([alter, howOf('hexadecimal', alter)]).toEqual([alter, 'lost']);
    expect(howOf('other', 'inner-dash')).toBe('lost');
  });

  test('another last character alone, or one less, is a matter of secret.end where the secret is a JSON Web Token', () => {
    const isEnd = (altered: string, text: string): boolean =>
      altered !== text &&
      altered.length <= text.length &&
      altered.slice(0, text.length - 1) === text.slice(0, -1);
    const tokens = ['eyJ1.eyJi.ksKSiI7', 'eyJ2.eyJs.kKsSIi_', 'eyJ3.eyJi.kskSiI-'];
    expect(misread('jwt', tokens, 'secret.end', isEnd)).toEqual([]);
    expect(howOf('other', 'change-last')).toBe('lost');
  });

  test('a token that comes again at once is lost, and one with anything else behind it is not', () => {
    const again = ALTERATIONS.filter(([, alter]) =>
      SAMPLES.jwt.every((text) => alter(text).startsWith(text + text)),
    ).map(([name]) => name);
    const longer = ALTERATIONS.filter(([, alter]) =>
      SAMPLES.jwt.every((text) => alter(text).length > text.length && alter(text).startsWith(text)),
    ).map(([name]) => name);
    expect(again).toEqual(expect.arrayContaining(['doubled', 'far-too-long']));
    expect(longer.filter((name) => howOf('jwt', name) === 'lost')).toEqual(again);
  });

  test.each(['change-first', 'half', 'decomposed'] as const)('%s is more than another end', (alter) => {
    expect(howOf('jwt', alter)).toBe('lost');
  });
});
