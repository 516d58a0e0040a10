/** The suite and the fuzzer beside a loop that sends their plain requests once more: from a list, over undici, in a cold process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOP } from '../contenders/clients.ts';
import { SHIPPED_WORLD } from '../contenders/servers.ts';
import { rightRun, type CommandSample } from '../measure/command.ts';
import { CLI, PROCESSES, WORLD } from '../measure/machine.ts';
import { allInterleaved, median, medianRatio } from '../measure/rounds.ts';
import { startServer } from '../measure/server.ts';
import { besideFloor, mebibytes, type Context, type Experiment, type Outcome } from '../report/rows.ts';
import { recorded } from '../work/recorder.ts';

const RUNS = { full: 20_000, quick: 3000 };
const US = 'tagproof';

/** Runs a command beside a simulator that has just begun; the simulator's CPU counts. */
async function beside(command: (url: string) => readonly string[], right: RegExp): Promise<CommandSample> {
  const server = await startServer(SHIPPED_WORLD);
  try {
    const before = server.cpuS();
    const sample = await rightRun(command(`http://127.0.0.1:${server.port}`), right);
    return { ...sample, cpuS: sample.cpuS + server.cpuS() - before };
  } finally {
    await server.stop();
  }
}

/** Samples of a command and of the loop with its plain requests, as often as `count` says or once each. */
async function besideLoop(
  { rounds, folder, say }: Context,
  words: readonly string[],
  right: RegExp,
  count?: number,
) {
  const command = (url: string): readonly string[] => [...CLI, ...words, '--target', url, '--world', WORLD];
  const server = await startServer(SHIPPED_WORLD);
  const requests = await recorded(server.port, (url) => rightRun(command(url), right)).finally(server.stop);
  say(`${requests.length} plain requests recorded`);
  const file = join(folder, 'again.json');
  const loop = (url: string): readonly string[] => {
    writeFileSync(file, JSON.stringify({ url, requests, encoding: 'base64', count }));
    return [process.execPath, join(PROCESSES, 'loop.mjs'), file];
  };
  const contenders = [
    { name: US, sample: () => beside(command, right) },
    { name: LOOP.name, sample: () => beside(loop, /^exit 0/) },
  ];
  const samples = await allInterleaved(contenders, rounds, ({ sample }) => sample());
  const of = (which: 'wallS' | 'cpuS') =>
    [US, LOOP.name].map((name) => samples(name).map((each) => each[which])) as [number[], number[]];
  return { cpu: of('cpuS'), wall: of('wallS') };
}

const FLOOR = `${LOOP.name}: the plain requests once more`;

export const suite: Experiment = {
  name: 'suite',
  title: 'The suite beside its requests once more',
  run: async (context): Promise<Outcome> => {
    const { cpu } = await besideLoop(context, ['run'], /^\d{4,} passed, 0 failed/m);
    const embedded: CommandSample[] = [];
    for (let round = 0; round < Math.min(context.rounds, 3); round += 1)
      embedded.push(await rightRun([...CLI, 'run', 'simulator'], /^exit 0/, { memory: true }));
    const peak = median(embedded.map(({ peakMiB = Number.NaN }) => peakMiB));
    const wall = median(embedded.map(({ wallS }) => wallS));
    return {
      rows: [
        besideFloor(['CPU of the whole suite and its simulator', FLOOR, 'at most 2.0'], ...cpu),
        {
          table: 'floors',
          of: ['peak memory of the whole suite, simulator embedded', '-', 'at most 170 MiB'],
          measured: [mebibytes(peak), '-', '-'],
        },
      ],
      values: { 'suite.cpu': medianRatio(...cpu), 'suite.peak': peak, 'suite.wall': wall },
    };
  },
};

export const fuzzer: Experiment = {
  name: 'fuzzer',
  title: 'The fuzzer beside its requests once more',
  run: async (context): Promise<Outcome> => {
    const runs = RUNS[context.quick ? 'quick' : 'full'];
    const words = ['fuzz', '--runs', String(runs), '--seed', '1'];
    const { wall } = await besideLoop(context, words, /^exit 0/, runs);
    const of = `wall clock of ${runs.toLocaleString('en-US')} requests of the fuzzer`;
    return {
      rows: [besideFloor([of, FLOOR, 'at most 2.5: 0.4 of the pace'], ...wall)],
      values: { 'fuzzer.pace': 1 / medianRatio(...wall) },
    };
  },
};
