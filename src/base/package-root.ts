/** The folder of the package, and whether its code runs compiled. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The nearest folder with a package.json, from this one upwards; the top one where there is none. */
function rootFrom(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : rootFrom(above);
}

export const PACKAGE_ROOT = rootFrom(dirname(fileURLToPath(import.meta.url)));

/** The word for the world of the suite in place of a world file. */
export const CONFORMANCE = 'conformance';

/** Whether `npm run build` has made this code; sources run as they are in development and in tests. */
export const IS_COMPILED = import.meta.url.endsWith('.js');

/**
 * The URL of a module by its path in the sources without its ending, `src/library/embedded/simulator-thread`. A worker is started by it: in the
 * bundle of the command line no path is relative to the module that names it.
 */
export function moduleUrl(path: string): URL {
  const file = IS_COMPILED ? join(PACKAGE_ROOT, 'dist', `${path}.js`) : join(PACKAGE_ROOT, `${path}.ts`);
  return pathToFileURL(file);
}

/** The folder into which the build compiles the shipped suite and world. */
export const COMPILED_DATA = join(PACKAGE_ROOT, 'dist', 'data');

/** SHA-256 of the bytes that were compiled: a file that was changed since is read again. */
export const compiledDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file that the build has made of shipped data; undefined: not built, or the sources run as they are. */
export function compiledData(name: string): string | undefined {
  if (!IS_COMPILED) return undefined;
  try {
    return readFileSync(join(COMPILED_DATA, name), 'utf8');
  } catch {
    return undefined;
  }
}
