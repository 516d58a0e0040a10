/** Who serves the same replies: a row each. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BENCH, rivalBinary } from '../formats/rival-binary.ts';
import { CLI } from '../formats/tagproof.ts';
import type { ServerCommand } from '../measure/server-process.ts';
import { PATH, SECRET } from '../processes/lookup.mjs';
import { playerAt, type BenchPlayer } from '../work/players.ts';

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

/** A folder for the files of one tool, in the operating system's own folder for such. */
const folderFor = (name: string): string => mkdtempSync(join(tmpdir(), `tagproof-bench-${name}-`));

function written(name: string, value: unknown): string {
  const file = join(folderFor(name), `${name}.json`);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

const replyOf = ({ tags }: BenchPlayer): object => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags } },
});

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

const openapi = (): object => ({
  openapi: '3.0.3',
  info: { title: 'bench', version: '1.0.0' },
  paths: {
    [PATH]: {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['userId'], properties: { userId: { type: 'string' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'the envelope',
            content: { 'application/json': { example: replyOf(playerAt(0)), schema: { type: 'object' } } },
          },
        },
      },
    },
  },
});

const mockoonData = (port: number): object => ({
  uuid: 'c0ffee00-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'bench',
  endpointPrefix: '',
  latency: 0,
  port,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    {
      uuid: 'c0ffee00-0000-4000-8000-000000000002',
      type: 'http',
      documentation: '',
      method: 'post',
      endpoint: PATH.slice(1),
      responses: [
        {
          uuid: 'c0ffee00-0000-4000-8000-000000000003',
          body: JSON.stringify(replyOf(playerAt(0))),
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
      responseMode: null,
      streamingMode: null,
      streamingInterval: 0,
    },
  ],
  rootChildren: [{ type: 'route', uuid: 'c0ffee00-0000-4000-8000-000000000002' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: true,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
});

const imposter = (port: number): object => ({
  imposters: [
    {
      port,
      host: '127.0.0.1',
      protocol: 'http',
      stubs: [
        {
          predicates: [
            {
              equals: { method: 'POST', path: PATH, headers: { 'Secret-Key': SECRET } },
            },
            { equals: { body: { userId: playerAt(0).userId } } },
          ],
          responses: [
            {
              is: {
                statusCode: 200,
                // mountebank closes a connection after each reply unless a stub says otherwise.
                headers: { 'Content-Type': 'application/json', Connection: 'Keep-Alive' },
                body: JSON.stringify(replyOf(playerAt(0))),
              },
            },
          ],
        },
      ],
    },
  ],
});

const jsonServerData = (count: number): object => ({
  players: Array.from({ length: count }, (_, index) => {
    const player = playerAt(index);
    return { id: player.userId, ...replyOf(player) };
  }),
});

/** As many as the other servers have players. */
const RESOURCES = 1000;

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
        written('players', jsonServerData(RESOURCES)),
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
