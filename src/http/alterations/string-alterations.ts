/** Named alterations of a string: ids and secrets are altered by the same table, in the suite and in the fuzzer. */
import { nearMiss, nearMissInShell, octal, printed } from './near-miss-making.ts';
import { NEAR_MISSES, type NearMiss, type NearMissName } from './near-misses.ts';

/** The Cyrillic letters that look like Latin ones. */
const LOOK_ALIKES = {
  a: '\u0430',
  c: '\u0441',
  e: '\u0435',
  o: '\u043e',
  p: '\u0440',
  x: '\u0445',
  y: '\u0443',
} as const;

/** The digit one in full width: used where nothing can be replaced by a look-alike. */
const FULL_WIDTH_ONE = '\uff11';
/** From a printable ASCII character to its full-width form. */
const TO_FULL_WIDTH = 0xfee0;

const DIGITS = '0123456789';
const HEX_DIGITS = 'abcdef0123456789';

const butLast = (text: string): string => text.slice(0, -1);
/** A text of the same length that starts with `beginning`; the rest is `repeated`, aligned to the start. */
const asLong = (text: string, beginning: string, repeated: string): string =>
  (beginning + repeated.slice(beginning.length).padEnd(text.length, repeated)).slice(0, text.length);

/** One alteration: adding it takes this row, and a case that sends it. */
export interface StringAlterationRow {
  /** Behind the name of what is altered. */
  readonly words: string;
  readonly apply: (text: string) => string;
  /**
   * What stands within double quotes for the altered value of a shell variable (bash, zsh). Only ASCII letters change their
   * case, and what is put into a value is in the bytes that fit one of ASCII.
   */
  readonly shell: (name: string) => string;
}

const OWN_ALTERATIONS = {
  'add-one': {
    words: 'with one character more',
    apply: (text) => `${text}${text.at(-1) ?? 'x'}`,
    shell: (name) => `\${${name}}\${${name}: -1}`,
  },
  half: {
    words: 'cut in half',
    apply: (text) => text.slice(0, Math.ceil(text.length / 2)),
    shell: (name) => `\${${name}:0:(\${#${name}}+1)/2}`,
  },
  doubled: {
    words: 'written twice',
    apply: (text) => text + text,
    shell: (name) => `\${${name}}\${${name}}`,
  },
  'far-too-long': {
    words: 'two thousand characters long',
    apply: (text) => text.padEnd(2000, text === '' ? 'x' : text),
    // Repeated until it is long enough, then cut; a value that is too long already stays as it is.
    shell: (name) =>
      `$(v=\${${name}}; while [ \${#v} -lt 2000 ]; do v=$v\${${name}}; done; n=\${#${name}}; printf %s "\${v:0:n>2000?n:2000}")`,
  },
  'swap-case': {
    words: 'in the other case',
    apply: (text) => [...text].map(swapCase).join(''),
    shell: (name) => `$(printf %s "\${${name}}" | tr a-zA-Z A-Za-z)`,
  },
  'change-last': {
    words: 'with another last character',
    apply: (text) => text.slice(0, -1) + (text.endsWith('q') ? 'r' : 'q'),
    shell: (name) => `\${${name}%?}$(case \${${name}} in *q) printf r;; *) printf q;; esac)`,
  },
  'change-first': {
    words: 'with another first character',
    apply: (text) => (text.startsWith('q') ? 'r' : 'q') + text.slice(1),
    shell: (name) => `$(case \${${name}} in q*) printf r;; *) printf q;; esac)\${${name}#?}`,
  },
  'add-equals': {
    words: 'with an equals sign behind it',
    apply: (text) => `${text}=`,
    shell: (name) => `\${${name}}=`,
  },
  'pad-left': {
    words: 'with a blank before it',
    apply: (text) => ` ${text}`,
    shell: (name) => ` \${${name}}`,
  },
  'pad-right': {
    words: 'with a blank behind it',
    apply: (text) => `${text} `,
    shell: (name) => `\${${name}} `,
  },
  'blank-last': {
    words: 'with a blank for its last character',
    apply: (text) => `${text.slice(0, -1)} `,
    shell: (name) => `\${${name}%?} `,
  },
  empty: { words: 'empty', apply: () => '', shell: () => '' },
  'lone-surrogate': {
    words: 'with half a surrogate pair for its last character',
    apply: (text) => `${butLast(text)}\ud800`,
    shell: (name) => `\${${name}%?}${printed('\ud800')}`,
  },
  // Take another letter if the text already ends in this one: an altered secret must never be the secret itself.
  composed: {
    words: 'with an é for its last character',
    apply: (text) => butLast(text) + (text.endsWith('\u00e9') ? '\u00e8' : '\u00e9'),
    shell: (name) => `\${${name}%?}${printed('\u00e9')}`,
  },
  // Two characters for two: the length in UTF-16 stays.
  decomposed: {
    words: 'with an e and a combining accent for its last two characters',
    apply: (text) => `${butLast(butLast(text))}e\u0301`,
    shell: (name) => `\${${name}%??}${printed('e\u0301')}`,
  },
  'nul-last': {
    words: 'with a NUL for its last character',
    apply: (text) => `${butLast(text)}\0`,
    // No shell variable and no argument holds a NUL: the nearest is to leave it out.
    shell: (name) => `\${${name}%?}`,
  },
  'nul-added': {
    words: 'with a NUL behind it',
    apply: (text) => `${text}\0`,
    shell: (name) => `\${${name}}`,
  },
  digits: {
    words: 'of digits alone, as long as it is',
    apply: (text) => asLong(text, '', DIGITS),
    shell: (name) => asLongInShell(name, '', DIGITS),
  },
  'number-like': {
    words: 'like a number with an exponent, as long as it is',
    apply: (text) => asLong(text, '1e', DIGITS),
    shell: (name) => asLongInShell(name, '1e', DIGITS),
  },
  'hex-like': {
    words: 'like a hexadecimal number, as long as it is',
    apply: (text) => asLong(text, '0x', HEX_DIGITS),
    shell: (name) => asLongInShell(name, '0x', HEX_DIGITS),
  },
  'prototype-name': {
    words: 'replaced by __proto__',
    apply: () => '__proto__',
    shell: () => '__proto__',
  },
  'constructor-name': {
    words: 'replaced by constructor',
    apply: () => 'constructor',
    shell: () => 'constructor',
  },
  'look-alike': {
    words: 'with one character replaced by another that looks like it',
    apply: lookAlike,
    shell: lookAlikeInShell,
  },
  'full-width-last': {
    words: 'with its last character in full width',
    apply: (text) => butLast(text) + fullWidth(text.at(-1) ?? ''),
    shell: fullWidthLastInShell,
  },
  'zero-width': {
    words: 'with a zero-width space for its last character',
    apply: (text) => `${butLast(text)}\u200b`,
    shell: (name) => `\${${name}%?}${printed('\u200b')}`,
  },
} as const satisfies Record<string, StringAlterationRow>;

