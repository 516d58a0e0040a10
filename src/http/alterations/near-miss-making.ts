/** How a near miss is made of a value: in this process, and as an expression of the shell (bash, zsh), so that a printed command needs no secret. */
import { headChars } from '../../base/text/bytes.ts';

/** A part of the value; any other piece of a row is literal text. */
export const PARTS = {
  ALL: { part: 'all' },
  BUT_FIRST: { part: 'but-first' },
  BUT_LAST: { part: 'but-last' },
  FIRST: { part: 'first' },
  LAST: { part: 'last' },
} as const;

export type ValuePart = (typeof PARTS)[keyof typeof PARTS];
export type ValuePiece = ValuePart | string;
/** How the altered value is made: of pieces, by a computation, or with the first character that has a near-duplicate replaced by it. */
export type Making =
  | { readonly pieces: readonly ValuePiece[] }
  | { readonly computed: Computed }
  | { readonly nearDuplicates: Readonly<Record<string, string>> };

const swapped = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) ^ 0x20);
const percentEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const percentOf = 'join"",map{sprintf"%%%02x",$_}unpack"C*",$&';

/** A change of all characters or of some: here, and in Perl on the bytes of the value. */
interface Computation {
  readonly apply: (text: string) => string;
  readonly perl: string;
}

const COMPUTED = {
  'upper-case': { apply: (text) => text.replaceAll(/[a-z]/g, swapped), perl: '$_=uc' },
  'lower-case': { apply: (text) => text.replaceAll(/[A-Z]/g, swapped), perl: '$_=lc' },
  'first-letter': { apply: (text) => text.replace(/[a-z]/i, swapped), perl: 's/[a-z]/$& ^ " "/ie' },
  'last-letter': {
    apply: (text) => text.replace(/[a-z](?=[^a-z]*$)/i, swapped),
    perl: 's/[a-z](?=[^a-z]*$)/$& ^ " "/ie',
  },
  'other-separators': {
    apply: (text) => text.replaceAll(/[-._]/g, (mark) => (mark === '-' ? '_' : '-')),
    perl: 'tr/-._/_\\-\\-/',
  },
  'no-separators': { apply: (text) => text.replaceAll(/[-._]/g, ''), perl: 'tr/-._//d' },
  reversed: { apply: (text) => [...text].toReversed().join(''), perl: '$_=reverse' },
  'percent-all': { apply: percentEncoded, perl: `s/.+/${percentOf}/e` },
  'percent-last': {
    apply: (text) => text.slice(0, -1) + percentEncoded(text.slice(-1)),
    perl: `s/.$/${percentOf}/e`,
  },
  base64: {
    apply: (text) => Buffer.from(text).toString('base64'),
    perl: 'require MIME::Base64;$_=MIME::Base64::encode_base64($_,"")',
  },
  hexadecimal: { apply: (text) => Buffer.from(text).toString('hex'), perl: '$_=unpack"H*",$_' },
  underscores: { apply: (text) => text.replaceAll(/./gsu, '_'), perl: 's/./_/g' },
  'percent-signs': { apply: (text) => text.replaceAll(/./gsu, '%'), perl: 's/./%/g' },
  dots: { apply: (text) => text.replaceAll(/./gsu, '.'), perl: 's/././g' },
  'question-marks': { apply: (text) => text.replaceAll(/./gsu, '?'), perl: 's/./?/g' },
  'full-width': {
    apply: (text) =>
      text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
    perl: String.raw`s/[\x21-\x7e]/$n=ord($&)+65248;pack "C3",224+($n>>12),128+($n>>6&63),128+($n&63)/ge`,
  },
} as const satisfies Record<string, Computation>;

/** A change of single characters, by its name. */
export type Computed = keyof typeof COMPUTED;

const CUTS: Record<ValuePart['part'], (text: string) => string> = {
  all: (text) => text,
  'but-first': (text) => text.slice(1),
  'but-last': (text) => text.slice(0, -1),
  first: (text) => text.slice(0, 1),
  last: (text) => text.slice(-1),
};

const isText = (piece: ValuePiece): piece is string => typeof piece === 'string';

/** The first character that has a near-duplicate replaced by it; where none has, the last character by the first near-duplicate. */
function withNearDuplicate(text: string, table: Readonly<Record<string, string>>): string {
  const at = [...text].findIndex((character) => Object.hasOwn(table, character));
  const found = text.charAt(at);
  if (at < 0) return text.slice(0, -1) + (Object.values(table)[0] ?? '');
  return text.slice(0, at) + (table[found] ?? '') + text.slice(at + 1);
}

function nearMissOf(making: Making, text: string): string {
  if ('computed' in making) return COMPUTED[making.computed].apply(text);
  if ('nearDuplicates' in making) return withNearDuplicate(text, making.nearDuplicates);
  return making.pieces.map((piece) => (isText(piece) ? piece : CUTS[piece.part](text))).join('');
}

/** What is added to a value that a row would leave as it is. */
const SPARE = 'x';

/** The near miss of a value. Never the value itself. */
export function nearMiss(making: Making, text: string): string {
  const near = nearMissOf(making, text);
  return near === text ? text + SPARE : near;
}

/** Escapes of printf for a text in the bytes in which a head is sent, so that no terminal changes them. */
export function octal(text: string): string {
  return Array.from(
    Buffer.from(headChars(text), 'latin1'),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}

/** A text of more than ASCII. */
export const printed = (text: string): string => `$(printf '${octal(text)}')`;

const PART_WORDS: Record<ValuePart['part'], string> = {
  all: '${v}',
  'but-first': '${v#?}',
  'but-last': '${v%?}',
  first: '${v:0:1}',
  last: '${v: -1}',
};

function pieceWords(piece: ValuePiece): string {
  if (typeof piece !== 'string') return PART_WORDS[piece.part];
  return /^[ -~]*$/.test(piece) ? piece.replaceAll(/[\\"$`]/g, String.raw`\$&`) : printed(piece);
}

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
  if ('computed' in making) return perl(COMPUTED[making.computed].perl);
  if ('nearDuplicates' in making) return perl(nearDuplicateWords(making.nearDuplicates));
  return making.pieces.map(pieceWords).join('');
}

/** A near miss in the words of the shell; one that changes nothing gets the same spare character. */
export const nearMissInShell =
  (making: Making) =>
  (name: string): string =>
    `$(v=\${${name}}; b="${madeWords(making)}"; [ "$b" = "$v" ] && b=\${b}${SPARE}; printf %s "$b")`;
