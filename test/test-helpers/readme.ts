/** The README and its code blocks. */
import { readFileSync } from 'node:fs';

export const README = readFileSync('README.md', 'utf8');

/** The code blocks of a language, in their order. */
export const blocksOf = (language: string): readonly string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
