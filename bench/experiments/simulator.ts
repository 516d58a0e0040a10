/** The simulator with all its defaults beside a bare server and beside other tools, under the load that they can answer. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { BARE, RIVAL_SERVERS, SHIPPED_WORLD, SIMULATOR, type Server } from '../contenders/servers.ts';
import { allInterleaved, interleaved, median, medianRatio, type Measured } from '../measure/rounds.ts';
import { loadOn, startServer, writeLoad, type LoadSample, type ServerProcess } from '../measure/server.ts';
import {
  besideFloor,
  besideRivals,
  figure,
  type Context,
  type Experiment,
  type Row,
} from '../report/rows.ts';

const FEW = 1000;
const MANY = { full: 1_000_000, quick: 50_000 };
/** As many as a mock holds that is written by hand. */
const BY_HAND = 100;
const WARM_MS = 1000;
const TIMED_MS = { full: 1500, quick: 600 };

/** Starts servers with so many players, loads them in turns, ends them. One that does not answer as expected has failed. */
async function paces(
  servers: readonly Server[],
  players: number,
  { folder, rounds, quick }: Context,
): Promise<ReadonlyMap<string, Measured<LoadSample>>> {
  const file = writeLoad(folder, players);
  const running = new Map<string, ServerProcess>();
  const drive = async ({ name }: Server, ms: number): Promise<LoadSample> => {
    const server = running.get(name);
    if (server === undefined) throw new Error('it did not start');
    return loadOn(server, { file, ms });
  };
  try {
    for (const { name, prepare } of servers) {
      const command = await prepare(mkdtempSync(join(folder, 'server-')), players);
      await startServer(command).then(
        (server) => running.set(name, server),
        () => undefined,
      );
    }
    await interleaved(servers, 2, (server) => drive(server, WARM_MS));
    return await interleaved(servers, rounds, (server) => drive(server, TIMED_MS[quick ? 'quick' : 'full']));
  } finally {
    for (const server of running.values()) await server.stop();
  }
}

const rate = ({ perCpuSecond }: LoadSample): number => perCpuSecond;
const rates = (measured: ReadonlyMap<string, Measured<LoadSample>>, { name }: Server): readonly number[] =>
  measured.get(name)?.samples.map(rate) ?? [];

const perSecond = (requests: number): string => `${figure(requests)} a CPU second`;

export const simulator: Experiment = {
  name: 'simulator',
  title: 'The simulator beside a bare server',
  run: async (context) => {
    const rows: Row[] = [];
    const values: Record<string, number> = {};
    for (const [id, players] of [
      ['simulator', FEW],
      ['million', MANY[context.quick ? 'quick' : 'full']],
    ] as const) {
      const measured = await paces([BARE, SIMULATOR], players, context);
      const [ours, floor] = [rates(measured, SIMULATOR), rates(measured, BARE)];
      const what = `requests of the simulator with ${players.toLocaleString('en-US')} players`;
      rows.push(besideFloor([what, BARE.name, 'at least 1'], ours, floor, perSecond));
      values[id] = medianRatio(ours, floor);
      context.say(`${players} players: ${figure(values[id])} of the bare server`);
    }
    const bare = await BARE.prepare(context.folder, 1);
    const contenders = [
      { name: 'us', command: SHIPPED_WORLD },
      { name: 'bare', command: bare },
    ];
    const first = await allInterleaved(contenders, context.rounds, async ({ command }) => {
      const server = await startServer(command);
      await server.stop();
      return server.firstReplyS;
    });
    const of = ['from the start of the simulator to its first reply', BARE.name, 'at most 2'] as const;
    return { rows: [...rows, besideFloor(of, first('us'), first('bare'))], values };
  },
};

/** Us beside WireMock and the like. */
export const rivalServers: Experiment = {
  name: 'rival-servers',
  title: 'The simulator beside other tools',
  run: async (context) => {
    const servers = [SIMULATOR, ...RIVAL_SERVERS];
    const measured = await paces(servers, BY_HAND, context);
    return besideRivals(`serving ${BY_HAND} players`, servers, measured, rate, (samples) => {
      const p50 = median(samples.map(({ p50Ms }) => p50Ms));
      return [`${perSecond(median(samples.map(rate)))}, ${figure(p50)} ms`, '-'];
    });
  },
};
