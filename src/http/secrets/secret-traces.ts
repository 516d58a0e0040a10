/** The texts that give a secret away in a reply: itself, hexadecimal and base64, whole or altered, and other writings of it. */
import { NEAR_MISSES, type NearMissName } from '../alterations/near-misses.ts';
import { alterString, type StringAlteration } from '../alterations/string-alterations.ts';
import type { SecretPattern } from './pattern-scan.ts';
import { squeeze } from './views.ts';

/** Secrets shorter than this are too likely to occur by chance: they are masked as whole values only. */
export const LONG_ENOUGH = 8;

/** As long as the longest alteration: a match is followed through this much of the repeated secret. */
const TRAIL = 2000;

const BASE64_SHIFTS = [0, 1, 2] as const;

/**
 * How to find a secret and every alteration of it that still shows most of it. An alteration keeps the middle of the secret
 * (or, where that is still long enough, of its first half), so the middle is searched for; from there a match
 * is followed both ways through the secret repeated. In the folded ones letter case does not count: they are searched in lower-cased text.
 */
export function tracesOf(value: string) {
  const reshaped = RESHAPING.map((alter) => alterString(value, alter));
  const forms = new Set([value, alterString(value, 'swap-case'), ...reshaped]);
  const middle = value.slice(1, middleEnd(value.length));
  const nearMisses = RESHAPING_NEAR_MISSES.map((alter) => alterString(value, alter)).filter(
    (form) => !form.startsWith(middle, 1),
  );
  const spellings = new Set([
    value,
    value.replaceAll(' ', '+'),
    ...[value, ...reshaped, ...nearMisses].flatMap(misread),
  ]);
  const bytes = [...forms].flatMap((form) => encodingsOf(form));
  const disguises = disguisesOf(value).filter(({ text }) => text.length >= LONG_ENOUGH);
  // The first half is followed from the middle. The second one may be of a value whose last character was cut off or changed.
  const halves = halvesOf(value, LONG_ENOUGH)
    .flatMap((half) => [half, half.slice(0, -1)])
    .filter(({ length }) => length >= LONG_ENOUGH)
    .map((half) => Buffer.from(half));
  return {
    folded: [
      ...[...spellings].map(textPattern),
      ...bytes.map(hexPattern),
      ...halves.flatMap((half) => [half.toString(), half.toString('hex')]).map(wholePattern),
      ...disguises.filter(({ exact }) => !exact).map(({ text }) => wholePattern(text)),
    ],
    exact: [
      ...bytes.flatMap((each) => BASE64_SHIFTS.flatMap((shift) => base64Patterns(each, shift))),
      ...halves.flatMap(base64Forms).map(wholePattern),
      ...disguises.filter(({ exact }) => exact).map(({ text }) => wholePattern(text)),
    ],
  };
}

/** A secret pattern that is found whole or not at all. */
export function wholePattern(text: string): SecretPattern {
  return { text, repeatedPattern: text, at: 0, echoes: false };
}

/** The texts that give a whole secret away once everything but letters and digits is left out; case does not count. */
export function squeezedForms(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value);
  const forms = [
    value,
    bytes.toString('hex'),
    ...base64Forms(bytes),
    ...disguisesOf(value).map(({ text }) => text),
  ];
  return new Set(
    forms
      .filter(isAscii)
      .map(squeeze)
      .filter((text) => text.length >= LONG_ENOUGH),
  );
}

/** Of another text, letters would be left out. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Alterations that change the middle of a secret, or more than one character of its end: they are searched for themselves. */
const RESHAPING = ['look-alike', 'decomposed'] as const satisfies readonly StringAlteration[];

/**
 * Near misses that do so, apart from those that letter case or percent-encoding explain. They are searched for as text alone:
 * a backend that returns one in base64 has computed it itself.
 */
const RESHAPING_NEAR_MISSES: readonly NearMissName[] = [
  'reversed',
  'full-width',
  ...(Object.keys(NEAR_MISSES) as NearMissName[]).filter((name) => 'nearDuplicates' in NEAR_MISSES[name]),
];

/** The text, also as a backend gives it back that takes UTF-8 for latin1, or latin1 for UTF-8. */
function misread(text: string): readonly string[] {
  return [text, Buffer.from(text).toString('latin1'), ...(isLatin1(text) ? [fromLatin1(text)] : [])];
}

/** A header goes out as latin1 where it can; a backend that reads it as text may give it back as UTF-8. */
function encodingsOf(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text);
  const latin1 = Buffer.from(text, 'latin1');
  return !isLatin1(text) || utf8.equals(latin1) ? [utf8] : [utf8, latin1];
}

const fromLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString();

/** Whether a text goes out as latin1. */
function isLatin1(text: string): boolean {
  return Buffer.from(text, 'latin1').toString('latin1') === text;
}

/** Where the middle of a secret of this length ends. */
function middleEnd(length: number): number {
  return length >= 2 * LONG_ENOUGH ? Math.ceil(length / 2) : length - 1;
}

function repeats(length: number): number {
  return Math.ceil(TRAIL / length) + 1;
}

