/**
 * Near misses: texts that a careless comparison takes for the value itself. One table that the suite, the fuzzer, the
 * shell lines and the mutants share. Every row changes every value: where its own alteration would leave a value as it is,
 * an `x` is added, so that a near miss of a secret is never the secret.
 */
import { PARTS, type Computed, type Making, type ValuePiece } from './near-miss-making.ts';

export type NearMiss = Making & {
  /** Behind the name of what is altered. */
  readonly words: string;
};

const { ALL, BUT_FIRST, BUT_LAST, FIRST, LAST } = PARTS;
const nearMissRow = (words: string, ...pieces: readonly ValuePiece[]): NearMiss => ({ words, pieces });
const computed = (words: string, name: Computed): NearMiss => ({ words, computed: name });
const nearDuplicates = (words: string, table: Readonly<Record<string, string>>): NearMiss => ({
  words,
  nearDuplicates: table,
});

/** What a comparison takes for the value that looks for a part alone. */
const PART_NEAR_MISSES = {
  'cut-one': nearMissRow('without its last character', BUT_LAST),
  'drop-first': nearMissRow('without its first character', BUT_FIRST),
} as const satisfies Record<string, NearMiss>;

/** What a header value can carry, in ASCII. */
export const PLAIN_NEAR_MISSES = {
  ...PART_NEAR_MISSES,
  'upper-case': computed('in capitals', 'upper-case'),
  'lower-case': computed('in lower case', 'lower-case'),
  'first-letter-case': computed('with its first letter in the other case', 'first-letter'),
  'last-letter-case': computed('with its last letter in the other case', 'last-letter'),
  reversed: computed('written backwards', 'reversed'),
  prefixed: nearMissRow('with an x before it', 'x', ALL),
  suffixed: nearMissRow('with an x behind it', ALL, 'x'),
  infixed: nearMissRow('with an x behind its first character', FIRST, 'x', BUT_FIRST),
  'inner-blank': nearMissRow('with a blank behind its first character', FIRST, ' ', BUT_FIRST),
  'inner-dash': nearMissRow('with a dash behind its first character', FIRST, '-', BUT_FIRST),
  'inner-dot': nearMissRow('with a dot behind its first character', FIRST, '.', BUT_FIRST),
  'inner-underscore': nearMissRow('with an underscore behind its first character', FIRST, '_', BUT_FIRST),
  'other-separators': computed(
    'with underscores for dashes, and dashes for dots and underscores, or else with an x behind it',
    'other-separators',
  ),
  'no-separators': computed(
    'without its dashes, dots and underscores, or else with an x behind it',
    'no-separators',
  ),
  'percent-encoded': computed('percent-encoded', 'percent-all'),
  'percent-encoded-last': computed('with its last character percent-encoded', 'percent-last'),
  base64: computed('in base64', 'base64'),
  hexadecimal: computed('in hexadecimal', 'hexadecimal'),
  'percent-blank-behind': nearMissRow('with %20 behind it', ALL, '%20'),
  'percent-nul-behind': nearMissRow('with %00x behind it', ALL, '%00x'),
  'plus-behind': nearMissRow('with a plus behind it', ALL, '+'),
  'plus-before': nearMissRow('with a plus before it', '+', ALL),
  'double-quoted': nearMissRow('in double quotes', '"', ALL, '"'),
  'single-quoted': nearMissRow('in single quotes', "'", ALL, "'"),
  'backslash-before': nearMissRow('with a backslash before it', '\\', ALL),
  'backslash-last': nearMissRow('with a backslash before its last character', BUT_LAST, '\\', LAST),
  bracketed: nearMissRow('in brackets', '[', ALL, ']'),
  'in-angles': nearMissRow('in angle brackets', '<', ALL, '>'),
  'sql-one-last': nearMissRow('with _ for its last character', BUT_LAST, '_'),
  'sql-one-first': nearMissRow('with _ for its first character', '_', BUT_FIRST),
  'sql-any-last': nearMissRow('with % for its last character', BUT_LAST, '%'),
  'sql-any-first': nearMissRow('with % for its first character', '%', BUT_FIRST),
  'sql-any': nearMissRow('a single %', '%'),
  'sql-all-one': computed('of as many _', 'underscores'),
  'sql-all-any': computed('of as many %', 'percent-signs'),
  'sql-quote': nearMissRow("with ' or '1 behind it", ALL, "' or '1"),
  'sql-comment': nearMissRow("with '-- behind it", ALL, "'--"),
  'glob-one-last': nearMissRow('with ? for its last character', BUT_LAST, '?'),
  'glob-any-last': nearMissRow('with * for its last character', BUT_LAST, '*'),
  'glob-any-first': nearMissRow('with * for its first character', '*', BUT_FIRST),
  'glob-any': nearMissRow('a single *', '*'),
  'glob-all-one': computed('of as many question marks', 'question-marks'),
  'regex-one-last': nearMissRow('with a dot for its last character', BUT_LAST, '.'),
  'regex-one-first': nearMissRow('with a dot for its first character', '.', BUT_FIRST),
  'regex-any': nearMissRow('a dot and an asterisk', '.*'),
  'regex-all-one': computed('of as many dots', 'dots'),
  'regex-class-last': nearMissRow('with [^ ] for its last character', BUT_LAST, '[^ ]'),
  'regex-or': nearMissRow('with x| before it', 'x|', ALL),
  'regex-anchored': nearMissRow('wrapped in ^…$', '^', ALL, '$'),
  'regex-optional': nearMissRow('with x? behind it', ALL, 'x?'),
  'name-before': nearMissRow('with x. before it', 'x.', ALL),
  'path-dot': nearMissRow('with ./ before it', './', ALL),
  'path-up': nearMissRow('with x/../ before it', 'x/../', ALL),
  'path-up-encoded': nearMissRow('with x%2f..%2f before it', 'x%2f..%2f', ALL),
  'slash-behind': nearMissRow('with a slash behind it', ALL, '/'),
  'comma-behind': nearMissRow('with a comma and an x behind it', ALL, ',x'),
  'comma-before': nearMissRow('with an x and a comma before it', 'x,', ALL),
  'twice-by-comma': nearMissRow('twice, with a comma between', ALL, ',', ALL),
  'twice-by-blank': nearMissRow('twice, with a blank between', ALL, ' ', ALL),
  'semicolon-behind': nearMissRow('with a semicolon and an x behind it', ALL, ';x'),
  'colon-behind': nearMissRow('with a colon and an x behind it', ALL, ':x'),
  'equals-before': nearMissRow('with x= before it', 'x=', ALL),
  'ampersand-behind': nearMissRow('with &x=1 behind it', ALL, '&x=1'),
  'hash-behind': nearMissRow('with #x behind it', ALL, '#x'),
  'bearer-before': nearMissRow('with the word Bearer before it', 'Bearer ', ALL),
  'zero-before': nearMissRow('with a zero before it', '0', ALL),
  'zero-first': nearMissRow('with a zero for its first character', '0', BUT_FIRST),
  'point-zero-behind': nearMissRow('with .0 behind it', ALL, '.0'),
  'exponent-behind': nearMissRow('with e0 behind it', ALL, 'e0'),
  'word-null': nearMissRow('the word null', 'null'),
  'word-undefined': nearMissRow('the word that JavaScript writes for nothing', 'undefined'),
  'word-true': nearMissRow('the word true', 'true'),
  'word-nan': nearMissRow('the word for no number', 'NaN'),
  'word-object': nearMissRow('the text that JavaScript makes of an object', '[object Object]'),
} as const satisfies Record<string, NearMiss>;

