/** The fuzzer's pace beside a bare undici loop that sends the same requests, and its memory. */
import { resolve } from 'node:path';
import { Pool } from 'undici';
import { fuzzTarget, type FuzzResult } from '../../src/library/index.ts';
import { SHIPPED_WORLD } from '../contenders/servers.ts';
import { CLI } from '../contenders/tagproof.ts';
import { runCommand } from '../measure/command.ts';
import { ROOT } from '../measure/machine.ts';
import { FIRST_REQUEST } from './compare-servers.ts';
import { startServer, type ServerProcess } from '../measure/server-process.ts';
import { median, medianRatio } from '../measure/rounds.ts';
import { type Context, type Experiment, figure, mebibytes, type Outcome } from '../report/outcome.ts';
import { startRecorder, type RecordedRequest } from '../work/recorder.ts';

const CONCURRENCY = 16;
const WORLD = resolve(ROOT, 'fixtures/world.yaml');
const RECORDED = { full: 15_000, quick: 3000 };
const TIMED_MS = { full: 4000, quick: 1000 };
const LONG = { full: [20_000, 60_000], quick: [2000, 6000] };

const startSimulator = (): Promise<ServerProcess> => startServer(SHIPPED_WORLD, FIRST_REQUEST);

async function fuzzed(
  url: string,
  bound: { readonly runs?: number; readonly timeMs?: number },
  seed: number,
  begin: () => void = () => {},
): Promise<FuzzResult> {
  const result = await fuzzTarget({
    target: url,
    world: WORLD,
    concurrency: CONCURRENCY,
    seed,
    ...bound,
    // Reading the world and the set-up check are over then.
    onEvent: ({ kind }) => {
      if (kind === 'run-started') begin();
    },
  });
  if (result.verdict !== 'holds')
    throw new Error(
      `the fuzzer says ${result.verdict}: ${result.partial ?? JSON.stringify(result.failures[0]?.verdict)}`,
    );
  return result;
}

/** What the fuzzer sends, but for malformed HTTP, which no client sends. */
async function record(port: number, runs: number): Promise<readonly RecordedRequest[]> {
  const recorder = await startRecorder(port);
  try {
    await fuzzed(recorder.url, { runs }, 1);
    return recorder.requests();
  } finally {
    await recorder.close();
  }
}

/** A loop that sends these in turn and reads the replies. */
async function bare(
  port: number,
  requests: readonly RecordedRequest[],
  ms: number,
): Promise<{ readonly requests: number; readonly ms: number }> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONCURRENCY });
  let count = 0;
  const began = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const each = requests[count % requests.length];
      if (each === undefined) return;
      count += 1;
      const { path, headers, body } = each;
      const reply = await pool.request({ method: 'POST', path, headers: [...headers], body });
      await reply.body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  const elapsed = performance.now() - began;
  await pool.close();
  return { requests: count, ms: elapsed };
}

const fuzzing = (port: number, runs: number): readonly string[] => [
  ...CLI,
  'fuzz',
  '--target',
  `http://127.0.0.1:${port}`,
  '--world',
  WORLD,
  '--runs',
  String(runs),
  '--seed',
  '1',
];

/** The peak memory of `tagproof fuzz` with this many requests. */
async function peakOf(port: number, runs: number): Promise<number> {
  const { exit, peakMiB, output } = await runCommand(fuzzing(port, runs), { memory: true });
  if (exit !== 0 || peakMiB === undefined) throw new Error(output.slice(-500));
  return peakMiB;
}

interface Paced {
  readonly perSecond: number;
  /** CPU of this process for a request, in milliseconds. */
  readonly cpuMs: number;
}

/** The pace of some work in this process; the work may say when it really begins, after its set-up. */
async function paced(
  work: (begin: () => void) => Promise<{ readonly requests: number; readonly ms: number }>,
): Promise<Paced> {
  let before = process.cpuUsage();
  const { requests, ms } = await work(() => void (before = process.cpuUsage()));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (requests * 1000) / ms, cpuMs: (user + system) / 1000 / requests };
}

const row = (name: string, paces: readonly Paced[], ratio: number, cpuRatio: number): readonly string[] => [
  name,
  figure(median(paces.map(({ perSecond }) => perSecond))),
  figure(ratio),
  `${figure(median(paces.map(({ cpuMs }) => cpuMs)))} ms`,
  figure(cpuRatio),
];

async function run({ rounds, quick, say }: Context): Promise<Outcome> {
  const size = quick ? 'quick' : 'full';
  const simulator = await startSimulator();
  try {
    const requests = await record(simulator.port, RECORDED[size]);
    say(`${requests.length} requests of the fuzzer recorded`);
    const url = `http://127.0.0.1:${simulator.port}`;
    const floor: Paced[] = [];
    const ours: Paced[] = [];
    await bare(simulator.port, requests, TIMED_MS[size] / 2);
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await paced(() => bare(simulator.port, requests, TIMED_MS[size])));
      ours.push(await paced((begin) => fuzzed(url, { timeMs: TIMED_MS[size] }, round + 1, begin)));
    }
    const of = (which: readonly Paced[], what: keyof Paced): readonly number[] =>
      which.map((each) => each[what]);
    const [few = 0, many = 0] = LONG[size];
    const small = await peakOf(simulator.port, few);
    const large = await peakOf(simulator.port, many);
    const ratio = medianRatio(of(ours, 'perSecond'), of(floor, 'perSecond'));
    const cpuRatio = medianRatio(of(floor, 'cpuMs'), of(ours, 'cpuMs'));
    say(`the fuzzer: ${figure(ratio)} of a bare loop`);
    return {
      values: {
        'fuzzer.ratio': ratio,
        'fuzzer.cpu.ratio': cpuRatio,
        'fuzzer.peak.small': small,
        'fuzzer.peak.large': large,
        'fuzzer.peak.growth': large / small,
      },
      tables: [
        {
          title: 'The fuzzer beside a bare undici loop with the same requests',
          head: [
            '',
            'requests per second',
            'beside the loop',
            'CPU of a request',
            'requests per CPU second beside the loop',
          ],
          rows: [
            row('undici loop, 16 at once', floor, 1, 1),
            row('tagproof fuzz, 16 at once', ours, ratio, cpuRatio),
          ],
          note: `The loop repeats ${requests.length.toLocaleString('en-US')} requests that the fuzzer sent with seed 1, recorded on the wire. Peak memory of the fuzzer: ${mebibytes(small)} for ${few.toLocaleString('en-US')} requests, ${mebibytes(large)} for ${many.toLocaleString('en-US')}.`,
        },
      ],
    };
  } finally {
    await simulator.stop();
  }
}

export const fuzzer: Experiment = { name: 'fuzzer', title: "The fuzzer's pace and memory", run };
