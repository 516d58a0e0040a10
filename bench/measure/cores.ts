/** One core for the server and another one for the load, where the machine lets us choose. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export type Role = 'server' | 'load';
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
