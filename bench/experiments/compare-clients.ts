/** Clients in turns against one counting server, each proved to do the work before it is timed. */
import type { Client } from '../contenders/clients.ts';
import { notTheWork, proveClient, runClient, type ClientSample } from '../measure/client.ts';
import { ROOT, versionIn } from '../measure/machine.ts';
import { interleaved } from '../measure/rounds.ts';
import { BENCH } from '../formats/rival-binary.ts';
import type { CountingServer } from '../work/counting-server.ts';
import type { BenchRequest } from '../work/requests.ts';
import type { ClientResult } from './client-table.ts';
import type { Context } from './experiment.ts';

/** The version of what runs: a rival's in bench/, ours or a floor's in the root. */
export function versionOf(name: string | undefined, kind: string): string {
  if (kind === 'us') return versionIn(ROOT) ?? '';
  if (name === undefined) return '';
  return versionIn(`${BENCH}/node_modules/${name}`) ?? versionIn(`${ROOT}/node_modules/${name}`) ?? '';
}

export interface Proved {
  readonly clients: readonly Client[];
  /** The clients that were taken out, and why. */
  readonly notes: readonly string[];
}

/** Keeps the clients that send every request as written, pass, and fail where one reply is wrong. */
export async function proveAll(
  clients: readonly Client[],
  server: CountingServer,
  requests: readonly BenchRequest[],
  { say }: Context,
): Promise<Proved> {
  const proved: Client[] = [];
  const notes: string[] = [];
  for (const client of clients)
    try {
      const { total } = await proveClient(client, server, requests);
      proved.push(client);
      say(`${client.name}: ${total} requests, fails where one reply is wrong`);
    } catch (error) {
      notes.push(`${client.name} is left out: ${(error as Error).message}`);
      say(notes.at(-1) ?? '');
    }
  return { clients: proved, notes };
}

/** Measures clients in interleaved rounds; a round that is not the work takes its client out. */
export async function compareClients(
  clients: readonly Client[],
  server: CountingServer,
  requests: readonly BenchRequest[],
  rounds: number,
): Promise<readonly ClientResult[]> {
  const measured = await interleaved(clients, rounds, async (client): Promise<ClientSample> => {
    const sample = await runClient(client, server, requests);
    if (notTheWork(sample, requests) === undefined) return sample;
    // A machine that others use lets a tool miss a time limit of its own: one more try.
    const again = await runClient(client, server, requests);
    const reason = notTheWork(again, requests);
    if (reason !== undefined) throw new Error(reason);
    return again;
  });
  return clients.map((client) => ({
    client,
    version: versionOf(client.package, client.kind),
    measured: measured.get(client.name) ?? { samples: [], failed: 'it was not measured' },
  }));
}
