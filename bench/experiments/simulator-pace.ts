/** Requests for each second of the server's CPU: the simulator with all its defaults beside bare servers. */
import { join } from 'node:path';
import { BARE, FLOOR_SERVERS, type Server } from '../contenders/servers.ts';
import { worldLine } from '../formats/tagproof.ts';
import { drive, startOf, writeLoad } from '../measure/server-load.ts';
import type { ServerProcess } from '../measure/server-process.ts';
import type { LoadSample } from '../measure/load.ts';
import { interleaved, type Measured } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { figure, seconds } from '../report/format.ts';
import type { Table } from '../report/outcome.ts';
import { writeWorld } from '../work/players.ts';
import { versionOf } from './compare-clients.ts';
import type { Context, Experiment } from './experiment.ts';

const PLAYERS = 1000;
const CONNECTIONS = 32;
const WARM_MS = 500;
export const TIMED_MS = { full: 1500, quick: 600 };

interface Running {
  readonly name: string;
  readonly server: Server;
  readonly process: ServerProcess;
  readonly file: string;
}

export interface ServerResult {
  readonly server: Server;
  readonly version: string;
  readonly firstReplyS: number;
  readonly measured: Measured<LoadSample>;
}

export interface Paced {
  readonly results: readonly ServerResult[];
  readonly notes: readonly string[];
}

/** Starts all servers, loads them in turns, ends them. A server that does not answer as expected is left out, with the reason. */
export async function pace(
  servers: readonly Server[],
  world: string,
  players: number,
  { folder, rounds, quick, say }: Context,
): Promise<Paced> {
  const running: Running[] = [];
  const notes: string[] = [];
  const leaveOut = (name: string, error: unknown): void => {
    notes.push(`${name} is left out: ${(error as Error).message.slice(0, 300)}`);
    say(notes.at(-1) ?? '');
  };
  try {
    for (const server of servers)
      try {
        const process = await startOf(server, world);
        running.push({ name: server.name, server, process, file: writeLoad(folder, server, players) });
      } catch (error) {
        leaveOut(server.name, error);
      }
    const load = ({ process, file }: Running, ms: number): Promise<LoadSample> =>
      drive(process, { file, connections: CONNECTIONS, ms });
    await interleaved(running, 2, (each) => load(each, WARM_MS));
    const measured = await interleaved(running, rounds, (each) =>
      load(each, TIMED_MS[quick ? 'quick' : 'full']),
    );
    const results = running.map(({ name, server, process }) => ({
      server,
      version: versionOf(server.package, server.kind),
      firstReplyS: process.firstReplyS,
      measured: measured.get(name) ?? { samples: [] },
    }));
    for (const { server, measured: each } of results)
      if (each.failed !== undefined) leaveOut(server.name, new Error(each.failed));
    return { results: results.filter(({ measured: each }) => each.failed === undefined), notes };
  } finally {
    for (const { process } of running) await process.stop();
  }
}

export const ratesOf = ({ measured }: ServerResult): readonly number[] =>
  measured.samples.map(({ perCpuSecond }) => perCpuSecond);

/** A server's requests for each CPU second beside those of the bare server. */
export function besideBare(results: readonly ServerResult[], name: string): number {
  const find = (which: string): ServerResult | undefined =>
    results.find(({ server }) => server.name === which);
  const [ours, bare] = [find(name), find(BARE.name)];
  return ours === undefined || bare === undefined ? Number.NaN : medianRatio(ratesOf(ours), ratesOf(bare));
}

/** Fastest first. */
export function serverTable(title: string, results: readonly ServerResult[], note: string): Table {
  const sorted = results.toSorted(
    (a, b) => besideBare(results, b.server.name) - besideBare(results, a.server.name),
  );
  return {
    title,
    head: ['server', 'does', 'requests per CPU second', 'beside bare', 'first reply'],
    rows: sorted.map((each) => [
      `${each.server.name} ${each.version}`.trim(),
      each.server.does,
      figure(median(ratesOf(each))),
      figure(besideBare(results, each.server.name)),
      seconds(each.firstReplyS),
    ]),
    note,
  };
}

export const PACE_NOTE = `${CONNECTIONS} keep-alive connections, one request under way on each; every reply is checked to hold the tags.`;

export const simulatorPace: Experiment = {
  name: 'simulator',
  title: 'The simulator beside bare servers',
  run: async (context) => {
    const world = join(context.folder, 'world.ndjson');
    await writeWorld(world, worldLine(), PLAYERS);
    const { results, notes } = await pace(FLOOR_SERVERS, world, PLAYERS, context);
    const ratio = besideBare(results, 'tagproof simulate');
    context.say(`the simulator: ${figure(ratio)} of the bare server`);
    return {
      values: { 'simulator.ratio': ratio },
      tables: [serverTable('Servers', results, PACE_NOTE)],
      notes,
    };
  },
};
