/** Every string alteration as an expression of the shell (bash, zsh), so that a printed command needs no secret. */
import {
  NEAR_MISSES,
  SPARE,
  type Computed,
  type Making,
  type Part,
  type Piece,
} from '../../http/alterations/near-misses.ts';
import {
  DIGITS,
  FULL_WIDTH_ONE,
  HEX_DIGITS,
  LOOK_ALIKES,
  TO_FULL_WIDTH,
  type OwnAlteration,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import { headChars } from '../raw/head-chars.ts';

/** Escapes of printf for a text in the bytes in which a head is sent, so that no terminal changes them. */
function octal(text: string): string {
  return Array.from(
    Buffer.from(headChars(text), 'latin1'),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}

/** A text of more than ASCII. */
const printed = (text: string): string => `$(printf '${octal(text)}')`;

/** A text as long as the value: a beginning, then the repeated part. */
const asLong = (name: string, beginning: string, repeated: string): string =>
  `$(v=${beginning}${repeated.slice(beginning.length)}; while [ \${#v} -lt \${#${name}} ]; do v=\${v}${repeated}; done; n=\${#${name}}; printf %s "\${v:0:n}")`;

/** Splits the value before the first letter that has a near-duplicate, and puts the near-duplicate in its place. */
function lookAlike(name: string): string {
  const letters = Object.keys(LOOK_ALIKES).join('');
  const nearDuplicates = Object.entries(LOOK_ALIKES).map(
    ([letter, nearDuplicate]) => `(${letter}*) c='${octal(nearDuplicate)}';;`,
  );
  const split = `v=\${${name}}; h=\${v%%[${letters}]*}; t=\${v#"$h"}; c='${octal(FULL_WIDTH_ONE)}'`;
  const joined = `if [ -n "$t" ]; then printf "%s$c%s" "$h" "\${t#?}"; else printf "%s$c" "\${v%?}"; fi`;
  return `$(${split}; case $t in ${nearDuplicates.join(' ')} esac; ${joined})`;
}

/** The three bytes of a full-width character in UTF-8, reckoned from the code of the last one. */
function fullWidthLast(name: string): string {
  const code = `l=\${${name}: -1}; n=$(printf %d "'$l"); if [ $n -gt 32 ] && [ $n -lt 127 ]; then n=$((n+${TO_FULL_WIDTH})); else n=${FULL_WIDTH_ONE.charCodeAt(0)}; fi`;
  const bytes = String.raw`$(printf '\\%o' $((224+n/4096)) $((128+n/64%64)) $((128+n%64)))`;
  return `\${${name}%?}$(${code}; printf "${bytes}")`;
}

/**
 * What stands within double quotes for the altered value of a shell variable. Only ASCII letters change their case, and what is
 * put into a value is in the bytes that fit one of ASCII.
 */
const OWN_SHELL_ALTERATIONS = {
  'add-one': (name) => `\${${name}}\${${name}: -1}`,
  half: (name) => `\${${name}:0:(\${#${name}}+1)/2}`,
  doubled: (name) => `\${${name}}\${${name}}`,
  // Repeated until it is long enough, then cut; a value that is too long already stays as it is.
  'far-too-long': (name) =>
    `$(v=\${${name}}; while [ \${#v} -lt 2000 ]; do v=$v\${${name}}; done; n=\${#${name}}; printf %s "\${v:0:n>2000?n:2000}")`,
  'swap-case': (name) => `$(printf %s "\${${name}}" | tr a-zA-Z A-Za-z)`,
  'change-last': (name) => `\${${name}%?}$(case \${${name}} in *q) printf r;; *) printf q;; esac)`,
  'change-first': (name) => `$(case \${${name}} in q*) printf r;; *) printf q;; esac)\${${name}#?}`,
  'pad-left': (name) => ` \${${name}}`,
  'pad-right': (name) => `\${${name}} `,
  'blank-last': (name) => `\${${name}%?} `,
  empty: () => '',
  'lone-surrogate': (name) => `\${${name}%?}${printed('\ud800')}`,
  composed: (name) => `\${${name}%?}${printed('\u00e9')}`,
  decomposed: (name) => `\${${name}%??}${printed('e\u0301')}`,
  // No shell variable and no argument holds a NUL: the nearest is to leave it out.
  'nul-last': (name) => `\${${name}%?}`,
  'nul-added': (name) => `\${${name}}`,
  digits: (name) => asLong(name, '', DIGITS),
  'number-like': (name) => asLong(name, '1e', DIGITS),
  'hex-like': (name) => asLong(name, '0x', HEX_DIGITS),
  'prototype-name': () => '__proto__',
  'constructor-name': () => 'constructor',
  'look-alike': lookAlike,
  'full-width-last': fullWidthLast,
  'zero-width': (name) => `\${${name}%?}${printed('\u200b')}`,
} as const satisfies Record<OwnAlteration, (name: string) => string>;

const PART_WORDS: Record<Part['part'], string> = {
  all: '${v}',
  'but-first': '${v#?}',
  'but-last': '${v%?}',
  first: '${v:0:1}',
  last: '${v: -1}',
};

function pieceWords(piece: Piece): string {
  if (typeof piece !== 'string') return PART_WORDS[piece.part];
  return /^[ -~]*$/.test(piece) ? piece.replaceAll(/[\\"$`]/g, String.raw`\$&`) : printed(piece);
}

const percentOf = 'join"",map{sprintf"%%%02x",$_}unpack"C*",$&';

/** The same computations in Perl, on the bytes of the value. */
const PERL: Record<Computed, string> = {
  'upper-case': '$_=uc',
  'lower-case': '$_=lc',
  'first-letter': 's/[a-z]/$& ^ " "/ie',
  'last-letter': 's/[a-z](?=[^a-z]*$)/$& ^ " "/ie',
  'other-separators': 'tr/-._/_\\-\\-/',
  'no-separators': 'tr/-._//d',
  reversed: '$_=reverse',
  'percent-all': `s/.+/${percentOf}/e`,
  'percent-last': `s/.$/${percentOf}/e`,
  base64: 'require MIME::Base64;$_=MIME::Base64::encode_base64($_,"")',
  hexadecimal: '$_=unpack"H*",$_',
  underscores: 's/./_/g',
  'percent-signs': 's/./%/g',
  dots: 's/././g',
  'question-marks': 's/./?/g',
  'full-width': String.raw`s/[\x21-\x7e]/$n=ord($&)+65248;pack "C3",224+($n>>12),128+($n>>6&63),128+($n&63)/ge`,
};

function nearDuplicateWords(nearDuplicates: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(nearDuplicates).map(
    ([letter, nearDuplicate]) => `${letter}=>"${octal(nearDuplicate)}"`,
  );
  const [first = ''] = Object.values(nearDuplicates);
  return `%t=(${pairs.join(',')});s/[${Object.keys(nearDuplicates).join('')}]/$t{$&}/ or s/.$/${octal(first)}/`;
}

/** A program in single quotes. It holds none, and no exclamation mark, which an interactive shell would expand. */
const perl = (program: string): string => `$(printf %s "$v" | perl -pe '${program}')`;

function madeWords(making: Making): string {
  if ('computed' in making) return perl(PERL[making.computed]);
  if ('nearDuplicates' in making) return perl(nearDuplicateWords(making.nearDuplicates));
  return making.pieces.map(pieceWords).join('');
}

/** A near miss in the words of the shell; one that changes nothing gets the same spare character. */
const nearWords =
  (making: Making) =>
  (name: string): string =>
    `$(v=\${${name}}; b="${madeWords(making)}"; [ "$b" = "$v" ] && b=\${b}${SPARE}; printf %s "$b")`;

export const SHELL_ALTERATIONS: Readonly<Record<StringAlteration, (name: string) => string>> = {
  ...OWN_SHELL_ALTERATIONS,
  ...(Object.fromEntries(
    Object.entries<Making>(NEAR_MISSES).map(([name, making]) => [name, nearWords(making)]),
  ) as Record<keyof typeof NEAR_MISSES, (name: string) => string>),
  // What is cut is never the value itself.
  'cut-one': (name) => `\${${name}%?}`,
  'drop-first': (name) => `\${${name}#?}`,
};
