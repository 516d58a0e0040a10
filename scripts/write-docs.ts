/** Writes the reference pages of `docs/` from the registers, and the picture of the README from a run; `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { referencePages } from './reference-pages.ts';
import { PICTURE, terminalPicture } from './terminal-picture.ts';

for (const { path, text } of referencePages()) writeFileSync(path, text);
writeFileSync(PICTURE, await terminalPicture());
