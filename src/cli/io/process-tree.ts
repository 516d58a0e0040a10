/** What the system says of processes: which of them one has started, as a command of the user is rarely one alone, and whether one has ended. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type Parents = readonly (readonly [pid: number, parent: number])[];

/** Linux lists processes as files, in images without `ps`, too. */
function parentsOnLinux(): Parents {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the command stands in brackets, and may hold anything.
      const [, parent = ''] = /.*\) \S (\d+) /s.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
      return [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
}

const parentsElsewhere = (): Parents =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return [pid ?? 0, parent ?? 0] as const;
    });

/** Below a process, itself not among them; none where the system does not say. One whose parent has ended belongs to nothing any more. */
export function processesBelow(pid: number, platform: NodeJS.Platform): readonly number[] {
  let parents: Parents;
  try {
    parents = platform === 'linux' ? parentsOnLinux() : parentsElsewhere();
  } catch {
    return [];
  }
  const found = [pid];
  for (const each of found)
    found.push(
      ...parents.flatMap(([child, parent]) => (parent === each && !found.includes(child) ? child : [])),
    );
  return found.slice(1);
}

/** Whether a process has ended, and only waits for its parent to ask how. Linux says so; elsewhere it counts as running. */
export function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
