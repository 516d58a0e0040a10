/** Load on a server from a process of its own, and what it cost the server. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { pinned } from './cores.ts';
import type { ServerProcess } from './server-process.ts';

const execute = promisify(execFile);
const LOAD = resolve(import.meta.dirname, '../processes/load.mjs');
/** Ends a load whose server hangs. */
const LATE_MS = 30_000;

export interface LoadOptions {
  /** One base64 request a line. */
  readonly file: string;
  readonly connections: number;
  readonly ms: number;
  /** A text that every reply contains. */
  readonly expect: string;
}

export interface LoadSample {
  readonly requests: number;
  readonly perSecond: number;
  /** Requests for each second of CPU of the server: what another core would add does not count. */
  readonly perCpuSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Printed {
  readonly requests: number;
  readonly wrong: number;
  readonly ms: number;
  readonly p50: number;
  readonly p99: number;
}

/** Loads the server; rejects where a single reply was not the expected one. */
export async function loadOn(server: ServerProcess, options: LoadOptions): Promise<LoadSample> {
  const [file = '', ...args] = pinned('load', [
    process.execPath,
    LOAD,
    JSON.stringify({ port: server.port, ...options }),
  ]);
  const before = server.cpuS();
  const { stdout } = await execute(file, args, { timeout: options.ms + LATE_MS });
  const cpuS = server.cpuS() - before;
  const { requests, wrong, ms, p50, p99 } = JSON.parse(stdout) as Printed;
  if (wrong > 0) throw new Error(`${wrong} of ${requests} replies were not the expected ones`);
  return {
    requests,
    perSecond: (requests * 1000) / ms,
    perCpuSecond: requests / cpuS,
    p50Ms: p50,
    p99Ms: p99,
  };
}
