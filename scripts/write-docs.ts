/** Writes the reference pages of `docs/` from the registers; `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { referencePages } from './reference-pages.ts';

for (const { path, text } of referencePages()) writeFileSync(path, text);
