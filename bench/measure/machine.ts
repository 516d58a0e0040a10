/** Where and when a measurement was taken, on which core, and where things are. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const WORLD: string = join(ROOT, 'fixtures/world.yaml');
export const PROCESSES: string = join(ROOT, 'bench/processes');
/** Where `npm run bench:rivals` installs the rivals. */
const RIVALS = join(ROOT, 'bench/node_modules');
export const rival = (path: string): string => join(RIVALS, path);
export const CLI: readonly string[] = [process.execPath, join(ROOT, 'dist/src/cli/bin.js')];

/** Whether commands can be bound to cores: taskset is there, and two cores are. */
const canPin = ((): boolean => {
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();

/** One core for the server and another one for the load, where the machine lets us choose. */
const CORE = { server: '0', load: '1' } as const;

/** The command, bound to the core of its role. */
export const pinned = (role: keyof typeof CORE, command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', CORE[role], ...command] : command;

/** The version of a rival, or of tagproof. */
export function versionOf(name: string): string {
  const folder = name === 'tagproof' ? ROOT : rival(name);
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

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

export const describeMachine = (at: Date): Machine => ({
  date: at.toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  tagproof: versionOf('tagproof'),
  node: process.versions.node,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  pinned: canPin,
});
