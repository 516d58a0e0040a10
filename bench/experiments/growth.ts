/** How a run's cost grows with its cases, its findings and the declared players: one point a size, each with a time limit. */
import { join } from 'node:path';
import { CLI, worldLine, writeSuite, writeTarget } from '../contenders/tagproof.ts';
import { runCommand } from '../measure/command.ts';
import {
  mebibytes,
  seconds,
  type Context,
  type Experiment,
  type Outcome,
  type Table,
} from '../report/outcome.ts';
import { startCounting, type CountingOptions } from '../work/counting-server.ts';
import { requestsFor, writeWorld, type BenchRequest } from '../work/requests.ts';

/** Time for one point. */
const LIMIT_MS = { full: 60_000, quick: 6000 };
const SIZES = { full: [1000, 10_000, 100_000], quick: [100, 1000] };
const PLAYERS = 100;

interface Point {
  readonly size: number;
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMiB: number;
}

interface Growth {
  readonly id: string;
  readonly title: string;
  readonly of: string;
  /** Writes what is needed into the folder; the command, its exit code and what the server does. */
  readonly prepare: (
    size: number,
    folder: string,
  ) => Promise<{
    readonly args: (url: string) => readonly string[];
    readonly server: CountingOptions;
    readonly exit: number;
  }>;
}

/** Cases that go round the players. */
const casesFor = (size: number): readonly BenchRequest[] => {
  const requests = requestsFor(PLAYERS);
  return Array.from({ length: size }, (_, index) => requests[index % PLAYERS] as BenchRequest);
};

const byCases =
  (wrong: 'all' | undefined): Growth['prepare'] =>
  (size, folder) => {
    const suite = join(folder, `cases-${size}`);
    writeSuite(suite, casesFor(size));
    const args = (url: string): readonly string[] => {
      const target = join(folder, 'cases-target.yaml');
      writeTarget(target, requestsFor(PLAYERS), url);
      return ['--target', target, '--suite', suite];
    };
    const server = { requests: requestsFor(PLAYERS), wrong };
    return Promise.resolve({ args, server, exit: wrong === undefined ? 0 : 1 });
  };

const GROWTHS: readonly Growth[] = [
  { id: 'cases', title: 'A run by the number of cases', of: 'cases', prepare: byCases(undefined) },
  {
    id: 'findings',
    title: 'A run by the number of findings: a backend that fails every case',
    of: 'findings',
    prepare: byCases('all'),
  },
  {
    id: 'world',
    title: 'A run of one case by the number of declared players',
    of: 'players',
    prepare: async (size, folder) => {
      const world = join(folder, `world-${size}.json`);
      const suite = join(folder, 'one');
      await writeWorld(world, worldLine(), size);
      writeSuite(suite, casesFor(1));
      const args = (url: string): readonly string[] => ['--target', url, '--world', world, '--suite', suite];
      return { args, server: { requests: requestsFor(size) }, exit: 0 };
    },
  },
];

async function pointOf(growth: Growth, size: number, { folder, quick }: Context): Promise<Point> {
  const { args, server: options, exit } = await growth.prepare(size, folder);
  const server = await startCounting(options);
  try {
    const command = [...CLI, 'run', ...args(server.url), '--ignore-setup'];
    const timeoutMs = LIMIT_MS[quick ? 'quick' : 'full'];
    const sample = await runCommand(command, { memory: true, timeoutMs });
    if (sample.exit === undefined) throw new Error(`not reached within ${timeoutMs / 1000} s`);
    if (sample.exit !== exit)
      throw new Error(
        `exit code ${sample.exit}: ${sample.output.trim().split('\n').slice(-3).join(' | ').slice(-300)}`,
      );
    const { wallS, cpuS, peakMiB = Number.NaN } = sample;
    return { size, wallS, cpuS, peakMiB };
  } finally {
    await server.close();
  }
}

/** The slope of CPU between the two largest sizes on logarithmic axes: 1 is linear, 2 is quadratic. */
export function slope(points: readonly Point[]): number {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return Number.NaN;
  return Math.log(last.cpuS / before.cpuS) / Math.log(last.size / before.size);
}

function tableOf({ title, of }: Growth, points: readonly Point[], ended: string | undefined): Table {
  return {
    title,
    head: [of, 'wall', 'CPU', 'peak memory'],
    rows: points.map(({ size, wallS, cpuS, peakMiB }) => [
      size.toLocaleString('en-US'),
      seconds(wallS),
      seconds(cpuS),
      mebibytes(peakMiB),
    ]),
    ...(ended !== undefined && { note: ended }),
  };
}

async function run(context: Context): Promise<Outcome> {
  const values: Record<string, number> = {};
  const tables: Table[] = [];
  for (const growth of GROWTHS) {
    const points: Point[] = [];
    let ended: string | undefined;
    for (const size of SIZES[context.quick ? 'quick' : 'full'])
      try {
        const point = await pointOf(growth, size, context);
        points.push(point);
        context.say(`${size} ${growth.of}: ${seconds(point.wallS)}, ${mebibytes(point.peakMiB)}`);
      } catch (error) {
        ended = `${size.toLocaleString('en-US')} ${growth.of}: ${(error as Error).message.replaceAll(`${context.folder}/`, '')}`;
        context.say(ended);
        break;
      }
    tables.push(tableOf(growth, points, ended));
    const [first, last] = [points[0], points.at(-1)];
    values[`growth.${growth.id}.slope`] = slope(points);
    // Of a smaller size than the largest it would say nothing about that one.
    if (first !== undefined && last !== undefined && ended === undefined)
      values[`growth.${growth.id}.memory`] = last.peakMiB / first.peakMiB;
  }
  return { values, tables };
}

export const growth: Experiment = { name: 'growth', title: 'Growth', run };
