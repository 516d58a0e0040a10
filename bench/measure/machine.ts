/** Where and when a measurement was taken. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { canPin } from './cores.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

export interface Machine {
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly commit: string;
  readonly tagproof: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  /** Processes that wanted a core in the last minute, when the measurement began. */
  readonly loadBefore: number;
  readonly pinned: boolean;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** The version in a package.json. */
export function versionIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}

export const describeMachine = (at: Date): Machine => ({
  date: at.toISOString().slice(0, 10),
  commit: commit(),
  tagproof: versionIn(ROOT) ?? 'unknown',
  node: process.versions.node,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `Linux ${release()}`.replace('Linux', process.platform),
  loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  pinned: canPin,
});
