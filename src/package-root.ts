/** The folder of the package, compiled or not. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder with a package.json, from this one upwards; the top one where there is none. */
function rootFrom(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : rootFrom(above);
}

export const PACKAGE_ROOT = rootFrom(dirname(fileURLToPath(import.meta.url)));
