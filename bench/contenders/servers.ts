/** The servers of the same replies: a row each. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATH, SECRET } from '../processes/bare-server.mjs';
import { CLI, PROCESSES, rival } from '../measure/machine.ts';
import type { ServerCommand } from '../measure/server.ts';
import type { Contender } from '../report/rows.ts';
import { playerAt } from '../work/requests.ts';
import { writeWorld } from '../work/files.ts';

export interface Server extends Contender {
  /** Writes what it serves, this many players, into a folder that is there; says how to start it. */
  readonly prepare: (folder: string, players: number) => Promise<ServerCommand> | ServerCommand;
}

const worldIn = (folder: string, players: number): string => join(folder, `world-${players}.json`);
const script =
  (name: string, ...args: readonly string[]): ServerCommand =>
  (port) => [process.execPath, join(PROCESSES, name), String(port), ...args];
const simulate =
  (world: string): ServerCommand =>
  (port) => [...CLI, 'simulate', '--world', world, '--port', String(port)];

/** The simulator with the world that it comes with. */
export const SHIPPED_WORLD: ServerCommand = simulate('conformance');

export const SIMULATOR: Server = {
  name: 'tagproof simulate',
  package: 'tagproof',
  prepare: async (folder, players) => {
    await writeWorld(worldIn(folder, players), players);
    return simulate(worldIn(folder, players));
  },
};

/** Serves the world file of the simulator. */
export const BARE: Server = {
  name: 'bare node:http',
  prepare: async (folder, players) => {
    await writeWorld(worldIn(folder, players), players);
    return script('bare-server.mjs', worldIn(folder, players));
  },
};

const playersOf = (count: number): readonly ReturnType<typeof playerAt>[] =>
  Array.from({ length: count }, (_, index) => playerAt(index));
const envelope = (tags: unknown): object => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags } },
});
function written(folder: string, name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const wiremock: Server = {
  name: 'WireMock',
  how: 'a stub for each player',
  package: 'wiremock',
  prepare: (folder, count) => {
    const mappings = playersOf(count).map(({ userId, tags }) => ({
      request: {
        method: 'POST',
        urlPath: PATH,
        headers: { 'Secret-Key': { equalTo: SECRET } },
        bodyPatterns: [{ matchesJsonPath: { expression: '$.userId', equalTo: userId } }],
      },
      response: { jsonBody: envelope(tags), headers: { 'Content-Type': 'application/json' } },
    }));
    mkdirSync(join(folder, 'mappings'), { recursive: true });
    written(folder, 'mappings/all.json', { mappings });
    return (port) => {
      const build = rival('wiremock/build');
      const jar = join(build, readdirSync(build).find((name) => name.endsWith('.jar')) ?? '');
      return ['java', '-jar', jar, '--port', String(port), '--root-dir', folder];
    };
  },
};

const mockoon: Server = {
  name: 'Mockoon',
  how: 'a template over a data bucket',
  package: '@mockoon/cli',
  prepare: (folder, count) => {
    const players = Object.fromEntries(playersOf(count).map(({ userId, tags }) => [userId, tags]));
    const body = JSON.stringify(envelope('TAGS')).replace('"TAGS"', "{{{data 'players' (body 'userId')}}} ");
    const headers = [{ key: 'Content-Type', value: 'application/json' }];
    const responses = [
      { uuid: 'response', body, statusCode: 200, headers, bodyType: 'INLINE', default: true },
    ];
    const file = written(folder, 'mockoon.json', {
      uuid: 'bench',
      lastMigration: 33,
      name: 'bench',
      routes: [{ uuid: 'route', type: 'http', method: 'post', endpoint: PATH.slice(1), responses }],
      rootChildren: [{ type: 'route', uuid: 'route' }],
      data: [{ uuid: 'players', id: 'play', name: 'players', value: JSON.stringify(players) }],
    });
    const start = [process.execPath, rival('@mockoon/cli/bin/run.js'), 'start', '--disable-log-to-file'];
    return (port) => [...start, '--data', file, '--hostname', '127.0.0.1', '--port', String(port)];
  },
};

/** It can't choose an example by the body. */
const prism: Server = {
  name: 'Prism',
  how: 'one example for all players',
  package: '@stoplight/prism-cli',
  prepare: (folder) => {
    const text = { type: 'string' };
    const request = { type: 'object', required: ['userId'], properties: { userId: text } };
    const reply = { schema: { type: 'object' }, example: envelope(playerAt(0).tags) };
    const post = {
      parameters: [{ in: 'header', name: 'Secret-Key', required: true, schema: text }],
      requestBody: { required: true, content: { 'application/json': { schema: request } } },
      responses: { 200: { description: 'the envelope', content: { 'application/json': reply } } },
    };
    const info = { title: 'bench', version: '1.0.0' };
    const file = written(folder, 'openapi.json', { openapi: '3.1.0', info, paths: { [PATH]: { post } } });
    return (port) => [process.execPath, rival('.bin/prism'), 'mock', file, '--port', String(port)];
  },
};

const jsonServer: Server = {
  name: 'json-server',
  how: 'a route of our own',
  package: 'json-server',
  prepare: (folder, count) => {
    const players = playersOf(count).map(({ userId, tags }) => ({ id: userId, tags }));
    return script('json-server.mjs', written(folder, 'database.json', { players }), PATH);
  },
};

export const RIVAL_SERVERS: readonly Server[] = [wiremock, mockoon, prism, jsonServer];
