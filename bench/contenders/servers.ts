/** The servers of the same replies: a row each. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { imposter, jsonServerData, mockoonData, openapi } from '../formats/mock-descriptions.ts';
import { BENCH, rivalBinary } from '../formats/rival-binary.ts';
import { CLI } from '../formats/tagproof.ts';
import type { ServerCommand } from '../measure/server-process.ts';
import type { BenchPlayer } from '../work/players.ts';

export interface Server {
  readonly name: string;
  /** `framework`: doing only the bare work; `tool`: a mock server doing what it is for. */
  readonly kind: 'us' | 'floor' | 'framework' | 'tool';
  /** What it does with a request, in a few words. */
  readonly does: string;
  /** The npm package whose version is noted. */
  readonly package?: string;
  /** How it serves a world file, an NDJSON one that begins with `worldLine`. */
  readonly serve: (world: string) => ServerCommand;
  /** Whether it answers only for the player that comes first. */
  readonly onePlayer?: boolean;
  /** The request that it can answer, where it is not the POST of the others. */
  readonly request?: (player: BenchPlayer) => Buffer;
}

const script =
  (name: string) =>
  (world: string): ServerCommand => ({
    command: (port) => [
      process.execPath,
      resolve(BENCH, 'processes', name),
      '--port',
      String(port),
      '--world',
      world,
    ],
  });

/** A folder for the files of one tool, in the operating system's folder for temporary files. */
const folderFor = (name: string): string => mkdtempSync(join(tmpdir(), `tagproof-bench-${name}-`));

function written(name: string, value: unknown): string {
  const file = join(folderFor(name), `${name}.json`);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

export const SIMULATOR: Server = {
  name: 'tagproof simulate',
  kind: 'us',
  does: 'all rules of the protocol, journal, metrics, CORS: the defaults',
  serve: (world) => ({ command: (port) => [...CLI, 'simulate', '--world', world, '--port', String(port)] }),
};

export const BARE: Server = {
  name: 'bare node:http',
  kind: 'floor',
  does: 'reads, parses, looks up, answers',
  serve: script('bare-server.mjs'),
};

export const STATIC: Server = {
  name: 'static node:http',
  kind: 'floor',
  does: 'the same bytes every time',
  onePlayer: true,
  serve: script('static-server.mjs'),
};

export const FASTIFY: Server = {
  name: 'Fastify',
  kind: 'framework',
  does: 'the bare work',
  package: 'fastify',
  serve: script('fastify-server.mjs'),
};

/** json-server keeps what is posted, so it is asked for a resource. */
const getPlayer = ({ userId }: BenchPlayer): Buffer =>
  Buffer.from(`GET /players/${userId} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`);

export const RIVAL_SERVERS: readonly Server[] = [
  FASTIFY,
  {
    name: 'Hono',
    kind: 'framework',
    does: 'the bare work',
    package: 'hono',
    serve: script('hono-server.mjs'),
  },
  {
    name: 'Express',
    kind: 'framework',
    does: 'the bare work',
    package: 'express',
    serve: script('express-server.mjs'),
  },
  {
    name: 'mountebank',
    kind: 'tool',
    does: 'one stub with predicates on method, path, header and body',
    package: 'mountebank',
    onePlayer: true,
    serve: () => ({
      command: (port) => [
        rivalBinary('mb'),
        'start',
        '--configfile',
        written('imposters', imposter(port)),
        '--nologfile',
        '--loglevel',
        'error',
        '--port',
        String(port + 1),
        '--pidfile',
        join(folderFor('mb'), 'pid'),
      ],
    }),
  },
  {
    name: 'json-server',
    kind: 'tool',
    does: 'GET of one of 1,000 resources by id: a POST would be kept',
    package: 'json-server',
    request: getPlayer,
    serve: () => ({
      command: (port) => [
        rivalBinary('json-server'),
        written('players', jsonServerData()),
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
        '--quiet',
      ],
    }),
  },
  {
    name: 'Prism',
    kind: 'tool',
    does: 'the example of an OpenAPI description, the request validated',
    package: '@stoplight/prism-cli',
    onePlayer: true,
    serve: () => ({
      command: (port) => [
        rivalBinary('prism'),
        'mock',
        written('openapi', openapi()),
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
        '--verboseLevel',
        'silent',
      ],
    }),
  },
  {
    name: 'Mockoon',
    kind: 'tool',
    does: 'one route with a fixed body, templating off',
    package: '@mockoon/cli',
    onePlayer: true,
    serve: () => ({
      command: (port) => [
        rivalBinary('mockoon-cli'),
        'start',
        '--data',
        written('mockoon', mockoonData(port)),
        '--disable-log-to-file',
        '--disable-admin-api',
      ],
    }),
  },
];

export const FLOOR_SERVERS: readonly Server[] = [BARE, STATIC, SIMULATOR];
