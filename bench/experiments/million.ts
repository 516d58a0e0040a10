/** A million players: requests that are spread over them, and what one of them costs in memory. */
import { join } from 'node:path';
import { BARE, SIMULATOR } from '../contenders/servers.ts';
import { worldLine } from '../formats/tagproof.ts';
import { heapBytes, withHeap } from '../measure/heap.ts';
import { firstRequest } from '../measure/server-load.ts';
import { startServer } from '../measure/server-process.ts';
import { figure } from '../report/format.ts';
import { writeWorld } from '../work/players.ts';
import type { Context, Experiment } from './experiment.ts';
import type { Outcome } from '../report/outcome.ts';
import { besideBare, PACE_NOTE, pace, serverTable } from './simulator-pace.ts';

const PLAYERS = { full: 1_000_000, quick: 50_000 };

/** What the simulator holds with this world. */
async function held(world: string, folder: string): Promise<number> {
  const file = join(folder, 'heap');
  const process = await startServer(withHeap(SIMULATOR.serve(world), file), firstRequest(SIMULATOR));
  try {
    return await heapBytes(process.pid, file);
  } finally {
    await process.stop();
  }
}

async function run(context: Context): Promise<Outcome> {
  const players = PLAYERS[context.quick ? 'quick' : 'full'];
  const [small, large] = [join(context.folder, 'one.ndjson'), join(context.folder, 'million.ndjson')];
  await writeWorld(small, worldLine(), 1);
  await writeWorld(large, worldLine(), players);
  const { results, notes } = await pace([BARE, SIMULATOR], large, players, context);
  const bytes = ((await held(large, context.folder)) - (await held(small, context.folder))) / players;
  const ratio = besideBare(results, SIMULATOR.name);
  context.say(
    `${players} players: ${figure(ratio)} of the bare server with a Map, ${figure(bytes)} bytes a player`,
  );
  const note = `The bare server has the same players in a Map. A player with three tags takes ${figure(bytes)} bytes of the simulator's heap after a collection. ${PACE_NOTE}`;
  return {
    values: { 'million.ratio': ratio, 'million.bytes': bytes },
    tables: [serverTable(`${players.toLocaleString('en-US')} players, spread access`, results, note)],
    notes,
  };
}

export const million: Experiment = { name: 'million', title: 'A million players', run };
