/** A server in a process of its own: its start, its CPU, its end, and load on it from another process. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesFor } from '../work/requests.ts';
import { pinned, PROCESSES } from './machine.ts';

/** Ticks of /proc a second: 100 on every Linux of today. */
const TICKS = 100;
const STARTED_WITHIN_MS = 120_000;
const TRY_AGAIN_MS = 2;

/** What starts a server on a port. */
export type ServerCommand = (port: number) => readonly string[];

export interface ServerProcess {
  readonly port: number;
  /** Seconds from the start of the process to the first whole reply. */
  readonly firstReplyS: number;
  /** Seconds of CPU that it has used so far. */
  readonly cpuS: () => number;
  /** Its highest memory so far. */
  readonly peakMiB: () => number;
  readonly stop: () => Promise<void>;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** User and system ticks of a process. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Whether the server answers this request now: one attempt on a connection of its own. */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytesFor(0)));
    socket.once('data', () => {
      done(true);
      socket.destroy();
    });
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}

async function firstReply(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const until = performance.now() + STARTED_WITHIN_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    if (performance.now() > until) throw new Error(`the server does not answer: ${output()}`);
    await new Promise((next) => setTimeout(next, TRY_AGAIN_MS));
  }
}

/** Starts a server on the server's core, and waits until it answers a request for the first player. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const port = await freePort();
  const [file = '', ...args] = pinned('server', command(port));
  const began = performance.now();
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-2000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const pid = child.pid ?? 0;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  try {
    await firstReply(child, port, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    firstReplyS: (performance.now() - began) / 1000,
    cpuS: () => ticksOf(pid) / TICKS,
    peakMiB: () => peakOf(pid),
    stop,
  };
}

const execute = promisify(execFile);
const LOAD = join(PROCESSES, 'load.mjs');
/** Ends a load whose server hangs. */
const LATE_MS = 30_000;

interface LoadOptions {
  /** One base64 request a line, as `writeLoad` writes them. */
  readonly file: string;
  readonly ms: number;
  /** It ends after so many requests, too. */
  readonly most?: number;
  readonly connections?: number;
  /** How long a connection rests after each reply. */
  readonly restMs?: number;
}

/** What `load.mjs` prints, and the CPU of the server. */
export interface LoadSample {
  readonly requests: number;
  readonly p50Ms: number;
  /** Requests for each second of CPU of the server: what another core would add does not count. */
  readonly perCpuSecond: number;
}

/** A text that every right reply contains, whichever server writes it and however it is indented. */
const EXPECT = '"guild"';

/** Loads the server; rejects where a single reply was not the expected one. */
export async function loadOn(server: ServerProcess, options: LoadOptions): Promise<LoadSample> {
  const given = JSON.stringify({ port: server.port, expect: EXPECT, connections: 32, ...options });
  const [file = '', ...args] = pinned('load', [process.execPath, LOAD, given]);
  const before = server.cpuS();
  const { stdout } = await execute(file, args, { timeout: options.ms + LATE_MS });
  const printed = JSON.parse(stdout) as LoadSample & { readonly wrong: number };
  const { requests, wrong } = printed;
  if (wrong > 0) throw new Error(`${wrong} of ${requests} replies were not the expected ones`);
  return { ...printed, perCpuSecond: requests / (server.cpuS() - before) };
}

/** Most requests that a load repeats: enough to be spread over a million players. */
const MAX_SPREAD = 100_000;

/** Writes requests for players spread over the first `players`, one base64 request a line; names the file. */
export function writeLoad(folder: string, players: number): string {
  const many = Math.min(players, MAX_SPREAD);
  const step = Math.floor(players / many);
  const file = join(folder, `load-${players}`);
  const lines = Array.from({ length: many }, (_, index) => `${bytesFor(index * step).toString('base64')}\n`);
  writeFileSync(file, lines.join(''));
  return file;
}
