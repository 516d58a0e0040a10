/** The files of a report: JSON of each command, the plots, and one page of all. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from './markdown.ts';
import type { Results } from './results.ts';
import { plotText } from './svg.ts';

/** The commands whose results a folder can hold, in the order of the page. */
const COMMANDS = ['floors', 'rivals'] as const;

/** The results that a folder holds. */
export const readResults = (folder: string): readonly Results[] =>
  COMMANDS.map((each) => join(folder, `${each}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results);

/** Writes the results of one command beside those of the other, and the page anew. */
export function writeReport(folder: string, which: (typeof COMMANDS)[number], results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${which}.json`), `${JSON.stringify(results, undefined, 1)}\n`);
  for (const plot of results.experiments.flatMap(({ plots = [] }) => plots))
    writeFileSync(join(folder, `${plot.name}.svg`), plotText(plot));
  writeFileSync(join(folder, 'README.md'), reportText(readResults(folder)));
}
