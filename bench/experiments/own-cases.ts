/** Own cases: two hundred beside other tools, and what one more costs beside a loop. */
import { LOOP, RIVAL_CLIENTS, TAGPROOF } from '../contenders/clients.ts';
import { doWork, proveClient } from '../contenders/proof.ts';
import { allInterleaved, interleaved, median, medianRatio } from '../measure/rounds.ts';
import { besideFloor, besideRivals, figure, seconds, type Experiment } from '../report/rows.ts';
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
  run: async ({ rounds, folder }) => {
    const clients = [TAGPROOF, LOOP, ...RIVAL_CLIENTS];
    const requests = requestsFor(PLAIN);
    const backend = await startBackend(requests);
    const task = { backend, requests, folder };
    try {
      const proof = await interleaved(clients, 1, (client) => proveClient(client, task));
      const proved = clients.filter(({ name }) => proof.get(name)?.failed === undefined);
      const measured = await interleaved(proved, rounds, (client) => doWork(client, task));
      const work = `${PLAIN} own cases`;
      return besideRivals(
        work,
        clients,
        new Map([...proof, ...measured]),
        ({ wallS }) => wallS,
        (samples) => [
          seconds(median(samples.map(({ wallS }) => wallS))),
          seconds(median(samples.map(({ cpuS }) => cpuS))),
        ],
      );
    } finally {
      await backend.close();
    }
  },
};
