/** The simulator with the world that it comes with: its first reply, and its memory when nothing happens. */
import { setTimeout as wait } from 'node:timers/promises';
import { BARE } from '../contenders/servers.ts';
import { CLI } from '../formats/tagproof.ts';
import { firstRequest } from '../measure/server-load.ts';
import { interleaved } from '../measure/rounds.ts';
import { startServer, type ServerCommand } from '../measure/server-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { figure, mebibytes, seconds } from '../report/format.ts';
import type { Experiment } from './experiment.ts';

const SETTLED_MS = 300;
const BASE = BARE.name;
const OURS = 'tagproof simulate';

const SERVERS: readonly { readonly name: string; readonly server: ServerCommand }[] = [
  {
    name: BASE,
    server: { command: (port) => [process.execPath, ...BARE.serve('/dev/null').command(port).slice(1)] },
  },
  { name: OURS, server: { command: (port) => [...CLI, 'simulate', '--port', String(port)] } },
];

export const idle: Experiment = {
  name: 'idle',
  title: 'First reply and idle memory',
  run: async ({ rounds, say }) => {
    const measured = await interleaved(SERVERS, rounds, async ({ server }) => {
      const process = await startServer(server, firstRequest(BARE));
      try {
        await wait(SETTLED_MS);
        return { firstS: process.firstReplyS, residentMiB: process.residentMiB() };
      } finally {
        await process.stop();
      }
    });
    const of = (name: string, which: 'firstS' | 'residentMiB'): readonly number[] =>
      measured.get(name)?.samples.map((each) => each[which]) ?? [];
    const ratio = (which: 'firstS' | 'residentMiB'): number => medianRatio(of(OURS, which), of(BASE, which));
    say(`first reply: ${figure(ratio('firstS'))} times the bare server's`);
    return {
      values: { 'first-reply.ratio': ratio('firstS'), 'idle-memory.ratio': ratio('residentMiB') },
      tables: [
        {
          title: 'From the start of the process to the first reply, and memory when idle',
          head: ['server', 'first reply', 'beside bare', 'resident memory', 'beside bare'],
          rows: [BASE, OURS].map((name) => [
            name,
            seconds(median(of(name, 'firstS'))),
            figure(medianRatio(of(name, 'firstS'), of(BASE, 'firstS'))),
            mebibytes(median(of(name, 'residentMiB'))),
            figure(medianRatio(of(name, 'residentMiB'), of(BASE, 'residentMiB'))),
          ]),
        },
      ],
    };
  },
};