/** A row for each near miss. */
export function alterationsOf<K extends string>(
  table: Readonly<Record<K, NearMiss>>,
): Readonly<Record<K, StringAlterationRow>> {
  const rows = Object.entries<NearMiss>(table).map(([name, near]): [string, StringAlterationRow] => [
    name,
    { words: near.words, apply: (text) => nearMiss(near, text), shell: nearMissInShell(near) },
  ]);
  return Object.fromEntries(rows) as Record<K, StringAlterationRow>;
}

export type StringAlteration = keyof typeof OWN_ALTERATIONS | NearMissName;

const NEAR_MISS_ALTERATIONS = alterationsOf(NEAR_MISSES);

export const STRING_ALTERATIONS: Readonly<Record<StringAlteration, StringAlterationRow>> = {
  ...OWN_ALTERATIONS,
  ...NEAR_MISS_ALTERATIONS,
  // What is cut is never the value itself, so its shell line is short.
  'cut-one': { ...NEAR_MISS_ALTERATIONS['cut-one'], shell: (name) => `\${${name}%?}` },
  'drop-first': { ...NEAR_MISS_ALTERATIONS['drop-first'], shell: (name) => `\${${name}#?}` },
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
  return STRING_ALTERATIONS[alter].apply(text);
}

export function isStringAlteration(name: string): name is StringAlteration {
  return Object.hasOwn(STRING_ALTERATIONS, name);
}

/** A text as long as the value: a beginning, then the repeated part. */
const asLongInShell = (name: string, beginning: string, repeated: string): string =>
  `$(v=${beginning}${repeated.slice(beginning.length)}; while [ \${#v} -lt \${#${name}} ]; do v=\${v}${repeated}; done; n=\${#${name}}; printf %s "\${v:0:n}")`;

/** Splits the value before the first letter that has a near-duplicate, and puts the near-duplicate in its place. */
function lookAlikeInShell(name: string): string {
  const letters = Object.keys(LOOK_ALIKES).join('');
  const nearDuplicates = Object.entries(LOOK_ALIKES).map(
    ([letter, nearDuplicate]) => `(${letter}*) c='${octal(nearDuplicate)}';;`,
  );
  const split = `v=\${${name}}; h=\${v%%[${letters}]*}; t=\${v#"$h"}; c='${octal(FULL_WIDTH_ONE)}'`;
  const joined = `if [ -n "$t" ]; then printf "%s$c%s" "$h" "\${t#?}"; else printf "%s$c" "\${v%?}"; fi`;
  return `$(${split}; case $t in ${nearDuplicates.join(' ')} esac; ${joined})`;
}

/** The three bytes of a full-width character in UTF-8, reckoned from the code of the last one. */
function fullWidthLastInShell(name: string): string {
  const code = `l=\${${name}: -1}; n=$(printf %d "'$l"); if [ $n -gt 32 ] && [ $n -lt 127 ]; then n=$((n+${TO_FULL_WIDTH})); else n=${FULL_WIDTH_ONE.charCodeAt(0)}; fi`;
  const bytes = String.raw`$(printf '\\%o' $((224+n/4096)) $((128+n/64%64)) $((128+n%64)))`;
  return `\${${name}%?}$(${code}; printf "${bytes}")`;
}
