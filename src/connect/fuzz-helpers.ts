/** Threads that help the fuzzer. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HelperEnding, GivenBack, Helper, HelperReport, Job } from '../fuzz/campaign/helper.ts';
import type { FuzzInputs } from '../fuzz/trials/fuzz-inputs.ts';
import { IS_COMPILED, moduleUrl } from '../package-root.ts';
import type { OpenTarget } from './connect.ts';
import { fuzzToThread, type FromThread, type ThreadTarget, type ToThread } from './fuzz-messages.ts';

interface Running {
  readonly report: (report: HelperReport) => Promise<void>;
  readonly end: (back: GivenBack | undefined) => void;
  readonly fail: (error: unknown) => void;
}

class FuzzThread implements Helper {
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  readonly ready: Promise<void>;
  readonly #ended: Promise<unknown>;
  #failure: unknown;
  #jobs = 0;
  #reporting: Promise<void> = Promise.resolve();

  constructor(worker: Worker) {
    this.#worker = worker;
    this.ready = once(worker, 'message').then(() => {});
    // A run that is over before it began awaits none.
    this.ready.catch(() => {});
    this.#ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (message: FromThread) => this.#on(message));
    worker.on('error', (error) => {
      this.#failure = error;
      for (const { fail } of this.#running.values()) fail(error);
    });
  }

  run(job: Job, { cut, over }: HelperEnding, report: Running['report']): Promise<GivenBack | undefined> {
    this.#jobs += 1;
    const number = this.#jobs;
    const [onCut, onOver] = [() => this.#post('cut'), () => this.#post('over')];
    cut.addEventListener('abort', onCut, { once: true });
    over.addEventListener('abort', onOver, { once: true });
    return new Promise<GivenBack | undefined>((end, fail) => {
      if (this.#failure !== undefined) fail(this.#failure);
      this.#running.set(number, { report, end, fail });
      this.#post({ number, job });
    }).finally(() => {
      cut.removeEventListener('abort', onCut);
      over.removeEventListener('abort', onOver);
      this.#running.delete(number);
    });
  }

  async close(): Promise<void> {
    this.#post('end');
    await this.#ended;
  }

  #on({ number, ended, ...report }: FromThread): void {
    const job = this.#running.get(number);
    if (job === undefined) return;
    // In turn: a report may have the target checked.
    this.#reporting = this.#reporting
      .then(() => job.report(report))
      .then(() => {
        if (ended !== undefined) job.end(ended.back);
      }, job.fail);
  }

  #post(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(message);
  }
}

/** Sources that run as they are, in development and in tests, are read by tsx, which a thread has to be told of. */
function startThread(workerData: ThreadTarget): Worker {
  const url = moduleUrl('src/connect/fuzz-thread');
  if (IS_COMPILED) return new Worker(url, { workerData });
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
  return new Worker(code, { workerData, eval: true });
}

/** Does some work with threads beside this one, and ends them. `atOnce`: how many requests each may have under way. */
export async function withHelpers<T>(
  count: number,
  target: OpenTarget,
  inputs: FuzzInputs,
  atOnce: number,
  work: (helpers: readonly Helper[]) => Promise<T>,
): Promise<T> {
  const workerData = fuzzToThread(target, inputs, atOnce);
  const threads = Array.from({ length: count }, () => new FuzzThread(startThread(workerData)));
  try {
    return await work(threads);
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}
