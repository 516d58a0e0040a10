/** What a server process holds in memory after a collection. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerCommand } from './server-process.ts';

const LOOK_MS = 50;
const LATE_MS = 60_000;

/** A server that can be asked what it holds. */
export const withHeap = (server: ServerCommand, file: string): ServerCommand => ({
  ...server,
  env: {
    ...server.env,
    NODE_OPTIONS: `--require=${resolve(import.meta.dirname, 'heap.cjs')}`,
    BENCH_HEAP_FILE: file,
  },
});

/** Bytes of heap and of buffers beside it that are in use. */
export async function heapBytes(pid: number, file: string): Promise<number> {
  rmSync(file, { force: true });
  execFileSync('kill', ['-USR2', String(pid)]);
  for (let waited = 0; !existsSync(file); waited += LOOK_MS) {
    if (waited > LATE_MS) throw new Error('the server does not say what it holds');
    await wait(LOOK_MS);
  }
  return Number(readFileSync(file, 'utf8'));
}
