/** The thread that hunts: it takes one task after the other, and reports about every second that it makes progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { expand } from '../../src/suite/format/instance.ts';
import { loadSuite } from '../../src/suite/format/load-suite.ts';
import { readTargetFile } from '../../src/config/target-file/read-target-file.ts';
import { baselineOf, fuzzMutant, fuzzReachOf, runRandomMutant, type Ground } from './run-random.ts';
import { settingsFor, type Setting } from './settings.ts';
import { CopyMaker } from './simulator-copy.ts';
import type { WorkerMessage, Task, ThreadData } from './thread-words.ts';

const BEAT_MS = 1000;

const { bundles, world, suite } = workerData as ThreadData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (said: WorkerMessage): void => parentPort?.postMessage(said);

let beaten = 0;
/** Requests without a socket follow one another without a turn of the timers, so each of them beats, too. */
function beat(): void {
  const now = performance.now();
  if (now - beaten < BEAT_MS / 2) return;
  beaten = now;
  say({ kind: 'alive' });
}

const file = readTargetFile(world, {});
const settings = settingsFor(file);
const ground: Ground = {
  maker: new CopyMaker(bundles),
  file,
  instances: expand(loadSuite(suite)),
  doing: (what) => say({ kind: 'doing', what }),
  alive: beat,
};

function settingAt(place: number): Setting {
  const setting = settings[place];
  if (setting === undefined) throw new RangeError(`no setting ${place}`);
  return setting;
}

async function answerTo(task: Task): Promise<WorkerMessage> {
  const setting = settingAt(task.setting);
  switch (task.kind) {
    case 'baseline':
      return { kind: 'baseline', baseline: await baselineOf(ground, setting, task.setting) };
    case 'reach':
      return {
        kind: 'baseline',
        baseline: await fuzzReachOf(ground, setting, task.setting, task.seed, task.runs),
      };
    case 'run':
      return { kind: 'hunted', kill: await runRandomMutant(ground, task.mutant, setting, task) };
    case 'fuzz':
      return { kind: 'hunted', kill: await fuzzMutant(ground, task.mutant, setting, task.seed, task.runs) };
  }
}

setInterval(beat, BEAT_MS).unref();
parentPort?.on('message', (task: Task) => void answerTo(task).then(say));
