/** Writes the samples of every report; `npm run samples`. */
import { writeFileSync } from 'node:fs';
import { samples } from './samples.ts';

for (const { path, text } of await samples()) writeFileSync(path, text);
