/** Kinds of values in friendly words, those that are wanted and those that are there. */

const WANTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
  undefined: 'nothing',
  never: 'nothing',
};

/** What a schema wants, by zod's name of the type. */
export function wantedWord(expected: string): string {
  return WANTED[expected] ?? expected;
}

/** What a value is: `a list`, `the number 12`, `nothing`. */
export function valueWord(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

/** `a, b or c`. */
export function either(words: readonly string[]): string {
  const different = [...new Set(words)];
  return different.length < 2
    ? different.join('')
    : `${different.slice(0, -1).join(', ')} or ${different.at(-1)}`;
}

const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  on: true,
  off: false,
  true: true,
  false: false,
};

/** How a text should have been written where no text is expected: `"5"` without quotes, `yes` as `true`. */
export function unquoted(kinds: readonly string[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  if (kinds.includes('boolean') && Object.hasOwn(BOOLEAN_WORDS, word))
    return `write ${BOOLEAN_WORDS[word]}, without quotes`;
  const numeric =
    /^-?[0-9]+(\.[0-9]+)?$/.test(value) && kinds.some((kind) => kind === 'number' || kind === 'int');
  return numeric ? `write ${value}, without quotes` : undefined;
}
