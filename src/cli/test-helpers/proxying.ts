/** A proxy that runs through the command line, in front of a backend of the test. */
import http from 'node:http';
import { listening } from '../../http/test-helpers/servers.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import { start, type Captured, type Surroundings } from './captured.ts';

/** A backend that answers each request with what `answer` gives. */
export async function backendOf(answer: (body: string, url: string) => unknown): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answer(body, request.url ?? '')));
    });
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

export interface Proxying {
  readonly url: string;
  readonly command: Captured;
  /** Calls the API of its console. */
  readonly api: (path: string, method?: string) => Promise<Response>;
  /** Interrupts it, and gives its exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts one on a free port. */
export async function proxying(words: string, surroundings: Surroundings = {}): Promise<Proxying> {
  const command = start(`proxy ${words} --port 0`, surroundings);
  await command.said('console: ');
  const [, url = ''] = /(http:\S+) passes on/.exec(command.err()) ?? [];
  const [, page = '', token = ''] = /console: (\S+)\/#token=(\S+)/.exec(command.err()) ?? [];
  return {
    url,
    command,
    api: (path, method = 'GET') =>
      fetch(page + path, { method, headers: { Authorization: `Bearer ${token}` } }),
    stop: () => {
      command.interrupt();
      return command.exit;
    },
  };
}

/** What a client sends that asks for its own tags. */
export const ASKED = {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'Secret-Key': 'sk-player-0123456789',
    'Auth-Token': 'tok-ann-0123456789',
  },
  body: '{"userId":"aaaaaaaaaa"}',
} as const;

/** Asks for a player's own tags below a base URL; gives the text of the reply. */
export const ask = async (url: string, changes: RequestInit = {}): Promise<string> =>
  (await fetch(url + endpointOf('gamePlayer.client').path, { ...ASKED, ...changes })).text();
