/** Runs the command line with captured output and interrupts from the test. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';
import type { InterruptSignal, Io, Stream } from '../io/io.ts';
import { runCli } from '../program.ts';

/** A command that is running or has ended. */
export interface Captured {
  readonly exit: Promise<number>;
  out(): string;
  err(): string;
  /** Presses a key at the terminal. */
  press(key: string): void;
  /** Interrupts the command like Ctrl-C. */
  interrupt(): void;
  /** Resolves when standard output or error contains the text; rejects if the command ends without it. */
  said(text: string | RegExp): Promise<string>;
}

export interface Surroundings {
  readonly env?: Io['env'];
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean;
  /** Whether standard output is a terminal with keys. */
  readonly screen?: boolean;
  /** How wide a line of it is. */
  readonly columns?: number;
  /** Process ids of others that run. */
  readonly alive?: readonly number[];
  readonly pid?: number;
  /** Answers a question at the terminal. */
  readonly ask?: Io['ask'];
  /** Runs in place of the command that the words name. */
  readonly instead?: Parameters<typeof runCli>[1];
  /** Where a run is kept; left out: nowhere. */
  readonly lastRecord?: string;
}

/** The process id that the command line sees. */
export const PID = 4711;

class Paper implements Stream {
  readonly isTerminal: boolean;
  readonly colour = false;
  readonly columns: () => number;
  readonly #heard: () => void;
  text = '';

  constructor(isTerminal: boolean, columns: number, heard: () => void) {
    this.isTerminal = isTerminal;
    this.columns = () => columns;
    this.#heard = heard;
  }

  readonly write = (text: string): void => {
    this.text += text;
    this.#heard();
  };
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended.
  }
}

/** Starts a command line; a single text is split at blanks. */
export function start(
  words: string | readonly string[],
  {
    env = {},
    terminal = false,
    screen = false,
    columns = 80,
    alive = [],
    pid = PID,
    ask,
    instead,
    lastRecord,
  }: Surroundings = {},
): Captured {
  const listeners = new Set<() => void>();
  const heard = (): void => listeners.forEach((listen) => listen());
  const [out, err] = [new Paper(screen, columns, heard), new Paper(terminal, columns, heard)];
  const interrupts: ((signal: InterruptSignal) => void)[] = [];
  const argv = typeof words === 'string' ? words.split(' ').filter((word) => word !== '') : words;
  let pressed: (key: string) => void = () => {};
  const keys = (callback: (key: string) => void): (() => void) => {
    pressed = callback;
    return () => void (pressed = () => {});
  };
  const exit = runCli(
    {
      argv,
      env,
      pid,
      isAlive: (other) => alive.includes(other),
      signalGroup,
      out,
      err,
      onInterrupt: (callback) => interrupts.push(callback),
      onExit: () => {},
      ...(ask && { ask }),
      ...(lastRecord !== undefined && { lastRecord }),
      ...(screen && { keys }),
    },
    instead,
  );

  function said(text: string | RegExp): Promise<string> {
    const found = (): string | undefined => {
      const all = out.text + err.text;
      return typeof text === 'string' ? (all.includes(text) ? text : undefined) : text.exec(all)?.[0];
    };
    return new Promise((resolve, reject) => {
      const listen = (): void => {
        const match = found();
        if (match === undefined) return;
        listeners.delete(listen);
        resolve(match);
      };
      listeners.add(listen);
      void exit.then(() =>
        reject(new Error(`the command ended without printing ${String(text)}:\n${out.text}${err.text}`)),
      );
      listen();
    });
  }

  return {
    exit,
    out: () => out.text,
    err: () => err.text,
    press: (key) => pressed(key),
    interrupt: () => interrupts.forEach((callback) => callback('SIGINT')),
    said,
  };
}

export interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line to its end. */
export async function tagproof(
  words: string | readonly string[],
  surroundings?: Surroundings,
): Promise<Ended> {
  const command = start(words, surroundings);
  const exit = await command.exit;
  return { exit, out: command.out(), err: command.err() };
}

export const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** Creates a folder that is removed after the file's tests. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tagproof-test-'));
  atFileEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes a file into a folder of its own. */
export function fileWith(text: string, name = 'world.yaml'): string {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
}

/** A world of one group and one key, whose value is in a variable. */
export const KEY_IN_VARIABLE =
  'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: "${env:ADMIN_KEY}", role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [{ key: a, value: b }] }] }\n';

export const filesIn = (path: string): readonly string[] => readdirSync(path).toSorted();

/** The token of the control API, where `simulating` gives one. */
export const CONTROL_TOKEN = 'a-token-of-the-tests';

interface Reply {
  readonly parameters?: { readonly infoResponseParameters: { readonly tags: unknown } };
}

/** A simulator that serves. */
export interface Serving {
  readonly url: string;
  readonly command: Captured;
  /** Interrupts it and returns its exit code. */
  readonly stop: () => Promise<number>;
  /** Calls its control API, for instance `PUT /clock`; throws what it refuses. */
  readonly api: (methodAndPath: string, body?: unknown) => Promise<{ readonly [name: string]: unknown }>;
  /** Sends a body to an admin operation. */
  readonly ask: (on: 'gamePlayer' | 'group', body: object, key?: string) => Promise<Response>;
  /** The tags of the player playerann1. */
  readonly tags: (key: string) => Promise<unknown>;
}

/** Starts `tagproof simulate` on a free port, and waits until it has printed all that it prints. */
export async function simulating(
  words: string | readonly string[] = '',
  { env, ...surroundings }: Surroundings = {},
): Promise<Serving> {
  const given = typeof words === 'string' ? words.split(' ').filter(Boolean) : words;
  const command = start(['simulate', '--port', '0', ...given], {
    env: env ?? { TAGPROOF_CONTROL_TOKEN: CONTROL_TOKEN },
    ...surroundings,
  });
  const url = (await command.said(/https?:\/\/[0-9.:[\]]+(?=\n|",")/)).trim();
  const ask: Serving['ask'] = (on, body, key = 'public-admin-key-all-rules-0001') =>
    fetch(`${url}/api/rJson/${on}/admin/getTag`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Secret-Key': key },
      body: JSON.stringify(body),
    });
  return {
    url,
    command,
    ask,
    stop: () => {
      command.interrupt();
      return command.exit;
    },
    api: async (methodAndPath, body) => {
      const [method = '', path = ''] = methodAndPath.split(' ');
      const headers = { Authorization: `Bearer ${CONTROL_TOKEN}` };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await fetch(`${url}/_tagproof${path}`, { method, headers, ...sent });
      const text = await reply.text();
      if (!reply.ok) throw new Error(text);
      return text === '' ? {} : JSON.parse(text);
    },
    tags: async (key) => {
      const reply = await ask('gamePlayer', { userId: 'playerann1' }, key);
      return ((await reply.json()) as Reply).parameters?.infoResponseParameters.tags;
    },
  };
}
