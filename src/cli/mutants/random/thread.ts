/** The thread that hunts: it takes one task after the other, and says every second that it is still able to. */
import { parentPort, workerData } from 'node:worker_threads';
import { expand } from '../../../suite/instance.ts';
import { loadSuite } from '../../../suite/load-suite.ts';
import { readTargetFile } from '../../../target/read-target-file.ts';
import { baselineOf, fuzzHunt, runHunt, type Ground } from './hunt-random.ts';
import { settingsFor } from './settings.ts';
import { CopyMaker } from './simulator-copy.ts';
import type { Said, Task, ThreadData } from './thread-words.ts';

const BEAT_MS = 1000;

const { bundles, world, suite } = workerData as ThreadData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (said: Said): void => parentPort?.postMessage(said);
const file = readTargetFile(world, {});
const settings = settingsFor(file);
const ground: Ground = {
  maker: new CopyMaker(bundles),
  file,
  instances: expand(loadSuite(suite)),
  doing: (what) => say({ kind: 'doing', what }),
};

async function answerTo(task: Task): Promise<Said> {
  const setting = settings[task.setting];
  if (setting === undefined) throw new RangeError(`no setting ${task.setting}`);
  if (task.kind === 'baseline')
    return { kind: 'baseline', baseline: await baselineOf(ground, setting, task.setting) };
  const { mutant } = task;
  const kill =
    task.kind === 'run'
      ? await runHunt(ground, mutant, setting, task.known)
      : await fuzzHunt(ground, mutant, setting, task.bounds);
  return { kind: 'hunted', kill };
}

setInterval(() => say({ kind: 'alive' }), BEAT_MS).unref();
parentPort?.on('message', (task: Task) => void answerTo(task).then(say));
