/** A client at work against the backend that counts, and the proof that it does the work. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type CommandOptions, type CommandSample } from '../measure/command.ts';
import type { Backend, Counts } from '../work/backend.ts';
import type { BenchRequest } from '../work/requests.ts';
import type { Client } from './clients.ts';

export interface Task {
  readonly backend: Backend;
  readonly requests: readonly BenchRequest[];
  /** Where a client's files go. */
  readonly folder: string;
}

export interface ClientSample extends CommandSample {
  readonly counts: Counts;
}

/** Runs a client once; `wrong` is an id whose tags the backend gets wrong. */
export async function runClient(
  { prepare }: Client,
  { backend, requests, folder }: Task,
  options: CommandOptions & { readonly wrong?: string } = {},
): Promise<ClientSample> {
  const own = mkdtempSync(join(folder, 'client-'));
  const { command, cwd, env } = prepare({ folder: own, url: backend.url, requests });
  backend.reset(options.wrong);
  const sample = await runCommand(command, { ...options, cwd, env });
  return { ...sample, counts: backend.counts() };
}

/** Rejects a client that does not send every request as written, or fails. */
export async function doWork(client: Client, task: Task): Promise<ClientSample> {
  const sample = await runClient(client, task);
  const { exit, counts, output } = sample;
  if (exit !== 0) throw new Error(`exit ${exit ?? 'by time'}: ${output.trim().slice(-300)}`);
  if (counts.asWritten === task.requests.length) return sample;
  throw new Error(`it sent ${counts.asWritten} of ${task.requests.length} requests as written`);
}

/** Rejects a client that does not do the work, too, or does not notice one wrong tag. */
export async function proveClient(client: Client, task: Task): Promise<ClientSample> {
  const good = await doWork(client, task);
  const wrong = task.requests[Math.floor(task.requests.length / 2)]?.userId ?? '';
  const { exit } = await runClient(client, task, { wrong });
  if (exit === 0) throw new Error('it passes though the tags of one reply are wrong');
  if (exit === undefined) throw new Error('it does not end where one reply is wrong');
  return good;
}
