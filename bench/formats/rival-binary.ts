/** Where `npm run bench:rivals` installs the commands of rivals. */
import { resolve } from 'node:path';

export const BENCH: string = resolve(import.meta.dirname, '..');

export const rivalBinary = (name: string): string => resolve(BENCH, 'node_modules/.bin', name);
