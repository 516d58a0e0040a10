/** How verdicts look: a coloured symbol on a terminal, a word that can be searched for elsewhere. */
import pc from 'picocolors';
import type { Verdict } from '../record/verdict.ts';

const LOOKS = {
  pass: { symbol: '✓', word: 'PASS', tone: 'green' },
  fail: { symbol: '✗', word: 'FAIL', tone: 'red' },
  warn: { symbol: '!', word: 'WARN', tone: 'yellow' },
  skip: { symbol: '-', word: 'SKIP', tone: 'dim' },
  error: { symbol: '?', word: 'ERROR', tone: 'magenta' },
} as const satisfies Record<Verdict, { symbol: string; word: string; tone: keyof Colours }>;

const STYLES = ['bold', 'dim', 'green', 'magenta', 'red', 'yellow'] as const;

export type Colours = Pick<ReturnType<typeof pc.createColors>, (typeof STYLES)[number]>;

/** Every escape sequence that a palette writes. */
export const STYLE_CODES: readonly string[] = [
  ...new Set(STYLES.flatMap((style) => pc.createColors(true)[style](' ').split(' '))),
];

export interface Palette {
  readonly colours: Colours;
  /** The symbol or the word of a verdict. */
  mark(verdict: Verdict): string;
}

/** Without colour no escape sequence is written. */
export function paletteOf(colour: boolean): Palette {
  const colours = pc.createColors(colour);
  return {
    colours,
    mark(verdict) {
      const { symbol, word, tone } = LOOKS[verdict];
      return colour ? colours.bold(colours[tone](symbol)) : word;
    },
  };
}

/** For reports that are files. */
export const PLAIN = paletteOf(false);
