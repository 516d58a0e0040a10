/** Careless comparisons of what is sent with what is stored: each a way in which a near miss passes. */

/** Where values are compared. */
export type ComparedPlace = 'secret keys' | 'tokens' | 'games' | 'ids' | 'tag keys';

export interface CarelessComparison {
  /** Words in lower case, behind the name of the place. */
  readonly name: string;
  /** Behind `compares secret keys`. */
  readonly description: string;
  readonly same: (sent: string, stored: string) => boolean;
  /** What passes is as long as the value itself. */
  readonly keepsLength?: true;
  /** Places where no request could show it, or where a mutant of its own does. */
  readonly notAt?: readonly ComparedPlace[];
}

type Row = readonly [
  description: string,
  same: CarelessComparison['same'],
  marks?: Pick<CarelessComparison, 'keepsLength' | 'notAt'>,
];

/** Changes both sides before they are compared. */
const by =
  (reduced: (text: string) => string): CarelessComparison['same'] =>
  (sent, stored) =>
    reduced(sent) === reduced(stored);

/** Changes what is sent before it is compared with what is stored. */
const after =
  (changed: (sent: string) => string): CarelessComparison['same'] =>
  (sent, stored) =>
    changed(sent) === stored;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern that is sent, with two texts that are wildcards. */
const pattern =
  (one: string, any: string): CarelessComparison['same'] =>
  (sent, stored) => {
    const source = [...sent]
      .map((character) => (character === one ? '.' : character === any ? '.*' : escaped(character)))
      .join('');
    return new RegExp(`^${source}$`, 's').test(stored);
  };

function expression(sent: string, stored: string): boolean {
  try {
    return new RegExp(`^(?:${sent})$`).test(stored);
  } catch {
    return false;
  }
}

/** The Latin letter that a Cyrillic one looks like. */
const latin = (letter: string): string =>
  'aeopcyxi'.charAt('\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456'.indexOf(letter));
