/** How cost grows with cases, entities and findings: one point a size, each with a time limit. */
import { join } from 'node:path';
import { SIMULATOR } from '../contenders/servers.ts';
import { CLI, worldLine, writeSuite, writeTarget } from '../formats/tagproof.ts';
import { runCommand } from '../measure/command.ts';
import { drive, startOf, writeLoad } from '../measure/server-load.ts';
import { figure, mebibytes, seconds } from '../report/format.ts';
import type { Outcome, Plot, Series, Table } from '../report/outcome.ts';
import { startCounting, type CountingServer } from '../work/counting-server.ts';
import { writeWorld } from '../work/players.ts';
import { requestsFor, type BenchRequest } from '../work/requests.ts';
import type { Context, Experiment } from './experiment.ts';

/** Time for one point; a point that would need more, by the growth so far, is not begun. */
const LIMIT_MS = { full: 60_000, quick: 6000 };
const SIZES = { full: [100, 1000, 10_000, 100_000, 1_000_000], quick: [100, 1000] };
/** From here on the slope between two sizes is that of growth, not of start-up. */
const TELLING = 10_000;
const MOST_CASES = 100_000;
const PLAYERS = 100;
const LOAD_MS = 600;
const CONNECTIONS = 32;

/** One size: what it cost; the names are the series. */
interface Point {
  readonly size: number;
  readonly cost: Readonly<Record<string, number>>;
}

interface Growth {
  readonly id: string;
  readonly title: string;
  readonly of: string;
  readonly most: number;
  readonly at: (size: number, context: Context) => Promise<Point['cost']>;
}

/** Cases that go round the players. */
const casesFor = (size: number): readonly BenchRequest[] => {
  const requests = requestsFor(PLAYERS);
  return Array.from({ length: size }, (_, index) => requests[index % PLAYERS] as BenchRequest);
};

async function runCases(
  size: number,
  { folder, quick }: Context,
  server: CountingServer,
  exit: number,
): Promise<Point['cost']> {
  const suite = join(folder, `cases-${size}.yaml`);
  const target = join(folder, 'cases-target.yaml');
  writeSuite(suite, casesFor(size));
  writeTarget(target, requestsFor(PLAYERS), server.url);
  const command = [...CLI, 'run', '--target', target, '--suite', suite, '--ignore-setup'];
  return measured(command, quick, exit);
}

async function measured(command: readonly string[], quick: boolean, exit: number): Promise<Point['cost']> {
  const timeoutMs = LIMIT_MS[quick ? 'quick' : 'full'];
  const sample = await runCommand(command, { memory: true, timeoutMs });
  if (sample.exit === undefined) throw new Error(`not reached within ${timeoutMs / 1000} s`);
  if (sample.exit !== exit)
    throw new Error(
      `exit code ${sample.exit}: ${sample.output.trim().split('\n').slice(-3).join(' | ').slice(-300)}`,
    );
  return {
    'wall (s)': sample.wallS,
    'CPU (s)': sample.cpuS,
    'peak memory (MiB)': sample.peakMiB ?? Number.NaN,
  };
}

