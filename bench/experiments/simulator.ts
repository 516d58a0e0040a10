/** The simulator with all its defaults beside bare servers: its pace with few and with a million players, its first reply, and what bodies that are too large cost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BARE, FLOOR_SERVERS, PARTS, SHIPPED_WORLD, SIMULATOR, type Server } from '../contenders/servers.ts';
import { worldLine } from '../contenders/tagproof.ts';
import { BENCH, pinned } from '../measure/machine.ts';
import { interleaved, median, medianRatio } from '../measure/rounds.ts';
import {
  besideBare,
  drive,
  FIRST_REQUEST,
  pace,
  serverTable,
  startOf,
  writeLoad,
} from './compare-servers.ts';
import { startServer, type LoadSample } from '../measure/server-process.ts';
import { PATH, SECRET } from '../processes/lookup.mjs';
import {
  figure,
  seconds,
  type Context,
  type Experiment,
  type Outcome,
  type Table,
} from '../report/outcome.ts';
import { writeWorld } from '../work/requests.ts';

const FEW = 1000;
const MANY = { full: 1_000_000, quick: 50_000 };
const OVERSIZE_A_SECOND = 10;
const LOAD_MS = 600;
const SETTLED_MS = 300;

async function withPlayers(
  players: number,
  servers: readonly Server[],
  context: Context,
): Promise<Outcome & { readonly ratio: number }> {
  const world = join(context.folder, `world-${players}.json`);
  await writeWorld(world, worldLine(), players);
  const { results, notes } = await pace(servers, world, players, context);
  const ratio = besideBare(results, SIMULATOR.name);
  context.say(`${players} players: ${figure(ratio)} of the bare server`);
  const title = `Servers with ${players.toLocaleString('en-US')} players`;
  return { ratio, values: {}, tables: [serverTable(title, results)], notes };
}

/** The simulator with the world that it comes with, from the start of the process. */
async function firstReply({ rounds }: Context): Promise<{ readonly ratio: number; readonly table: Table }> {
  const servers = [
    { name: BARE.name, server: BARE.serve('/dev/null') },
    {
      name: SIMULATOR.name,
      server: SHIPPED_WORLD,
    },
  ];
  const measured = await interleaved(servers, rounds, async ({ server }) => {
    const process = await startServer(server, FIRST_REQUEST);
    await process.stop();
    return process.firstReplyS;
  });
  const of = (name: string): readonly number[] => measured.get(name)?.samples ?? [];
  const table = {
    title: 'From the start of the process to the first reply',
    head: ['server', 'first reply'],
    rows: servers.map(({ name }) => [name, seconds(median(of(name)))]),
  };
  return { ratio: medianRatio(of(SIMULATOR.name), of(BARE.name)), table };
}

/** Runs while other clients send bodies that are too large. */
async function besideOversize<T>(port: number, work: () => Promise<T>): Promise<T> {
  const script = join(BENCH, 'processes/oversize.mjs');
  const args = [String(port), PATH, SECRET, String(OVERSIZE_A_SECOND)];
  const [file = '', ...rest] = pinned('load', [process.execPath, script, ...args]);
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child.stdout, 'data');
    await wait(SETTLED_MS);
    return await work();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

const rates = (samples: readonly LoadSample[]): readonly number[] =>
  samples.map(({ perCpuSecond }) => perCpuSecond);

async function oversize({
  folder,
  rounds,
}: Context): Promise<{ readonly ratio: number; readonly table: Table }> {
  const world = join(folder, 'oversize.json');
  await writeWorld(world, worldLine(), FEW);
  const file = writeLoad(folder, FEW);
  const calm: LoadSample[] = [];
  const busy: LoadSample[] = [];
  const server = await startOf(SIMULATOR, world);
  const load = (): Promise<LoadSample> => drive(server, file, LOAD_MS);
  try {
    for (let round = 0; round < rounds; round += 1) {
      calm.push(await load());
      busy.push(await besideOversize(server.port, load));
    }
  } finally {
    await server.stop();
  }
  const table = {
    title: `${OVERSIZE_A_SECOND} bodies of 1 MiB a second beside the load`,
    head: ['', 'requests per CPU second'],
    rows: [
      ['without them', figure(median(rates(calm)))],
      ['with them', figure(median(rates(busy)))],
    ],
  };
  return { ratio: medianRatio(rates(busy), rates(calm)), table };
}

export const simulator: Experiment = {
  name: 'simulator',
  title: 'The simulator beside bare servers',
  run: async (context) => {
    const few = await withPlayers(FEW, [...FLOOR_SERVERS, ...PARTS], context);
    const many = await withPlayers(MANY[context.quick ? 'quick' : 'full'], FLOOR_SERVERS, context);
    const first = await firstReply(context);
    const large = await oversize(context);
    return {
      values: {
        'simulator.ratio': few.ratio,
        'million.ratio': many.ratio,
        'first-reply.ratio': first.ratio,
        'oversize.ratio': large.ratio,
      },
      tables: [...few.tables, ...many.tables, first.table, large.table],
      notes: [few, many].flatMap(({ notes = [] }) => notes),
    };
  },
};
