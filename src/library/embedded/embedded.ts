/** The embedded simulator: the target of a run that names none. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { IS_COMPILED, moduleUrl } from '../../base/package-root.ts';
import { simulatorOptionsOf, toThread, type SimulatedFile } from './simulated-file.ts';

interface Embedded {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** A larger world is kept once, in the thread that reads it. */
const MAX_SUBJECTS_OF_THREAD = 20_000;

/** What the thread makes for a request is garbage once that is answered: more room for it than this only takes 24 MiB of memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };
/** The same for the process that starts the thread: its young generation stays as small as it begins, in place of 32 MiB and, from Node.js 24 on, more. */
const SMALL_YOUNG_GENERATION = '--semi-space-growth-factor=1';

/**
 * In a thread of its own, so that a second core answers what the first one sends. Rejects with what the simulator throws while it starts; `close` does
 * with what it throws later.
 */
async function startInThread(file: SimulatedFile): Promise<Embedded> {
  const workerData = toThread(file);
  const worker = new Worker(moduleUrl('src/library/embedded/simulator-thread'), {
    workerData,
    resourceLimits,
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  ended.catch(() => {});
  const early = ended.then((): never => {
    throw new Error('the thread of the embedded simulator ended before it listened');
  });
  const [url] = (await Promise.race([once(worker, 'message'), early])) as [string];
  // V8 doubles it again for each new thread.
  setFlagsFromString(SMALL_YOUNG_GENERATION);
  return {
    url: new URL(url),
    close: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('close');
      await ended;
    },
  };
}

/** Starts a simulator on a free port of the loopback: in a thread of its own where that is requested and possible, or else, as with large worlds, in this one. */
export async function startEmbedded(file: SimulatedFile, ownThread = false): Promise<Embedded> {
  if (ownThread && IS_COMPILED && file.world.subjects.length <= MAX_SUBJECTS_OF_THREAD)
    return startInThread(file);
  // The thread has its own.
  const { Simulator } = await import('../../../simulator/server/server.ts');
  const simulator = new Simulator(simulatorOptionsOf(file));
  const { url } = await simulator.start();
  return { url: new URL(url), close: () => simulator.close() };
}
