/** One command from start to end: wall clock, CPU of it and its children, peak memory. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface CommandOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** After this many milliseconds the command and its children are ended. */
  readonly timeoutMs?: number;
  /** Measures peak memory, too; costs each Node.js process about a millisecond. */
  readonly memory?: boolean;
}

export interface CommandSample {
  readonly wallS: number;
  /** User and system time of the command and all its children. */
  readonly cpuS: number;
  /** The highest peak of its Node.js processes. */
  readonly peakMiB: number | undefined;
  /** `undefined`: it was ended because it took too long. */
  readonly exit: number | undefined;
  readonly output: string;
}

/** bash times the command itself, so its own start-up does not count; `times` prints its own line, then that of its children. */
const TIMED =
  'began=$EPOCHREALTIME; "$@"; code=$?; ended=$EPOCHREALTIME; { echo "$began $ended"; times; } >&3; exit $code';
const PEAK = resolve(import.meta.dirname, 'peak.cjs');
const KEPT_OUTPUT = 20_000;
const LIMIT_MS = 180_000;

/** `0m1.234s` as seconds. */
function seconds(text: string): number {
  const [, minutes = '0', rest = '0'] = /(\d+)m([\d.]+)s/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(rest);
}

function timesOf(text: string): { readonly wallS: number; readonly cpuS: number } {
  const [clock = '', , children = ''] = text.replaceAll(',', '.').split('\n');
  const [began = 0, ended = 0] = clock.split(' ').map(Number);
  const [user = '', system = ''] = children.split(' ');
  return { wallS: ended - began, cpuS: seconds(user) + seconds(system) };
}

function peakIn(file: string): number | undefined {
  try {
    const peaks = readFileSync(file, 'utf8').trim().split('\n').map(Number);
    return Math.max(...peaks) / 1024;
  } catch {
    return undefined;
  }
}

/** Runs a command to its end. Never rejects for what the command does: its exit code says that. */
export async function runCommand(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<CommandSample> {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-bench-peak-'));
  const peakFile = join(folder, 'peak');
  const memory = options.memory ? { NODE_OPTIONS: `--require=${PEAK}`, BENCH_PEAK_FILE: peakFile } : {};
  const child = spawn('bash', ['-c', TIMED, 'timed', ...command], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: '1', ...options.env, ...memory },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let times = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-KEPT_OUTPUT));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.stdio[3]?.on('data', (chunk: Buffer) => void (times += chunk.toString()));
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    // The group is the command's own: it was started detached.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, options.timeoutMs ?? LIMIT_MS);
  const exit = await new Promise<number>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
  clearTimeout(limit);
  const peakMiB = options.memory ? peakIn(peakFile) : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { ...timesOf(times), peakMiB, exit: late ? undefined : exit, output };
}

/** Rejects a run that failed, or did not print what a right one does. */
export async function rightRun(
  command: readonly string[],
  right: RegExp,
  options: CommandOptions = {},
): Promise<CommandSample> {
  const sample = await runCommand(command, options);
  const { exit, output } = sample;
  if (exit === undefined) throw new Error(`not done within ${(options.timeoutMs ?? LIMIT_MS) / 1000} s`);
  if (!right.test(`exit ${exit}\n${output}`)) throw new Error(`exit ${exit}: ${output.trim().slice(-300)}`);
  return sample;
}
