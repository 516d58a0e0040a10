/** The rivals: the same requests with the same assertions. */
import { FLOOR_CLIENTS, RIVAL_CLIENTS } from '../contenders/clients.ts';
import { median, medianRatio } from '../measure/rounds.ts';
import { type Experiment, times } from '../report/outcome.ts';
import { startCounting } from '../work/counting-server.ts';
import { requestsFor } from '../work/requests.ts';
import { type ClientResult, clientTable, compareClients, proveAll, wallsOf } from './compare-clients.ts';
import { ASSERTED } from './clients.ts';

const PLAIN = 200;

const beside = (ours: ClientResult | undefined, other: ClientResult | undefined): number =>
  ours === undefined || other === undefined ? Number.NaN : medianRatio(wallsOf(ours), wallsOf(other));

const fine = (results: readonly ClientResult[], kind: string): readonly ClientResult[] =>
  results.filter(({ client, measured }) => client.kind === kind && measured.failed === undefined);

/** The rival of a kind beside which we look worst, by ratios within rounds: the fastest. */
function fastestOf(
  results: readonly ClientResult[],
  kind: string,
  ours: ClientResult | undefined,
): ClientResult | undefined {
  return fine(results, kind).toSorted((a, b) => beside(ours, b) - beside(ours, a))[0];
}

export const rivalClients: Experiment = {
  name: 'rival-clients',
  title: 'The same 200 POSTs with the same assertions',
  run: async (context) => {
    const requests = requestsFor(PLAIN);
    const server = await startCounting({ requests });
    try {
      const { clients, notes } = await proveAll(
        [...FLOOR_CLIENTS, ...RIVAL_CLIENTS],
        server,
        requests,
        context,
      );
      const results = await compareClients(clients, server, requests, context.rounds);
      const [ours] = fine(results, 'us');
      const declarative = fastestOf(results, 'declarative', ours);
      const values: Record<string, number> = {
        'plain.pactum.ratio': beside(ours, fastestOf(results, 'code', ours)),
        'plain.declarative.ratio': beside(ours, declarative),
      };
      for (const each of results) values[`plain.${each.client.name}.wall`] = median(wallsOf(each));
      context.say(`tagproof: ${times(values['plain.pactum.ratio'] ?? Number.NaN)} of pactum`);
      return {
        values,
        tables: [clientTable('200 POSTs with assertions, start-up included', results, 'tagproof', ASSERTED)],
        notes: [...notes, `The fastest declarative rival is ${declarative?.client.name ?? 'unknown'}.`],
      };
    } finally {
      await server.close();
    }
  },
};
