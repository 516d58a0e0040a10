/** Own cases: two hundred beside other tools, and what one more costs beside a loop. */
import { LOOP, RIVAL_CLIENTS, TAGPROOF, type Client } from '../contenders/clients.ts';
import { doWork, proveClient } from '../contenders/proof.ts';
import { versionOf } from '../measure/machine.ts';
import { allInterleaved, interleaved, median, medianRatio } from '../measure/rounds.ts';
import { besideFloor, figure, ratioText, seconds, type Experiment, type Row } from '../report/rows.ts';
import { startBackend } from '../work/backend.ts';
import { requestsFor } from '../work/requests.ts';

const PLAIN = 200;
const MORE = { full: 5200, quick: 1200 };

export const ownCases: Experiment = {
  name: 'own-cases',
  title: 'One more case of your own beside a loop',
  run: async ({ rounds, quick, folder }) => {
    const sizes = [PLAIN, MORE[quick ? 'quick' : 'full']] as const;
    const [few, many] = [requestsFor(sizes[0]), requestsFor(sizes[1])];
    const backend = await startBackend(many);
    try {
      const cost = await allInterleaved([TAGPROOF, LOOP], rounds, async (client) => {
        const less = await doWork(client, { backend, requests: few, folder });
        const more = await doWork(client, { backend, requests: many, folder });
        return ((more.cpuS - less.cpuS) * 1000) / (many.length - few.length);
      });
      const [ours, floor] = [cost(TAGPROOF.name), cost(LOOP.name)];
      const of = ['CPU of one more case of your own', LOOP.name, 'at most 6'] as const;
      return {
        rows: [besideFloor(of, ours, floor, (ms) => `${figure(ms)} ms`)],
        values: { 'one-more': medianRatio(ours, floor) },
      };
    } finally {
      await backend.close();
    }
  },
};

/** Us beside pactum and the like. */
export const rivalClients: Experiment = {
  name: 'rival-clients',
  title: 'Own cases beside other tools',
  run: async ({ rounds, folder, say }) => {
    const requests = requestsFor(PLAIN);
    const backend = await startBackend(requests);
    const task = { backend, requests, folder };
    const proved: Client[] = [];
    const notes: string[] = [];
    const leaveOut = (name: string, reason: string): void =>
      void notes.push(`${name} is left out: ${reason}`);
    try {
      for (const client of [TAGPROOF, LOOP, ...RIVAL_CLIENTS])
        try {
          const { total } = await proveClient(client, task);
          say(`${client.name}: ${total} requests, fails where one reply is wrong`);
          proved.push(client);
        } catch (error) {
          leaveOut(client.name, (error as Error).message);
        }
      const measured = await interleaved(proved, rounds, (client) => doWork(client, task));
      const of = (name: string, which: 'wallS' | 'cpuS'): readonly number[] =>
        measured.get(name)?.samples.map((sample) => sample[which]) ?? [];
      for (const [name, { failed }] of measured) if (failed !== undefined) leaveOut(name, failed);
      const rows = proved
        .filter(({ name }) => measured.get(name)?.failed === undefined)
        .map((client): Row => {
          const { name, package: from } = client;
          const version = from === undefined ? '' : versionOf(from);
          const beside =
            name === TAGPROOF.name ? '-' : ratioText(of(TAGPROOF.name, 'wallS'), of(name, 'wallS'));
          const [wall, cpu] = [median(of(name, 'wallS')), median(of(name, 'cpuS'))];
          return {
            table: 'rivals',
            of: [`${PLAIN} own cases`, `${name} ${version}`.trim()],
            measured: [seconds(wall), seconds(cpu), beside],
          };
        });
      const ratio = (name: string): number => medianRatio(of(TAGPROOF.name, 'wallS'), of(name, 'wallS'));
      return { rows, notes, values: { pactum: ratio('pactum'), respect: ratio('Redocly Respect') } };
    } finally {
      await backend.close();
    }
  },
};
