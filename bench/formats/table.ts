/** The table as JSON, for the scripts of processes/. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Prepare } from './prepared.ts';

const PROCESSES = resolve(import.meta.dirname, '../processes');

/** A script that reads the table; further arguments follow. */
export const scripted =
  (script: string, ...args: readonly string[]): Prepare =>
  ({ folder, url, requests }) => {
    const file = join(folder, 'table.json');
    writeFileSync(file, JSON.stringify({ url, requests }));
    return { command: [process.execPath, join(PROCESSES, script), file, ...args] };
  };