function textPattern(value: string): SecretPattern {
  return {
    text: value.slice(1, middleEnd(value.length)),
    repeatedPattern: value.repeat(repeats(value.length)),
    at: 1,
    echoes: true,
  };
}

function hexPattern(bytes: Buffer): SecretPattern {
  const hex = bytes.toString('hex');
  const repeatedPattern = hex.repeat(repeats(bytes.length));
  return { text: hex.slice(2, 2 * middleEnd(bytes.length)), repeatedPattern, at: 2, echoes: false };
}

/** Base64 of the secret where `shift` bytes stand before it in a group of three; only its own characters are searched. */
function base64Patterns(bytes: Buffer, shift: number): readonly SecretPattern[] {
  const repeated = Buffer.concat([
    Buffer.alloc(shift),
    ...Array.from({ length: repeats(bytes.length) }, () => bytes),
  ]);
  const own = Math.ceil((shift * 8) / 6);
  const at = Math.ceil(((shift + 1) * 8) / 6) - own;
  const end = Math.floor(((shift + middleEnd(bytes.length)) * 8) / 6) - own;
  const repeatedPatterns = [repeated.toString('base64').replace(/=+$/, ''), repeated.toString('base64url')];
  return [...new Set(repeatedPatterns)].map((whole) => {
    const repeatedPattern = whole.slice(own);
    return { text: repeatedPattern.slice(at, end), repeatedPattern, at, echoes: false };
  });
}

/** Other writings of a whole secret that a reader turns back with ease: reversed, shifted letters, base32, UTF-16, encoded twice. */

interface Disguise {
  readonly text: string;
  /** Whether letter case counts. */
  readonly exact: boolean;
}

export function reversed(text: string): string {
  return [...text].toReversed().join('');
}

const thirteenOn = (letter: string, first: number): string =>
  String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);

/** Each letter by the one thirteen places on. */
function shifted(text: string): string {
  return text
    .replaceAll(/[a-z]/g, (each) => thirteenOn(each, 97))
    .replaceAll(/[A-Z]/g, (each) => thirteenOn(each, 65));
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** The digits of base 32 that these bytes alone decide, where `shift` bytes stand before them. */
function base32Of(bytes: Buffer, shift: number, alphabet: string): string {
  let text = '';
  for (let bit = Math.ceil((shift * 8) / 5) * 5; bit + 5 <= (shift + bytes.length) * 8; bit += 5) {
    const byte = (bit >> 3) - shift;
    const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    text += alphabet[(pair >> (16 - 5 - (bit & 7))) & 31];
  }
  return text;
}

const base32 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2, 3, 4].flatMap((shift) =>
    [BASE32, BASE32_HEX].map((alphabet) => base32Of(bytes, shift, alphabet)),
  );

/** The characters of base64 that the bytes alone decide, in both alphabets, wherever they are in a group of three. */
export function base64Forms(bytes: Buffer): readonly string[] {
  const led = Buffer.concat([Buffer.alloc(2), bytes]);
  const forms = [0, 1, 2].flatMap((shift) => {
    const part = led.subarray(2 - shift);
    const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((part.length * 8) / 6)];
    const text = part.toString('base64').slice(from, to);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set(forms)];
}

const percentEncoded = (hex: string): string => hex.replaceAll(/../g, '%$&');

/** The bytes in hexadecimal, in base64 and as a URL has them: a second encoding follows. The URL of these is read as any other. */
function encodedOnce(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = [bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
  const inUrls = [...hex.map(percentEncoded), encodeURIComponent(bytes.toString())];
  return [...base64Forms(bytes), ...hex, ...inUrls].filter((text) => text !== value);
}

/** The bytes of UTF-16 that both byte orders share: the first half of the first unit, or the last of the last, is left out. */
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').subarray(0, -1);

const inAnyCase = (text: string): Disguise => ({ text, exact: false });
const asItIs = (text: string): Disguise => ({ text, exact: true });

/** The disguises of a secret. */
export function disguisesOf(value: string): readonly Disguise[] {
  const bytes = Buffer.from(value);
  const once = encodedOnce(value).map((text) => Buffer.from(text));
  const back = Buffer.from(reversed(value));
  return [
    inAnyCase(reversed(value)),
    inAnyCase(shifted(value)),
    inAnyCase(back.toString('hex')),
    inAnyCase(reversed(bytes.toString('hex'))),
    inAnyCase(utf16(value).toString('hex')),
    ...once.map((each) => inAnyCase(each.toString('hex'))),
    ...base32(bytes).map(inAnyCase),
    ...[
      ...base64Forms(back),
      ...base64Forms(bytes).map(reversed),
      ...base64Forms(utf16(value)),
      ...once.flatMap(base64Forms),
    ].map(asItIs),
  ];
}

/** Whether words and names can't make up a text by chance. */
export const isUnlikely = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/** Both halves of a long secret; none that may be a part of a word, or of any other text. */
export function halvesOf(value: string, leastLength: number): readonly string[] {
  const length = Math.floor(value.length / 2);
  return [value.slice(0, length), value.slice(-length)].filter(
    (half) => half.length >= leastLength && isUnlikely(half),
  );
}