/** What a header value can carry, beyond ASCII: what case, normal forms and trimming make the same. */
export const FOREIGN_NEAR_MISSES = {
  kelvin: nearDuplicates('with a Kelvin sign for a k', { k: '\u212a', K: '\u212a' }),
  'long-s': nearDuplicates('with a long s for an s', { s: '\u017f', S: '\u017f' }),
  'dotless-i': nearDuplicates('with a dotless i for an i', { i: '\u0131', I: '\u0131' }),
  'sharp-s-last': nearMissRow('with an \u00df for its last character', BUT_LAST, '\u00df'),
  accented: nearDuplicates('with an accent on a letter', {
    a: '\u00e1',
    e: '\u00e9',
    i: '\u00ed',
    o: '\u00f3',
    u: '\u00fa',
  }),
  cyrillic: nearDuplicates('with a Cyrillic letter that looks like one of its own', {
    a: '\u0430',
    c: '\u0441',
    e: '\u0435',
    i: '\u0456',
    o: '\u043e',
    p: '\u0440',
    x: '\u0445',
    y: '\u0443',
  }),
  'mark-behind': nearMissRow('with a combining accent behind it', ALL, '\u0301'),
  superscript: nearDuplicates('with a superscript digit', {
    0: '\u2070',
    1: '\u00b9',
    2: '\u00b2',
    3: '\u00b3',
  }),
  'full-width': computed('in full width', 'full-width'),
  'hard-blank-behind': nearMissRow('with a no-break space behind it', ALL, '\u00a0'),
  'hard-blank-before': nearMissRow('with a no-break space before it', '\u00a0', ALL),
  'wide-blank-behind': nearMissRow('with an ideographic blank behind it', ALL, '\u3000'),
  'zero-width-behind': nearMissRow('with a zero-width space behind it', ALL, '\u200b'),
  'byte-order-mark-before': nearMissRow('with a byte order mark before it', '\ufeff', ALL),
  'soft-hyphen': nearMissRow('with a soft hyphen behind its first character', FIRST, '\u00ad', BUT_FIRST),
} as const satisfies Record<string, NearMiss>;

