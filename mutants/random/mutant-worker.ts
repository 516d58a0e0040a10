/** A thread that hunts, seen from the command: restarted when a mutant crashes or hangs it. */
import { Worker } from 'node:worker_threads';
import { IS_COMPILED, moduleUrl } from '../../src/package-root.ts';
import type { Kill } from './random-mutant-outcome.ts';
import type { Baseline } from './run-random.ts';
import type { MutantTask, WorkerMessage, Task, ThreadData } from './thread-words.ts';

const TICK_MS = 1000;
/** Ticks without a message after which a mutant counts as hanging, and ticks after which any task does. */
const MOST_SILENT = 30;
const MOST_TICKS = 600;

/** Where sources are run as they are, the thread needs the loader of TypeScript first. */
const THREAD = moduleUrl('mutants/random/thread');
const WITH_LOADER = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(THREAD.href)});
});`;

const HEAP_MB = 2048;

const deaf = (): void => {};

export class MutantWorker {
  readonly #data: ThreadData;
  #worker: Worker | undefined;
  /** What the task under way does with a message, and with the end of the thread. */
  #heard: (said: WorkerMessage) => void = deaf;
  #failed: (error: Error) => void = deaf;

  constructor(data: ThreadData) {
    this.#data = data;
  }

  /** A task without a mutant. */
  async baseline(task: Task): Promise<Baseline> {
    const said = await this.#ask(task);
    if (said.kind === 'baseline') return said.baseline;
    throw new Error('the simulator without a mutant could not be checked');
  }

  async runMutant(task: MutantTask): Promise<Kill | undefined> {
    const said = await this.#ask(task);
    return said.kind === 'hunted' ? said.kill : undefined;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #begun(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const options = { workerData: this.#data, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } };
    const worker = IS_COMPILED
      ? new Worker(THREAD, options)
      : new Worker(WITH_LOADER, { ...options, eval: true });
    // Once for its whole life: a thread whose listeners were all removed is not heard any more.
    worker.on('message', (said: WorkerMessage) => this.#heard(said));
    worker.on('error', (error: Error) => this.#failed(error));
    this.#worker = worker;
    return worker;
  }

  /** The answer to a task; a thread that dies or hangs at it is a kill. */
  #ask(task: Task): Promise<WorkerMessage> {
    const worker = this.#begun();
    return new Promise((resolve, reject) => {
      let [silent, ticks] = [0, 0];
      /** Undefined: the thread itself is still starting, and what goes wrong is a fault of ours. */
      let during: string | undefined;
      const leave = (): void => {
        clearInterval(ticking);
        this.#heard = deaf;
        this.#failed = deaf;
      };
      const lose = (by: 'hang' | 'crash', error?: Error): void => {
        leave();
        this.#worker = undefined;
        void worker.terminate().then(() => {
          if ('mutant' in task && during !== undefined)
            return resolve({ kind: 'hunted', kill: { by, during } });
          reject(error ?? new Error('a thread without a mutant does not answer'));
        });
      };
      const ticking = setInterval(() => {
        if (during !== undefined) silent += 1;
        ticks += 1;
        if (silent > MOST_SILENT || ticks > MOST_TICKS) lose('hang');
      }, TICK_MS);
      this.#heard = (said) => {
        silent = 0;
        if (said.kind === 'doing') during = said.what;
        if (said.kind !== 'baseline' && said.kind !== 'hunted') return;
        leave();
        resolve(said);
      };
      this.#failed = (error) => lose('crash', error);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(task);
    });
  }
}
