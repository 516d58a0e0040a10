/** The servers of the same replies: a row each. */
import { resolve } from 'node:path';
import { BENCH } from '../measure/machine.ts';
import { CLI } from './tagproof.ts';
import type { ServerCommand } from '../measure/server-process.ts';

export interface Server {
  readonly name: string;
  /** What it does with a request, in a few words. */
  readonly does: string;
  /** How it serves a world file, a JSON one that begins with `worldLine`. */
  readonly serve: (world: string) => ServerCommand;
}

const script =
  (name: string, ...more: readonly string[]) =>
  (world: string): ServerCommand =>
  (port) => [
    process.execPath,
    ...(name.endsWith('.ts') ? ['--import', 'tsx'] : []),
    resolve(BENCH, 'processes', name),
    '--port',
    String(port),
    '--world',
    world,
    ...more,
  ];

export const SIMULATOR: Server = {
  name: 'tagproof simulate',
  does: 'all rules of the protocol, journal, CORS: the defaults',
  serve: (world) => (port) => [...CLI, 'simulate', '--world', world, '--port', String(port)],
};

/** The simulator with the world that it comes with. */
export const SHIPPED_WORLD: ServerCommand = (port) => [
  ...CLI,
  'simulate',
  '--world',
  'conformance',
  '--port',
  String(port),
];

export const BARE: Server = {
  name: 'bare node:http',
  does: 'reads, parses, looks up, answers',
  serve: script('bare-server.mjs'),
};

const ASIDE = ['CORS', 'journal'];

/** The simulator with none, one or all of the things that it does besides answering. */
export const PARTS: readonly Server[] = [[], ...ASIDE.map((each) => [each]), ASIDE].map((parts) => ({
  name: ['its answers', ...parts].join(' + '),
  does: 'all rules of the protocol, in a process of its own',
  serve: script('simulator-parts.ts', ...parts.flatMap((part) => ['--with', part])),
}));

export const FLOOR_SERVERS: readonly Server[] = [BARE, SIMULATOR];
