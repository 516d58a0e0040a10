/** Ends work that never waits, such as reading a large file, when its time is over. */
import { runInNewContext } from 'node:vm';

/** What the work gives; undefined: it took longer than so many milliseconds. Left out: it may take any time. */
export function within<T extends object>(ms: number | undefined, work: () => T): T | undefined {
  if (ms === undefined) return work();
  try {
    return runInNewContext('work()', { work }, { timeout: Math.ceil(ms) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
