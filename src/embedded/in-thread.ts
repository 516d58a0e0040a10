/** An embedded simulator in a thread of its own, so that a second core answers what the first one sends. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { moduleUrl } from '../package-root.ts';
import type { Embedded } from './embedded.ts';
import type { SimulatedFile } from './simulated-file.ts';
import { CLOSE, toThread, type Listening } from './thread-words.ts';

/** Starts the thread. Rejects with what the simulator throws while it starts; `close` does with what it throws later. */
export async function startInThread(file: SimulatedFile): Promise<Embedded> {
  const worker = new Worker(moduleUrl('src/embedded/simulator-thread'), { workerData: toThread(file) });
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
