/** The embedded simulator: the target of a run that names none. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IS_COMPILED, moduleUrl } from '../../base/package-root.ts';
import type { SimulatedFile } from './simulated-file.ts';
import { CLOSE, toThread, type Listening } from './thread-messages.ts';

interface Embedded {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** A larger world is kept once, in the thread that reads it. */
const MAX_SUBJECTS_OF_THREAD = 20_000;

/** In this thread: with sources that run as they are, and with large worlds. */
async function startHere(file: SimulatedFile): Promise<Embedded> {
  const [{ Simulator }, { simulatorOptionsOf }] = await Promise.all([
    import('../../../simulator/server/server.ts'),
    import('./simulated-file.ts'),
  ]);
  const simulator = new Simulator(simulatorOptionsOf(file));
  const { url } = await simulator.start();
  return { url: new URL(url), close: () => simulator.close() };
}

/** What the thread makes for a request is garbage once that is answered: more room for it than this only takes 24 MiB of memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

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
  let failure: unknown;
  const ended = new Promise<void>((resolve) => {
    worker.on('error', (error) => (failure ??= error));
    worker.once('exit', () => resolve());
  });
  const [{ url }] = (await Promise.race([
    once(worker, 'message'),
    ended.then(() => {
      throw failure ?? new Error('the thread of the embedded simulator ended before it listened');
    }),
  ])) as [Listening];
  return {
    url: new URL(url),
    close: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(CLOSE);
      await ended;
      if (failure !== undefined) throw failure;
    },
  };
}

/** Starts a simulator on a free port of the loopback, in a thread of its own where that is requested and possible. */
export async function startEmbedded(file: SimulatedFile, ownThread = false): Promise<Embedded> {
  const inThread = ownThread && IS_COMPILED && file.world.subjects.length <= MAX_SUBJECTS_OF_THREAD;
  return inThread ? startInThread(file) : startHere(file);
}
