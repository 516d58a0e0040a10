/** The texts that give a secret away in a reply: itself, hexadecimal and base64, whole or altered. */
import { NEAR_MISSES, type NearMissName } from '../../http/alterations/near-misses.ts';
import { alterString, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import type { SecretPattern } from './pattern-scan.ts';
import { base64Forms, disguisesOf, halvesOf } from './secret-disguises.ts';
import { squeeze } from './squeezed.ts';

/** Secrets shorter than this are too likely to occur by chance: they are masked as whole values only. */
export const LONG_ENOUGH = 8;

/** As long as the longest alteration: a match is followed through this much of the repeated secret. */
const TRAIL = 2000;

const BASE64_SHIFTS = [0, 1, 2] as const;

/** The traces in which letter case does not count, searched in lower-cased text, and those in which it does. */
export interface Traces {
  readonly folded: readonly SecretPattern[];
  readonly exact: readonly SecretPattern[];
}

/**
 * How to find a secret and every alteration of it that still shows most of it. An alteration keeps the middle of the secret
 * (or, where that is still long enough, of its first half), so the middle is searched for; from there a match
 * is followed both ways through the secret repeated.
 */
export function tracesOf(value: string): Traces {
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