const combining = /\p{M}/gu;
const invisible = /[\u00ad\u200b\ufeff]/g;
const blanks = /^[\p{White_Space}\ufeff]+|[\p{White_Space}\ufeff]+$/gu;
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const asNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const ROWS: Readonly<Record<string, Row>> = {
  'in-lower-case': [
    'in lower case',
    by((text) => text.toLowerCase()),
    { keepsLength: true, notAt: ['games'] },
  ],
  'in-capitals': [
    'in capitals, as Unicode has them',
    (sent, stored) => sent.toUpperCase() === stored.toUpperCase() && /[^\0-\x7f]/.test(sent),
    { keepsLength: true, notAt: ['games'] },
  ],
  'but-for-first-letter': [
    'without regard to the case of their first letter',
    by((text) => text.replace(/[a-z]/i, (letter) => letter.toLowerCase())),
    { keepsLength: true, notAt: ['games'] },
  ],
  trimmed: ['without the blanks that Unicode has around them', by((text) => text.replaceAll(blanks, ''))],
  'up-to-nul': [
    'up to a NUL',
    after((text) => text.replace(/\0.*$/s, '')),
    { notAt: ['secret keys', 'tokens', 'games'] },
  ],
  'percent-decoded': [
    'percent-decoded',
    after(decoded),
    // Of headers one mutant decodes all values (question header.percent).
    { notAt: ['secret keys', 'tokens', 'games'] },
  ],
  'base64-decoded': ['decoded from base64', after((text) => Buffer.from(text, 'base64').toString())],
  'without-equals-signs': [
    'without the equals signs behind them',
    after((text) => text.replace(/=+$/, '')),
    { notAt: ['tokens', 'games', 'ids', 'tag keys'] },
  ],
  'hex-decoded': ['decoded from hexadecimal', after((text) => Buffer.from(text, 'hex').toString())],
  'with-plus-as-blank': [
    'with a blank for each plus, and trimmed',
    after((text) => text.replaceAll('+', ' ').trim()),
  ],
  'without-quotes': [
    'without the quotes around them',
    after((text) => text.replace(/^(["'])(.*)\1$/s, '$2')),
  ],
  'without-backslashes': ['without backslashes', after((text) => text.replaceAll('\\', ''))],
  'without-brackets': [
    'without the brackets around them',
    after((text) => text.replace(/^[[<](.*)[\]>]$/s, '$1')),
  ],
  'by-like': ['by LIKE', pattern('_', '%'), { keepsLength: true }],
  'by-glob': ['as globs', pattern('?', '*'), { keepsLength: true }],
  'by-regex': ['as regular expressions', expression, { keepsLength: true }],
  'by-injection': [
    'in a query without parameters',
    (sent) => sent.includes("' or '1"),
    { notAt: ['tag keys'] },
  ],
  'by-comment': ['in a query that a comment cuts', after((text) => text.replace(/'--.*$/s, ''))],
  'without-separators': ['without dashes, dots and underscores', by((text) => text.replaceAll(/[-._]/g, ''))],
  'with-separators-optional': [
    'with the stored ones without dashes, dots and underscores, too',
    (sent, stored) => sent === stored.replaceAll(/[-._]/g, ''),
    { notAt: ['ids'] },
  ],
  'with-any-separator': [
    'with dashes, dots and underscores alike',
    by((text) => text.replaceAll(/[._]/g, '-')),
    { keepsLength: true, notAt: ['ids'] },
  ],
  'as-beginnings': [
    'as a beginning of the stored ones',
    (sent, stored) => sent !== '' && stored.startsWith(sent),
  ],
  'as-ends': ['as an end of the stored ones', (sent, stored) => sent !== '' && stored.endsWith(sent)],
  'without-padding': [
    'without the blanks behind them, where there are several',
    after((text) => text.replace(/ {2,}$/, '')),
    { notAt: ['secret keys', 'tokens', 'games'] },
  ],
  'by-beginning': ['up to the length of the stored ones', (sent, stored) => sent.startsWith(stored)],
  'by-end': ['from the end, up to the length of the stored ones', (sent, stored) => sent.endsWith(stored)],
  'but-for-first': [
    'from their second character on',
    (sent, stored) => sent.length === stored.length && sent.slice(1) === stored.slice(1),
    { keepsLength: true },
  ],
  'as-sets': ['as sets of characters', by((text) => [...text].toSorted().join('')), { keepsLength: true }],
  'in-nfc': ['without combining marks behind them', after((text) => text.replace(/\p{M}+$/u, ''))],
  'in-nfkc': ['in the normal form NFKC', by((text) => text.normalize('NFKC')), { keepsLength: true }],
  'without-accents': [
    'without accents',
    by((text) => text.normalize('NFD').replaceAll(combining, '')),
    { keepsLength: true },
  ],
  'with-look-alikes': [
    'with Cyrillic letters read as the Latin ones that they look like',
    by((text) => text.replaceAll(/[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456]/g, latin)),
    { keepsLength: true },
  ],
  'without-the-invisible': ['without invisible characters', by((text) => text.replaceAll(invisible, ''))],
  'as-numbers': [
    'as numbers, where they are some',
    (sent, stored) => asNumber(sent) === asNumber(stored),
    { notAt: ['secret keys', 'tokens', 'games'] },
  ],
  'as-numbers-as-long': [
    'as numbers, where they are some and as long',
    (sent, stored) => sent.length === stored.length && asNumber(sent) === asNumber(stored),
    { keepsLength: true, notAt: ['secret keys', 'tokens', 'games', 'tag keys'] },
  ],
  'in-lists': [
    'as comma-separated lists in which each item counts',
    (sent, stored) => sent.split(/,\s*/).includes(stored),
  ],
  'by-first-word': ['up to a blank, a colon or a semicolon', after((text) => text.replace(/[ :;].*$/s, ''))],
  'by-last-word': ['behind a blank or an equals sign', after((text) => text.replace(/^.*[ =]/s, ''))],
  'by-last-name': ['behind the last dot', after((text) => text.replace(/^.*\./s, ''))],
  'as-paths': [
    'as paths, resolved',
    after((text) =>
      new URL(text.replaceAll('?', '%3f').replaceAll('#', '%23'), 'http://h/').pathname
        .slice(1)
        .replace(/\/$/, ''),
    ),
  ],
  'as-urls': [
    'up to a number sign or an ampersand, as in URLs',
    after((text) => text.replace(/[#&].*$/s, '')),
  ],
  'without-leading-zeros': ['without leading zeros', by((text) => text.replace(/^0+(?=.)/, ''))],
  'with-null': [
    'with the words null and undefined as any',
    (sent) => sent === 'null' || sent === 'undefined',
    { notAt: ['ids', 'tag keys'] },
  ],
};

export const COMPARISONS: readonly CarelessComparison[] = Object.entries(ROWS).map(
  ([name, [description, same, marks]]) => ({ name, description, same, ...marks }),
);
