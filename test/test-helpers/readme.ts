/** The README, and the code blocks of pages. */
import { readFileSync } from 'node:fs';

export const README = readFileSync('README.md', 'utf8');

/** The code blocks of a language, in their order. */
export const blocksOf = (language: string, page = README): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
