/** The files of a report: JSON of each command, the plots, and one page of all. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from './markdown.ts';
import { withQuote } from './quote.ts';
import type { Results } from './results.ts';
import { plotText } from './svg.ts';

/** The commands whose results a folder can hold, in the order of the page. */
const COMMANDS = ['floors', 'rivals'] as const;

/** The results that a folder holds. */
export const readResults = (folder: string): readonly Results[] =>
  COMMANDS.map((each) => join(folder, `${each}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results);

/** Writes the results of one command beside those of the other, and the pages again. */
export function writeReport(folder: string, which: (typeof COMMANDS)[number], results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${which}.json`), `${JSON.stringify(results, undefined, 1)}\n`);
  writePages(folder);
}

/** The page and the plots of the results that a folder holds; in a README that is named, the figures that it quotes. */
export function writePages(folder: string, readme?: string): void {
  const results = readResults(folder);
  for (const [name, text] of pagesOf(results)) writeFileSync(join(folder, name), text);
  if (readme !== undefined) writeFileSync(readme, withQuote(readFileSync(readme, 'utf8'), results));
}

/** Every file of a report but the results themselves, as name and text. */
export const pagesOf = (results: readonly Results[]): readonly (readonly [string, string])[] => [
  ['README.md', reportText(results)],
  ...results
    .flatMap(({ experiments }) => experiments.flatMap(({ plots = [] }) => plots))
    .map((plot) => [`${plot.name}.svg`, plotText(plot)] as const),
];
