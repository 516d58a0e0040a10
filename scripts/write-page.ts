/** Writes the scripts and styles of the HTML report and of the console; `npm run page`. */
import { writeFileSync } from 'node:fs';
import { pageAssets } from './page-asset.ts';

for (const [path, text] of await pageAssets()) writeFileSync(path, text);