async function against(
  wrong: 'all' | undefined,
  work: (server: CountingServer) => Promise<Point['cost']>,
): Promise<Point['cost']> {
  const server = await startCounting({ requests: requestsFor(PLAYERS), wrong });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const GROWTHS: readonly Growth[] = [
  {
    id: 'cases',
    title: 'A run by the number of cases',
    of: 'cases',
    most: MOST_CASES,
    at: (size, context) => against(undefined, (server) => runCases(size, context, server, 0)),
  },
  {
    id: 'findings',
    title: 'A run by the number of findings: a backend that fails every case',
    of: 'findings',
    most: 100_000,
    at: (size, context) => against('all', (server) => runCases(size, context, server, 1)),
  },
  {
    id: 'world',
    title: 'A run of one case by the number of declared players',
    of: 'players',
    most: 1_000_000,
    at: async (size, { folder, quick }) => {
      const world = join(folder, `world-${size}.ndjson`);
      const suite = join(folder, 'one.yaml');
      await writeWorld(world, worldLine(), size);
      writeSuite(suite, casesFor(1));
      const server = await startCounting({ requests: requestsFor(size) });
      try {
        return await measured(
          [...CLI, 'run', '--target', server.url, '--world', world, '--suite', suite, '--ignore-setup'],
          quick,
          0,
        );
      } finally {
        await server.close();
      }
    },
  },
  {
    id: 'entities',
    title: 'The simulator by the number of players',
    of: 'players',
    most: 1_000_000,
    at: async (size, { folder }) => {
      const world = join(folder, `world-${size}.ndjson`);
      await writeWorld(world, worldLine(), size);
      const server = await startOf(SIMULATOR, world);
      try {
        const load = { file: writeLoad(folder, SIMULATOR, size), connections: CONNECTIONS, ms: LOAD_MS };
        await drive(server, load);
        const { perCpuSecond } = await drive(server, load);
        return {
          'first reply (s)': server.firstReplyS,
          'resident memory (MiB)': server.residentMiB(),
          'CPU of a request (ms)': 1000 / perCpuSecond,
        };
      } finally {
        await server.stop();
      }
    },
  },
];

function plotOf({ id, title, of }: Growth, points: readonly Point[]): Plot {
  const names = [...new Set(points.flatMap(({ cost }) => Object.keys(cost)))];
  const series = names.map((name): Series => ({
    name,
    points: points.flatMap(({ size, cost }) =>
      cost[name] === undefined ? [] : [[size, cost[name]] as const],
    ),
  }));
  return { name: `growth-${id}`, title, x: of, y: 'cost', series };
}

const shown = (name: string, value: number): string => {
  if (name.endsWith('(s)')) return seconds(value);
  return name.endsWith('(MiB)') ? mebibytes(value) : `${figure(value)} ms`;
};

function tableOf({ title, of }: Growth, points: readonly Point[], ended: string | undefined): Table {
  const names = Object.keys(points[0]?.cost ?? {});
  return {
    title,
    head: [of, ...names.map((name) => name.replace(/ \(.*/, ''))],
    rows: points.map(({ size, cost }) => [
      size.toLocaleString('en-US'),
      ...names.map((name) => shown(name, cost[name] ?? Number.NaN)),
    ]),
    ...(ended !== undefined && { note: ended }),
  };
}

/** Rejects a size that would take longer than the limit if cost grew linearly from here. */
function refuseBeyond(points: readonly Point[], size: number, limitMs: number): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return;
  const secondsOf = ({ cost }: Point): number => cost['wall (s)'] ?? cost['first reply (s)'] ?? 0;
  const expected = (secondsOf(last) - secondsOf(first)) * (size / last.size);
  if (expected * 1000 > limitMs)
    throw new Error(
      `not tried: linear growth alone would take ${seconds(expected)} of the ${limitMs / 1000} s for a point`,
    );
}

/** The slope between the two largest sizes on logarithmic axes: 1 is linear, 2 is quadratic. */
export function slope(points: readonly Point[], name: string): number {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return Number.NaN;
  return Math.log((last.cost[name] ?? 0) / (before.cost[name] ?? 0)) / Math.log(last.size / before.size);
}

const SLOPES: Readonly<Record<string, string>> = {
  cases: 'CPU (s)',
  findings: 'CPU (s)',
  world: 'CPU (s)',
  entities: 'first reply (s)',
};

/** The peak memory of the most cases beside that of 1,000, where the most were reached. */
function memoryOf(points: readonly Point[]): Readonly<Record<string, number>> {
  const peakOf = (size: number): number | undefined =>
    points.find((each) => each.size === size)?.cost['peak memory (MiB)'];
  const [some, most] = [peakOf(1000), peakOf(MOST_CASES)];
  return some === undefined || most === undefined ? {} : { 'growth.cases.memory': most / some };
}

async function run(context: Context): Promise<Outcome> {
  const values: Record<string, number> = {};
  const tables: Table[] = [];
  const plots: Plot[] = [];
  const notes: string[] = [];
  for (const growth of GROWTHS) {
    const points: Point[] = [];
    let ended: string | undefined;
    for (const size of SIZES[context.quick ? 'quick' : 'full'].filter((each) => each <= growth.most)) {
      try {
        refuseBeyond(points, size, LIMIT_MS[context.quick ? 'quick' : 'full']);
        points.push({ size, cost: await growth.at(size, context) });
        context.say(
          `${size} ${growth.of} (${growth.id}): ${figure(Object.values(points.at(-1)?.cost ?? {})[0] ?? Number.NaN)} s`,
        );
      } catch (error) {
        ended = `${size.toLocaleString('en-US')} ${growth.of}: ${(error as Error).message.replaceAll(`${context.folder}/`, '')}`;
        context.say(ended);
        break;
      }
    }
    tables.push(tableOf(growth, points, ended));
    plots.push(plotOf(growth, points));
    if (ended !== undefined) notes.push(`${growth.title}: ${ended}`);
    values[`growth.${growth.id}.reached`] = points.at(-1)?.size ?? 0;
    // Between small sizes start-up hides the growth: a slope counts only where large ones were reached.
    if ((points.at(-1)?.size ?? 0) >= TELLING)
      values[`growth.${growth.id}.slope`] = slope(points, SLOPES[growth.id] ?? '');
    if (growth.id === 'cases') Object.assign(values, memoryOf(points));
  }
  return { values, tables, plots, notes };
}

export const growth: Experiment = { name: 'growth', title: 'Growth', run };
