/** Clients at work, in turns against one counting server: each proved to do the work before it is timed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../contenders/clients.ts';
import type { CountingServer, Counts } from '../work/counting-server.ts';
import type { BenchRequest } from '../work/requests.ts';
import { runCommand, type CommandOptions, type CommandSample } from '../measure/command.ts';
import { versionOf } from '../measure/machine.ts';
import { interleaved, type Measured, median, medianRatio } from '../measure/rounds.ts';
import { type Context, figure, seconds, type Table, times } from '../report/outcome.ts';

interface ClientSample extends CommandSample {
  readonly counts: Counts;
}

/** Runs a client once against the counting server; `wrong` is an id whose tags the server gets wrong. */
export async function runClient(
  client: Client,
  server: CountingServer,
  requests: readonly BenchRequest[],
  options: CommandOptions & { readonly wrong?: string } = {},
): Promise<ClientSample> {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-bench-'));
  try {
    const { command, cwd, env } = client.prepare({ folder, url: server.url, requests });
    server.reset(options.wrong);
    const sample = await runCommand(command, { ...options, cwd, env });
    return { ...sample, counts: server.counts() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tail = (text: string): string => text.trim().split('\n').slice(-4).join(' | ').slice(-400);

/** Why a run was not the work; undefined: it sent all requests as written and found all replies right. */
function notTheWork(sample: ClientSample, requests: readonly BenchRequest[]): string | undefined {
  const { exit, counts, output } = sample;
  if (exit === undefined) return `it took too long: ${tail(output)}`;
  if (exit !== 0) return `exit code ${exit}: ${tail(output)}`;
  if (counts.distinct === requests.length) return undefined;
  return `it asked for ${counts.distinct} of ${requests.length} ids (${counts.total} requests, ${counts.asWritten} as written)`;
}

/** Rejects a client that did not do the work. */
async function doneWork(
  client: Client,
  server: CountingServer,
  requests: readonly BenchRequest[],
): Promise<ClientSample> {
  const sample = await runClient(client, server, requests);
  if (notTheWork(sample, requests) === undefined) return sample;
  // A machine that others use lets a tool miss a time limit of its own: one more try.
  const again = await runClient(client, server, requests);
  const reason = notTheWork(again, requests);
  if (reason !== undefined) throw new Error(reason);
  return again;
}

/** Rejects a client that did not do the work, or that does not notice one wrong tag. */
export async function proveClient(
  client: Client,
  server: CountingServer,
  requests: readonly BenchRequest[],
): Promise<Counts> {
  const good = await doneWork(client, server, requests);
  const wrong = requests[Math.floor(requests.length / 2)]?.userId ?? '';
  const bad = await runClient(client, server, requests, { wrong });
  if (bad.exit === 0) throw new Error('it passes though the tags of one reply are wrong');
  if (bad.exit === undefined) throw new Error('it does not end where one reply is wrong');
  return good.counts;
}

/** Keeps the clients that send every request as written, pass, and fail where one reply is wrong. */
export async function proveAll(
  clients: readonly Client[],
  server: CountingServer,
  requests: readonly BenchRequest[],
  { say }: Context,
) {
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

export interface ClientResult {
  readonly client: Client;
  readonly version: string;
  readonly measured: Measured<ClientSample>;
}

/** Measures clients in interleaved rounds; a round that is not the work takes its client out. */
export async function compareClients(
  clients: readonly Client[],
  server: CountingServer,
  requests: readonly BenchRequest[],
  rounds: number,
): Promise<readonly ClientResult[]> {
  const measured = await interleaved(clients, rounds, (client) => doneWork(client, server, requests));
  return clients.map((client) => ({
    client,
    version: versionOf(client.package, client.kind),
    measured: measured.get(client.name) ?? { samples: [], failed: 'it was not measured' },
  }));
}

export const wallsOf = ({ measured }: ClientResult): readonly number[] =>
  measured.samples.map(({ wallS }) => wallS);
export const cpuOf = ({ measured }: ClientResult): readonly number[] =>
  measured.samples.map(({ cpuS }) => cpuS);

/** Fastest first; `base` is the contender that the ratios are against. */
export function clientTable(
  title: string,
  results: readonly ClientResult[],
  base: string,
  note: string,
): Table {
  const floor = results.find(({ client }) => client.name === base);
  const fine = results.filter(({ measured }) => measured.failed === undefined);
  const sorted = fine.toSorted((a, b) => median(wallsOf(a)) - median(wallsOf(b)));
  return {
    title,
    head: ['client', 'kind', 'wall', 'CPU', 'requests sent', `wall beside ${base}`],
    rows: sorted.map((each) => [
      `${each.client.name} ${each.version}`.trim(),
      each.client.kind,
      seconds(median(wallsOf(each))),
      seconds(median(cpuOf(each))),
      figure(median(each.measured.samples.map(({ counts }) => counts.total))),
      times(floor === undefined ? Number.NaN : medianRatio(wallsOf(each), wallsOf(floor))),
    ]),
    note,
  };
}
