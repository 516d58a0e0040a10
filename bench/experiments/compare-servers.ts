/** Servers under the load that they can answer, in turns. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARE, type Server } from '../contenders/servers.ts';
import { PATH, SECRET } from '../processes/lookup.mjs';
import { figure, seconds, type Context, type Table } from '../report/outcome.ts';
import { bytesOf, playerAt } from '../work/requests.ts';
import { interleaved, median, medianRatio, type Measured } from '../measure/rounds.ts';
import { loadOn, startServer, type LoadSample, type ServerProcess } from '../measure/server-process.ts';

/** Most requests that a load repeats: enough to be spread over a million entities. */
const MAX_SPREAD = 100_000;
/** A text that every right reply contains, whichever server writes it and however it is indented. */
const EXPECT = '"guild"';
const CONNECTIONS = 32;
const WARM_MS = 500;
const TIMED_MS = { full: 1500, quick: 600 };

const post = (index: number): Buffer =>
  bytesOf(PATH, SECRET, JSON.stringify({ userId: playerAt(index).userId }));

export const FIRST_REQUEST: Buffer = post(0);

/** Writes requests for players spread over the first `players`, one base64 request a line; names the file. */
export function writeLoad(folder: string, players: number): string {
  const many = Math.min(players, MAX_SPREAD);
  const step = Math.floor(players / many);
  const file = join(folder, `load-${players}`);
  const lines = Array.from({ length: many }, (_, index) => `${post(index * step).toString('base64')}\n`);
  writeFileSync(file, lines.join(''));
  return file;
}

export const startOf = (server: Server, world: string): Promise<ServerProcess> =>
  startServer(server.serve(world), FIRST_REQUEST);

export const drive = (process: ServerProcess, file: string, ms: number): Promise<LoadSample> =>
  loadOn(process, { file, connections: CONNECTIONS, ms, expect: EXPECT });

export interface ServerResult {
  readonly server: Server;
  readonly measured: Measured<LoadSample>;
}

/** A server that is left out is named with the reason. */
export interface Paced {
  readonly results: readonly ServerResult[];
  readonly notes: readonly string[];
}

/** Starts all servers with a world, loads them in turns, ends them. A server that does not answer as expected is left out. */
export async function pace(
  servers: readonly Server[],
  world: string,
  players: number,
  { folder, rounds, quick, say }: Context,
): Promise<Paced> {
  const running: { readonly name: string; readonly server: Server; readonly process: ServerProcess }[] = [];
  const notes: string[] = [];
  const leaveOut = (name: string, reason: string): void => {
    notes.push(`${name} is left out: ${reason.slice(0, 300)}`);
    say(notes.at(-1) ?? '');
  };
  const file = writeLoad(folder, players);
  try {
    for (const server of servers)
      try {
        running.push({ name: server.name, server, process: await startOf(server, world) });
      } catch (error) {
        leaveOut(server.name, (error as Error).message);
      }
    await interleaved(running, 2, ({ process }) => drive(process, file, WARM_MS));
    const ms = TIMED_MS[quick ? 'quick' : 'full'];
    const measured = await interleaved(running, rounds, ({ process }) => drive(process, file, ms));
    const results = running.map(({ name, server }) => ({
      server,
      measured: measured.get(name) ?? { samples: [] },
    }));
    for (const { server, measured: each } of results)
      if (each.failed !== undefined) leaveOut(server.name, each.failed);
    return { results: results.filter(({ measured: each }) => each.failed === undefined), notes };
  } finally {
    for (const { process } of running) await process.stop();
  }
}

const ratesOf = (result: ServerResult | undefined): readonly number[] =>
  result?.measured.samples.map(({ perCpuSecond }) => perCpuSecond) ?? [];

/** A server's requests for each CPU second beside those of the bare server. */
export function besideBare(results: readonly ServerResult[], name: string): number {
  const find = (which: string): ServerResult | undefined =>
    results.find(({ server }) => server.name === which);
  return medianRatio(ratesOf(find(name)), ratesOf(find(BARE.name)));
}

/** Fastest first. */
export function serverTable(title: string, results: readonly ServerResult[], note = ''): Table {
  const rows = results.map((each) => ({ each, ratio: besideBare(results, each.server.name) }));
  return {
    title,
    head: ['server', 'does', 'requests per CPU second', 'beside bare', 'median latency', 'p99'],
    rows: rows
      .toSorted((a, b) => b.ratio - a.ratio)
      .map(({ each: { server, measured }, ratio }) => [
        server.name,
        server.does,
        figure(median(measured.samples.map(({ perCpuSecond }) => perCpuSecond))),
        figure(ratio),
        seconds(median(measured.samples.map(({ p50Ms }) => p50Ms / 1000))),
        seconds(median(measured.samples.map(({ p99Ms }) => p99Ms / 1000))),
      ]),
    note: `${note} ${CONNECTIONS} keep-alive connections, one request under way on each; every reply is checked to hold the tags.`.trim(),
  };
}
