/** `tagproof proxy` beside a bare forwarding loop: what an exchange waits for it, and the memory that many take. */
import { join } from 'node:path';
import { BARE } from '../contenders/servers.ts';
import { CLI, PROCESSES } from '../measure/machine.ts';
import { allInterleaved, median } from '../measure/rounds.ts';
import { loadOn, startServer, writeLoad, type ServerCommand, type ServerProcess } from '../measure/server.ts';
import { figure, mebibytes, seconds, type Experiment } from '../report/rows.ts';

const PLAYERS = 100;
/** Between two requests of a game: what is judged meanwhile keeps none waiting. */
const REST_MS = 3;
const WARM_MS = 3000;
const TIMED_MS = { full: 1500, quick: 600 };
const EXCHANGES = { full: 10_000, quick: 1000 };
const LATE_MS = 60_000;

export const proxy: Experiment = {
  name: 'proxy',
  title: 'The proxy beside a bare forwarding loop',
  run: async ({ folder, rounds, quick }) => {
    const size = quick ? 'quick' : 'full';
    const file = writeLoad(folder, PLAYERS);
    const running: ServerProcess[] = [];
    const begin = async (command: ServerCommand): Promise<ServerProcess> => {
      const server = await startServer(command);
      running.push(server);
      return server;
    };
    try {
      const { port: to } = await begin(await BARE.prepare(folder, PLAYERS));
      const loop = join(PROCESSES, 'forwarding-loop.mjs');
      const floor = await begin((port) => [process.execPath, loop, String(port), String(to)]);
      const ours = await begin((port) => [...CLI, 'proxy', `http://127.0.0.1:${to}`, '--port', String(port)]);
      const contenders = [
        { name: 'us', server: ours },
        { name: 'floor', server: floor },
      ];
      const driven = (times: number, ms: number) =>
        allInterleaved(contenders, times, ({ server }) =>
          loadOn(server, { file, ms, connections: 1, restMs: REST_MS }),
        );
      await driven(1, WARM_MS);
      const samples = await driven(rounds, TIMED_MS[size]);
      const [mine, bare] = ['us', 'floor'].map((name) => samples(name).map(({ p50Ms }) => p50Ms)) as [
        number[],
        number[],
      ];
      const added = median(mine.map((each, round) => each - (bare[round] ?? Number.NaN)));
      const before = ours.cpuS();
      const most = EXCHANGES[size];
      await loadOn(ours, { file, ms: LATE_MS, most });
      return {
        rows: [
          {
            table: 'floors',
            of: [
              'median latency through the proxy',
              'a forwarding loop over node:http',
              'at most 0.5 ms more',
            ],
            measured: [
              `${figure(median(mine))} ms`,
              `${figure(median(bare))} ms`,
              `${figure(added)} ms more`,
            ],
          },
          {
            table: 'growth',
            of: ['exchanges through the proxy', most.toLocaleString('en-US')],
            measured: ['-', seconds(ours.cpuS() - before), mebibytes(ours.peakMiB()), '-'],
          },
        ],
      };
    } finally {
      for (const server of running) await server.stop();
    }
  },
};
