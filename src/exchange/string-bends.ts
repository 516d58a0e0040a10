/** Named alterations of a string: ids and secrets are bent by the same table, in the suite and in the fuzzer. */

export const STRING_BENDS = {
  'cut-one': (text) => text.slice(0, -1),
  'add-one': (text) => `${text}${text.at(-1) ?? 'x'}`,
  'drop-first': (text) => text.slice(1),
  half: (text) => text.slice(0, Math.ceil(text.length / 2)),
  doubled: (text) => text + text,
  'far-too-long': (text) => text.padEnd(2000, text === '' ? 'x' : text),
  'swap-case': (text) => [...text].map(swapCase).join(''),
  'change-last': (text) => text.slice(0, -1) + (text.endsWith('q') ? 'r' : 'q'),
  'pad-left': (text) => ` ${text}`,
  'pad-right': (text) => `${text} `,
  'blank-last': (text) => `${text.slice(0, -1)} `,
  empty: () => '',
} as const satisfies Record<string, (text: string) => string>;

export type StringBend = keyof typeof STRING_BENDS;

function swapCase(character: string): string {
  const upper = character.toUpperCase();
  return character === upper ? character.toLowerCase() : upper;
}

/** The text, altered in the named way. */
export function bendString(text: string, bend: StringBend): string {
  return STRING_BENDS[bend](text);
}

export function isStringBend(name: string): name is StringBend {
  return Object.hasOwn(STRING_BENDS, name);
}
