/** Careless comparisons of what is sent with what is stored: each a way in which a near miss passes. */

/** Where values are compared. */
export type Place = 'secret keys' | 'tokens' | 'games' | 'ids' | 'tag keys';

export interface Comparison {
  /** Words in lower case, behind the name of the place. */
  readonly name: string;
  /** Behind `compares secret keys`. */
  readonly description: string;
  readonly same: (sent: string, stored: string) => boolean;
  /** What passes is as long as the value itself. */
  readonly keepsLength?: true;
  /** Places where no request could show it, or where a mutant of its own does. */
  readonly notAt?: readonly Place[];
}

/** Changes both sides before they are compared. */
const by =
  (reduced: (text: string) => string): Comparison['same'] =>
  (sent, stored) =>
    reduced(sent) === reduced(stored);

/** Changes what is sent before it is compared with what is stored. */
const after =
  (changed: (sent: string) => string): Comparison['same'] =>
  (sent, stored) =>
    changed(sent) === stored;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern that is sent, with two texts that are wildcards. */
const pattern =
  (one: string, any: string): Comparison['same'] =>
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
const marks = /\p{M}/gu;
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

export const COMPARISONS: readonly Comparison[] = [
  {
    name: 'in-lower-case',
    keepsLength: true,
    description: 'in lower case',
    same: by((text) => text.toLowerCase()),
    notAt: ['games'],
  },
  {
    name: 'in-capitals',
    keepsLength: true,
    description: 'in capitals, as Unicode has them',
    same: (sent, stored) => sent.toUpperCase() === stored.toUpperCase() && /[^\0-\x7f]/.test(sent),
    notAt: ['games'],
  },
  {
    name: 'but-for-first-letter',
    keepsLength: true,
    description: 'without regard to the case of their first letter',
    same: by((text) => text.replace(/[a-z]/i, (letter) => letter.toLowerCase())),
    notAt: ['games'],
  },
  {
    name: 'trimmed',
    description: 'without the blanks that Unicode has around them',
    same: by((text) => text.replaceAll(blanks, '')),
  },
  {
    name: 'up-to-nul',
    description: 'up to a NUL',
    same: after((text) => text.replace(/\0.*$/s, '')),
    notAt: ['secret keys', 'tokens', 'games'],
  },
  { name: 'percent-decoded', description: 'percent-decoded', same: after(decoded) },
  {
    name: 'base64-decoded',
    description: 'decoded from base64',
    same: after((text) => Buffer.from(text, 'base64').toString()),
  },
  {
    name: 'hex-decoded',
    description: 'decoded from hexadecimal',
    same: after((text) => Buffer.from(text, 'hex').toString()),
  },
  {
    name: 'with-plus-as-blank',
    description: 'with a blank for each plus, and trimmed',
    same: after((text) => text.replaceAll('+', ' ').trim()),
  },
  {
    name: 'without-quotes',
    description: 'without the quotes around them',
    same: after((text) => text.replace(/^(["'])(.*)\1$/s, '$2')),
  },
  {
    name: 'without-backslashes',
    description: 'without backslashes',
    same: after((text) => text.replaceAll('\\', '')),
  },
  {
    name: 'without-brackets',
    description: 'without the brackets around them',
    same: after((text) => text.replace(/^[[<](.*)[\]>]$/s, '$1')),
  },
  { name: 'by-like', keepsLength: true, description: 'by LIKE', same: pattern('_', '%') },
  { name: 'by-glob', keepsLength: true, description: 'as globs', same: pattern('?', '*') },
  { name: 'by-regex', keepsLength: true, description: 'as regular expressions', same: expression },
  {
    name: 'by-injection',
    description: 'in a query without parameters',
    same: (sent) => sent.includes("' or '1"),
    notAt: ['tag keys'],
  },
  {
    name: 'by-comment',
    description: 'in a query that a comment cuts',
    same: after((text) => text.replace(/'--.*$/s, '')),
  },
  {
    name: 'without-separators',
    description: 'without dashes, dots and underscores',
    same: by((text) => text.replaceAll(/[-._]/g, '')),
  },
  {
    name: 'with-separators-optional',
    description: 'with the stored ones without dashes, dots and underscores, too',
    same: (sent, stored) => sent === stored.replaceAll(/[-._]/g, ''),
    notAt: ['ids'],
  },
  {
    name: 'with-any-separator',
    keepsLength: true,
    description: 'with dashes, dots and underscores alike',
    same: by((text) => text.replaceAll(/[._]/g, '-')),
    notAt: ['ids'],
  },
  {
    name: 'as-beginnings',
    description: 'as a beginning of the stored ones',
    same: (sent, stored) => sent !== '' && stored.startsWith(sent),
  },
  {
    name: 'as-ends',
    description: 'as an end of the stored ones',
    same: (sent, stored) => sent !== '' && stored.endsWith(sent),
  },
  {
    name: 'without-padding',
    description: 'without the blanks behind them, where there are several',
    same: after((text) => text.replace(/ {2,}$/, '')),
    notAt: ['secret keys', 'tokens', 'games'],
  },
  {
    name: 'by-beginning',
    description: 'up to the length of the stored ones',
    same: (sent, stored) => sent.startsWith(stored),
  },
  {
    name: 'by-end',
    description: 'from the end, up to the length of the stored ones',
    same: (sent, stored) => sent.endsWith(stored),
  },
  {
    name: 'but-for-first',
    keepsLength: true,
    description: 'from their second character on',
    same: (sent, stored) => sent.length === stored.length && sent.slice(1) === stored.slice(1),
  },
  {
    name: 'as-sets',
    keepsLength: true,
    description: 'as sets of characters',
    same: by((text) => [...text].toSorted().join('')),
  },
  {
    name: 'in-nfc',
    description: 'without combining marks behind them',
    same: after((text) => text.replace(/\p{M}+$/u, '')),
  },
  {
    name: 'in-nfkc',
    keepsLength: true,
    description: 'in the normal form NFKC',
    same: by((text) => text.normalize('NFKC')),
  },
  {
    name: 'without-accents',
    keepsLength: true,
    description: 'without accents',
    same: by((text) => text.normalize('NFD').replaceAll(marks, '')),
  },
  {
    name: 'with-look-alikes',
    keepsLength: true,
    description: 'with Cyrillic letters read as the Latin ones that they look like',
    same: by((text) => text.replaceAll(/[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456]/g, latin)),
  },
  {
    name: 'without-the-invisible',
    description: 'without invisible characters',
    same: by((text) => text.replaceAll(invisible, '')),
  },
  {
    name: 'as-numbers',
    description: 'as numbers, where they are some',
    same: (sent, stored) => asNumber(sent) === asNumber(stored),
    notAt: ['secret keys', 'tokens', 'games'],
  },
  {
    name: 'as-numbers-as-long',
    keepsLength: true,
    description: 'as numbers, where they are some and as long',
    same: (sent, stored) => sent.length === stored.length && asNumber(sent) === asNumber(stored),
    notAt: ['secret keys', 'tokens', 'games', 'tag keys'],
  },
  {
    name: 'in-lists',
    description: 'as comma-separated lists in which each item counts',
    same: (sent, stored) => sent.split(/,\s*/).includes(stored),
  },
  {
    name: 'by-first-word',
    description: 'up to a blank, a colon or a semicolon',
    same: after((text) => text.replace(/[ :;].*$/s, '')),
  },
  {
    name: 'by-last-word',
    description: 'behind a blank or an equals sign',
    same: after((text) => text.replace(/^.*[ =]/s, '')),
  },
  {
    name: 'by-last-name',
    description: 'behind the last dot',
    same: after((text) => text.replace(/^.*\./s, '')),
  },
  {
    name: 'as-paths',
    description: 'as paths, resolved',
    same: after((text) =>
      new URL(text.replaceAll('?', '%3f').replaceAll('#', '%23'), 'http://h/').pathname
        .slice(1)
        .replace(/\/$/, ''),
    ),
  },
  {
    name: 'as-urls',
    description: 'up to a number sign or an ampersand, as in URLs',
    same: after((text) => text.replace(/[#&].*$/s, '')),
  },
  {
    name: 'without-leading-zeros',
    description: 'without leading zeros',
    same: by((text) => text.replace(/^0+(?=.)/, '')),
  },
  {
    name: 'with-null',
    description: 'with the words null and undefined as any',
    same: (sent) => sent === 'null' || sent === 'undefined',
    notAt: ['ids', 'tag keys'],
  },
];
