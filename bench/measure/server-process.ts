/** A server in a process of its own: its start, its CPU, its end, and load on it from another process. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { pinned } from './machine.ts';

/** Ticks of /proc a second: 100 on every Linux of today. */
const TICKS = 100;
const STARTED_WITHIN_MS = 120_000;
const TRY_AGAIN_MS = 2;

/** What starts a server on a port. */
export type ServerCommand = (port: number) => readonly string[];

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Seconds from the start of the process to the first whole reply. */
  readonly firstReplyS: number;
  /** Seconds of CPU that it has used so far. */
  readonly cpuS: () => number;
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
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 13).reduce((sum, each) => sum + Number(each), 0);
  } catch {
    return 0;
  }
}

/** Whether the server answers this request now: one attempt on a connection of its own. */
function answers(port: number, request: Buffer): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.once('data', () => {
      done(true);
      socket.destroy();
    });
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}

async function firstReply(
  child: ChildProcess,
  port: number,
  request: Buffer,
  output: () => string,
): Promise<void> {
  const until = performance.now() + STARTED_WITHIN_MS;
  while (!(await answers(port, request))) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    if (performance.now() > until) throw new Error(`the server does not answer: ${output()}`);
    await new Promise((next) => setTimeout(next, TRY_AGAIN_MS));
  }
}

/** Starts a server on the server's core, and waits until it answers the request. */
export async function startServer(command: ServerCommand, request: Buffer): Promise<ServerProcess> {
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
    await firstReply(child, port, request, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid,
    port,
    firstReplyS: (performance.now() - began) / 1000,
    cpuS: () => ticksOf(pid) / TICKS,
    stop,
  };
}

const execute = promisify(execFile);
const LOAD = resolve(import.meta.dirname, '../processes/load.mjs');
/** Ends a load whose server hangs. */
const LATE_MS = 30_000;

export interface LoadOptions {
  /** One base64 request a line. */
  readonly file: string;
  readonly connections: number;
  readonly ms: number;
  /** A text that every reply contains. */
  readonly expect: string;
}

export interface LoadSample {
  readonly requests: number;
  readonly perSecond: number;
  /** Requests for each second of CPU of the server: what another core would add does not count. */
  readonly perCpuSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Printed {
  readonly requests: number;
  readonly wrong: number;
  readonly ms: number;
  readonly p50: number;
  readonly p99: number;
}

/** Loads the server; rejects where a single reply was not the expected one. */
export async function loadOn(server: ServerProcess, options: LoadOptions): Promise<LoadSample> {
  const [file = '', ...args] = pinned('load', [
    process.execPath,
    LOAD,
    JSON.stringify({ port: server.port, ...options }),
  ]);
  const before = server.cpuS();
  const { stdout } = await execute(file, args, { timeout: options.ms + LATE_MS });
  const cpuS = server.cpuS() - before;
  const { requests, wrong, ms, p50, p99 } = JSON.parse(stdout) as Printed;
  if (wrong > 0) throw new Error(`${wrong} of ${requests} replies were not the expected ones`);
  return {
    requests,
    perSecond: (requests * 1000) / ms,
    perCpuSecond: requests / cpuS,
    p50Ms: p50,
    p99Ms: p99,
  };
}
