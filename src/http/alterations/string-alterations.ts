/** Named alterations of a string: ids and secrets are altered by the same table, in the suite and in the fuzzer. */
import { NEAR_MISSES, nearMiss, type Making, type NearMissName } from './near-misses.ts';

/** The Cyrillic letters that look like Latin ones. */
export const LOOK_ALIKES = {
  a: '\u0430',
  c: '\u0441',
  e: '\u0435',
  o: '\u043e',
  p: '\u0440',
  x: '\u0445',
  y: '\u0443',
} as const;

/** The digit one in full width: used where nothing can be replaced by a look-alike. */
export const FULL_WIDTH_ONE = '\uff11';
/** From a printable ASCII character to its full-width form. */
export const TO_FULL_WIDTH = 0xfee0;

export const DIGITS = '0123456789';
export const HEX_DIGITS = 'abcdef0123456789';

const butLast = (text: string): string => text.slice(0, -1);
/** A text of the same length that starts with `beginning`; the rest is `repeated`, aligned to the start. */
const asLong = (text: string, beginning: string, repeated: string): string =>
  (beginning + repeated.slice(beginning.length).padEnd(text.length, repeated)).slice(0, text.length);

const OWN_ALTERATIONS = {
  'add-one': (text) => `${text}${text.at(-1) ?? 'x'}`,
  half: (text) => text.slice(0, Math.ceil(text.length / 2)),
  doubled: (text) => text + text,
  'far-too-long': (text) => text.padEnd(2000, text === '' ? 'x' : text),
  'swap-case': (text) => [...text].map(swapCase).join(''),
  'change-last': (text) => text.slice(0, -1) + (text.endsWith('q') ? 'r' : 'q'),
  'change-first': (text) => (text.startsWith('q') ? 'r' : 'q') + text.slice(1),
  'pad-left': (text) => ` ${text}`,
  'pad-right': (text) => `${text} `,
  'blank-last': (text) => `${text.slice(0, -1)} `,
  empty: () => '',
  'lone-surrogate': (text) => `${butLast(text)}\ud800`,
  // Take another letter if the text already ends in this one: an altered secret must never be the secret itself.
  composed: (text) => butLast(text) + (text.endsWith('\u00e9') ? '\u00e8' : '\u00e9'),
  // Two characters for two: the length in UTF-16 stays.
  decomposed: (text) => `${butLast(butLast(text))}e\u0301`,
  'nul-last': (text) => `${butLast(text)}\0`,
  'nul-added': (text) => `${text}\0`,
  digits: (text) => asLong(text, '', DIGITS),
  'number-like': (text) => asLong(text, '1e', DIGITS),
  'hex-like': (text) => asLong(text, '0x', HEX_DIGITS),
  'prototype-name': () => '__proto__',
  'constructor-name': () => 'constructor',
  'look-alike': lookAlike,
  'full-width-last': (text) => butLast(text) + fullWidth(text.at(-1) ?? ''),
  'zero-width': (text) => `${butLast(text)}\u200b`,
} as const satisfies Record<string, (text: string) => string>;

type Alteration = (text: string) => string;

/** A function for each row of a table of near misses. */
export function alterationsOf<K extends string>(
  table: Readonly<Record<K, Making>>,
): Readonly<Record<K, Alteration>> {
  const rows = Object.entries<Making>(table);
  return Object.fromEntries(
    rows.map(([name, making]) => [name, (text: string) => nearMiss(making, text)]),
  ) as Record<K, Alteration>;
}

export type OwnAlteration = keyof typeof OWN_ALTERATIONS;
export type StringAlteration = OwnAlteration | NearMissName;

export const STRING_ALTERATIONS: Readonly<Record<StringAlteration, Alteration>> = {
  ...OWN_ALTERATIONS,
  ...alterationsOf(NEAR_MISSES),
};

function swapCase(character: string): string {
  const upper = character.toUpperCase();
  return character === upper ? character.toLowerCase() : upper;
}

/** The text with the first letter that has a Cyrillic near-duplicate replaced by it, else with a last character of full width. */
function lookAlike(text: string): string {
  const at = text.search(/[aceopxy]/);
  if (at < 0) return butLast(text) + FULL_WIDTH_ONE;
  const nearDuplicate = LOOK_ALIKES[text.charAt(at) as keyof typeof LOOK_ALIKES];
  return text.slice(0, at) + nearDuplicate + text.slice(at + 1);
}

function fullWidth(character: string): string {
  return /^[!-~]$/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) + TO_FULL_WIDTH)
    : FULL_WIDTH_ONE;
}

/** The text, altered in the named way. */
export function alterString(text: string, alter: StringAlteration): string {
  return STRING_ALTERATIONS[alter](text);
}

export function isStringAlteration(name: string): name is StringAlteration {
  return Object.hasOwn(STRING_ALTERATIONS, name);
}
