/** A server under the load that it can answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../contenders/servers.ts';
import { playerAt } from '../work/players.ts';
import { bytesOf } from '../work/requests.ts';
import { PATH, SECRET } from '../processes/lookup.mjs';
import { loadOn, type LoadOptions, type LoadSample } from './load.ts';
import { startServer, type ServerProcess } from './server-process.ts';

const post = ({ userId }: { readonly userId: string }): Buffer =>
  bytesOf(PATH, SECRET, JSON.stringify({ userId }));

/** Most requests that a load repeats: enough to be spread over a million entities. */
const MOST_SPREAD = 100_000;
/** A text that every right reply contains, whichever server writes it and however it is indented. */
const EXPECT = '"guild"';

/** Writes requests for players spread over the first `players`, one base64 request a line; names the file. */
export function writeLoad(folder: string, server: Server, players: number): string {
  const many = server.onePlayer ? 1 : Math.min(players, MOST_SPREAD);
  const step = Math.floor(players / many);
  const request = server.request ?? post;
  const lines = Array.from({ length: many }, (_, index) =>
    request(playerAt(index * step)).toString('base64'),
  );
  const file = join(folder, `load-${server.name.replaceAll(/\W/g, '-')}-${players}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

export const firstRequest = (server: Server): Buffer => (server.request ?? post)(playerAt(0));

export const startOf = (server: Server, world: string): Promise<ServerProcess> =>
  startServer(server.serve(world), firstRequest(server));

export interface Drive extends Pick<LoadOptions, 'connections' | 'ms'> {
  readonly file: string;
}

export const drive = (process: ServerProcess, load: Drive): Promise<LoadSample> =>
  loadOn(process, { ...load, expect: EXPECT });
