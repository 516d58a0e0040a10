/** The compiled command line in processes of its own, which end with the tests of a file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BIN } from './built.ts';
import { atFileEnd } from './file-end.ts';
import { tempFolder } from './temp-folder.ts';

export interface Process {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** Resolves when standard output or error matches. */
  said(pattern: RegExp): Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly end: Promise<number | string>;
}

export function processOf(command: string, args: readonly string[], cwd = '.', env = process.env): Process {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  atFileEnd(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const listeners = new Set<() => void>();
  const heard = (): void => listeners.forEach((listen) => listen());
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    heard();
  });
  const end = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((done, fail) => {
      const listen = (): void => {
        const match = (pattern.exec(out) ?? pattern.exec(err))?.[0];
        if (match !== undefined) done(match);
      };
      listeners.add(listen);
      void end.then((code) => fail(new Error(`it ended with ${code}:\n${out}${err}`)));
      listen();
    });
  return { child, out: () => out, err: () => err, said, end };
}

/** In a folder of its own, where a run may be kept. */
export const tagproof = (...args: readonly string[]): Process =>
  processOf(process.execPath, [BIN, ...args], tempFolder());
/** A line in which `tagproof` is the compiled command. */
export const bash = (line: string): Process =>
  processOf('bash', ['-c', line.replaceAll('tagproof', `'${process.execPath}' '${BIN}'`)], tempFolder());
