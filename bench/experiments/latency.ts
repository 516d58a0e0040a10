/** A target whose replies take 20 ms: what a run adds to waiting for it. */
import { FLOOR_CLIENTS } from '../contenders/clients.ts';
import { median } from '../measure/statistics.ts';
import { startCounting } from '../work/counting-server.ts';
import { requestsFor } from '../work/requests.ts';
import { clientTable, wallsOf } from './client-table.ts';
import { compareClients } from './compare-clients.ts';
import type { Experiment } from './experiment.ts';
import { seconds, times } from '../report/format.ts';

const LATENCY_MS = 20;
const CONNECTIONS = 16;
const CASES = { full: 3200, quick: 800 };
const UNDICI = 'undici loop, 16 at once';

export const latency: Experiment = {
  name: 'latency',
  title: 'A target with 20 ms latency',
  run: async ({ rounds, quick, say }) => {
    const requests = requestsFor(quick ? CASES.quick : CASES.full);
    const idealS = (requests.length / CONNECTIONS) * (LATENCY_MS / 1000);
    const server = await startCounting({ requests, latencyMs: LATENCY_MS });
    try {
      const clients = FLOOR_CLIENTS.filter(({ name }) => name === 'tagproof' || name === UNDICI);
      const results = await compareClients(clients, server, requests, Math.min(rounds, 3));
      const ours = results.find(({ client }) => client.kind === 'us');
      const ratio = ours === undefined ? Number.NaN : median(wallsOf(ours)) / idealS;
      say(`20 ms latency: ${times(ratio)} of the ideal`);
      const note = `The ideal is ${seconds(idealS)}: ${requests.length} requests, ${CONNECTIONS} under way at once, ${LATENCY_MS} ms each. Start-up counts.`;
      return {
        values: { 'latency.ratio': ratio },
        tables: [
          clientTable(`${requests.length} plain cases, each reply after 20 ms`, results, UNDICI, note),
        ],
      };
    } finally {
      await server.close();
    }
  },
};
