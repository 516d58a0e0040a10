/** Idle, slow and oversize clients: what they cost the others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BARE, SIMULATOR } from '../contenders/servers.ts';
import { BENCH } from '../formats/rival-binary.ts';
import { worldLine } from '../formats/tagproof.ts';
import { pinned } from '../measure/cores.ts';
import { drive, startOf, writeLoad } from '../measure/server-load.ts';
import type { LoadSample } from '../measure/load.ts';
import type { ServerProcess } from '../measure/server-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { figure } from '../report/format.ts';
import type { Outcome } from '../report/outcome.ts';
import { PATH, SECRET } from '../processes/lookup.mjs';
import { writeWorld } from '../work/players.ts';
import type { Context, Experiment } from './experiment.ts';

const PLAYERS = 1000;
const CONNECTIONS = 16;
const LOAD_MS = { full: 600, quick: 400 };
const SETTLED_MS = 300;

const KINDS = [
  { name: '1,000 idle keep-alive connections', id: 'idle', many: 1000 },
  { name: '100 clients that send a byte of a body every 100 ms', id: 'slow', many: 100 },
  { name: '10 bodies of 1 MiB a second', id: 'oversize', many: 10 },
] as const;

/** Runs while others disturb the server. */
async function disturbed<T>(kind: string, many: number, port: number, work: () => Promise<T>): Promise<T> {
  const script = resolve(BENCH, 'processes/disturb.mjs');
  const [file = '', ...args] = pinned('load', [
    process.execPath,
    script,
    kind,
    String(port),
    PATH,
    String(many),
    SECRET,
  ]);
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child.stdout, 'data');
    await wait(SETTLED_MS);
    return await work();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

interface Pair {
  readonly calm: LoadSample;
  readonly busy: LoadSample;
}

async function run({ folder, rounds, quick, say }: Context): Promise<Outcome> {
  const world = join(folder, 'disturbed.ndjson');
  await writeWorld(world, worldLine(), PLAYERS);
  const ms = LOAD_MS[quick ? 'quick' : 'full'];
  const values: Record<string, number> = {};
  const rows: string[][] = [];
  const servers = [BARE, SIMULATOR];
  const running: ServerProcess[] = [];
  try {
    for (const server of servers) running.push(await startOf(server, world));
    for (const { name, id, many } of KINDS) {
      const pairs = servers.map((): Pair[] => []);
      for (let round = 0; round < Math.min(rounds, 3); round += 1)
        for (const [index, server] of servers.entries()) {
          const process = running[index] as ServerProcess;
          const load = (): Promise<LoadSample> =>
            drive(process, { file: writeLoad(folder, server, PLAYERS), connections: CONNECTIONS, ms });
          pairs[index]?.push({ calm: await load(), busy: await disturbed(id, many, process.port, load) });
        }
      for (const [index, server] of servers.entries()) {
        const of = (which: keyof Pair, what: 'perCpuSecond' | 'p99Ms'): readonly number[] =>
          (pairs[index] ?? []).map((each) => each[which][what]);
        const ratio = medianRatio(of('busy', 'perCpuSecond'), of('calm', 'perCpuSecond'));
        values[`disturbed.${id}.${server === SIMULATOR ? 'ratio' : 'bare'}`] = ratio;
        const p99 = (which: keyof Pair): string => `${figure(median(of(which, 'p99Ms')))} ms`;
        rows.push([name, server.name, figure(ratio), p99('calm'), p99('busy')]);
        say(`${name}, ${server.name}: ${figure(ratio)} of the requests for each CPU second`);
      }
    }
  } finally {
    for (const process of running) await process.stop();
  }
  return {
    values,
    tables: [
      {
        title: 'What other clients cost those that work',
        head: [
          'other clients',
          'server',
          'requests per CPU second beside without',
          'p99 without',
          'p99 with',
        ],
        rows,
        note: 'What the server spends on the other clients counts; they run on the core of the load, which p99 shows. Read the simulator beside the bare server.',
      },
    ],
  };
}

export const disturbedClients: Experiment = {
  name: 'disturbed',
  title: 'Idle, slow and oversize clients',
  run,
};
