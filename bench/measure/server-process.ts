/** A server in a process of its own: its start, its CPU, its memory, its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pinned } from './cores.ts';

/** Ticks of /proc a second: 100 on every Linux of today. */
const TICKS = 100;
const STARTED_WITHIN_MS = 120_000;
const TRY_AGAIN_MS = 2;

export interface ServerCommand {
  /** The command for a port. */
  readonly command: (port: number) => readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Seconds from the start of the process to the first whole reply. */
  readonly firstReplyS: number;
  /** Seconds of CPU that it and its children have used so far. */
  readonly cpuS: () => number;
  /** Resident memory of it and its children, in MiB. */
  readonly residentMiB: () => number;
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

/** The process and all that descend from it. */
function family(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
    } catch {}
  const found = [pid];
  for (const each of found) for (const [child, parent] of parents) if (parent === each) found.push(child);
  return found;
}

/** User and system ticks of a process and of its children that have ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  } catch {
    return 0;
  }
}

function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
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

/** Ends a process of ours, which may have ended by itself. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** Starts a server on the server's core, and waits until it answers the request. */
export async function startServer(server: ServerCommand, request: Buffer): Promise<ServerProcess> {
  const port = await freePort();
  const [file = '', ...args] = pinned('server', server.command(port));
  const began = performance.now();
  const child = spawn(file, args, {
    cwd: server.cwd,
    env: { ...process.env, NO_COLOR: '1', ...server.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-2000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const pid = child.pid ?? 0;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    for (const each of family(pid).toReversed()) end(each);
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
    cpuS: () => family(pid).reduce((sum, each) => sum + ticksOf(each), 0) / TICKS,
    residentMiB: () => family(pid).reduce((sum, each) => sum + residentOf(each), 0),
    stop,
  };
}
