/** What Linux says of processes, in images without `ps`, too; elsewhere nothing is known of them. */
import { readdirSync, readFileSync } from 'node:fs';

/** The state and the parent; undefined: there is no such process, or the system does not say. The name of its command, in brackets, may hold anything. */
function statOf(pid: number | string) {
  try {
    const [, state = '', parent = ''] =
      /.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** Below a process, itself not among them. One whose parent has ended belongs to nothing any more. */
export function processesBelow(pid: number): readonly number[] {
  if (statOf(pid) === undefined) return [];
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = all.map((name) => [Number(name), statOf(name)?.parent] as const);
  const found = [pid];
  for (const each of found)
    found.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return found.slice(1);
}

/** Whether a process has ended, and only waits for its parent to ask how. */
export const isZombie = (pid: number): boolean => /[ZX]/.test(statOf(pid)?.state ?? '');
