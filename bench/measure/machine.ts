/** Where and when a measurement was taken, and on which core. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { resolve } from 'node:path';

/** One core for the server and another one for the load, where the machine lets us choose. */
type Role = 'server' | 'load';
const CORE = { server: 0, load: 1 } as const satisfies Record<Role, number>;

/** Whether commands can be bound to cores: taskset is there, and two cores are. */
export const canPin: boolean = (() => {
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();

/** The command, bound to the core of its role. */
export const pinned = (role: Role, command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', String(CORE[role]), ...command] : command;

export const ROOT = resolve(import.meta.dirname, '../..');
/** Where `npm run bench:rivals` installs the rivals. */
export const BENCH: string = resolve(ROOT, 'bench');
export const rivalBinary = (name: string): string => resolve(BENCH, 'node_modules/.bin', name);

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
function versionIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** The version of what runs: a rival's in bench/, ours or a floor's in the root. */
export function versionOf(name: string | undefined, kind: string): string {
  if (kind === 'us') return versionIn(ROOT) ?? '';
  if (name === undefined) return '';
  return versionIn(`${BENCH}/node_modules/${name}`) ?? versionIn(`${ROOT}/node_modules/${name}`) ?? '';
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
