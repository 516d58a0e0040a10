/** Writes the script and the style of the HTML report; `npm run page`. */
import { writeFileSync } from 'node:fs';
import { PAGE_ASSET, pageAsset } from './page-asset.ts';

writeFileSync(PAGE_ASSET, await pageAsset());
