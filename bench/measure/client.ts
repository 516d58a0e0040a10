/** One client at work: measured, and checked to have done it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../contenders/clients.ts';
import type { CountingServer, Counts } from '../work/counting-server.ts';
import type { BenchRequest } from '../work/requests.ts';
import { runCommand, type CommandOptions, type CommandSample } from './command.ts';

export interface ClientSample extends CommandSample {
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
    const sample = await runCommand(command, {
      ...options,
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    });
    return { ...sample, counts: server.counts() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tail = (text: string): string => text.trim().split('\n').slice(-4).join(' | ').slice(-400);

/** Why a run was not the work; undefined: it sent all requests as written and found all replies right. */
export function notTheWork(sample: ClientSample, requests: readonly BenchRequest[]): string | undefined {
  const { exit, counts, output } = sample;
  if (exit === undefined) return `it took too long: ${tail(output)}`;
  if (exit !== 0) return `exit code ${exit}: ${tail(output)}`;
  if (counts.distinct === requests.length) return undefined;
  return `it asked for ${counts.distinct} of ${requests.length} ids (${counts.total} requests, ${counts.asWritten} as written)`;
}

/** Rejects a client that did not do the work, or that does not notice one wrong tag. */
export async function proveClient(
  client: Client,
  server: CountingServer,
  requests: readonly BenchRequest[],
): Promise<Counts> {
  let good = await runClient(client, server, requests);
  // A machine that others use lets a tool miss a time limit of its own: one more try.
  if (notTheWork(good, requests) !== undefined) good = await runClient(client, server, requests);
  const reason = notTheWork(good, requests);
  if (reason !== undefined) throw new Error(reason);
  const wrong = requests[Math.floor(requests.length / 2)]?.userId ?? '';
  const bad = await runClient(client, server, requests, { wrong });
  if (bad.exit === 0) throw new Error('it passes though the tags of one reply are wrong');
  if (bad.exit === undefined) throw new Error('it does not end where one reply is wrong');
  return good.counts;
}