/** Blanks at the ends of a header value that servers trim if they read it as Latin-1, though HTTP names others (RFC 9110 §5.5). */
export const TRIMMED_IN_HEADERS = [
  'hard-blank-behind',
  'hard-blank-before',
] as const satisfies readonly (keyof typeof FOREIGN_NEAR_MISSES)[];

/** What shows in a JSON string alone: HTTP forbids it in a header, or takes it from there, or only an id may be read as a number. */
export const CONTROL_NEAR_MISSES = {
  'tab-behind': nearMissRow('with a tab behind it', ALL, '\t'),
  'newline-behind': nearMissRow('with a line feed behind it', ALL, '\n'),
  'newline-before': nearMissRow('with a line feed before it', '\n', ALL),
  'cr-lf-behind': nearMissRow('with CR LF behind it', ALL, '\r\n'),
  'vertical-tab-behind': nearMissRow('with a vertical tab behind it', ALL, '\v'),
  'newline-last': nearMissRow('with a line feed for its last character', BUT_LAST, '\n'),
  'nul-and-more': nearMissRow('with a NUL and an x behind it', ALL, '\0x'),
  'nul-before': nearMissRow('with a NUL before it', '\0', ALL),
  'blanks-behind': nearMissRow('with many blanks behind it', ALL, ' '.repeat(20)),
  'plus-first': nearMissRow('with a plus for its first character', '+', BUT_FIRST),
  'blank-first': nearMissRow('with a blank for its first character', ' ', BUT_FIRST),
  'dot-for-first': nearMissRow('without its first character, and a dot behind it', BUT_FIRST, '.'),
} as const satisfies Record<string, NearMiss>;

/** The near misses that any place can carry. */
export const NEAR_MISSES = { ...PLAIN_NEAR_MISSES, ...FOREIGN_NEAR_MISSES };

/** Near misses by what carries them. */
export const NEAR_MISS_KINDS = {
  part: PART_NEAR_MISSES,
  plain: PLAIN_NEAR_MISSES,
  foreign: FOREIGN_NEAR_MISSES,
  control: CONTROL_NEAR_MISSES,
} as const;

export type NearMissName = keyof typeof NEAR_MISSES;
export type ControlNearMissName = keyof typeof CONTROL_NEAR_MISSES;
