/** Targets that are not a backend, and runs that an outage cuts short: none of them ends with exit code 0. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listening } from '../../transport/test-helpers/servers.ts';
import { tagproof } from '../test-helpers/captured.ts';
import { serving, WORLD } from '../test-helpers/serving.ts';

/** A target of this server; the URL. */
const urlOf = async (server: Server): Promise<string> => `http://127.0.0.1:${await listening(server)}`;

/** Answers every request alike. */
const answering = (answer: (reply: ServerResponse) => void): Promise<string> =>
  urlOf(
    createServer((request, reply) => {
      request.resume();
      request.on('end', () => answer(reply));
    }),
  );

function say(reply: ServerResponse, status: number, type: string, body: string): void {
  reply.writeHead(status, { 'content-type': type });
  reply.end(body);
}

describe.concurrent('a target that is none', () => {
  const run = async (url: string) =>
    tagproof(`run --target ${url} --world ${WORLD} --ignore-setup --only 4.5.2 --timeout 1s`);

  test('a load balancer that answers 503 to all ends with 3', async () => {
    const { exit, err } = await run(await answering((reply) => say(reply, 503, 'text/html', '<h1>503</h1>')));
    expect(exit).toBe(3);
    expect(err).toContain('HTTP 503');
  });

  test('a page for maintenance ends with 3', async () => {
    const { exit } = await run(
      await answering((reply) => say(reply, 200, 'text/html', '<h1>back soon</h1>')),
    );
    expect(exit).toBe(3);
  });

  test('one success for whatever is asked ends with 1', async () => {
    const same = JSON.stringify({
      returnCode: 1,
      parameters: { errorCode: 1, infoResponseParameters: { tags: [] } },
    });
    const { exit } = await run(await answering((reply) => say(reply, 200, 'application/json', same)));
    expect(exit).toBe(1);
  });

  test('nothing at the port ends with 3', async () => {
    expect((await run('http://127.0.0.1:9')).exit).toBe(3);
  });
});

const NOT_HANDED_ON: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);

/** Hands as many requests on to a backend; then `after` answers. */
async function until(most: number, after: (reply: ServerResponse, server: Server) => void): Promise<string> {
  const backend = await serving();
  let count = 0;
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      count += 1;
      if (count > most) return after(reply, server);
      const sent = Object.entries(request.headers).filter(([name]) => !NOT_HANDED_ON.has(name));
      const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
      fetch(backend + request.url, { method: 'POST', headers, body: Buffer.concat(chunks) })
        .then(async (got) => say(reply, got.status, got.headers.get('content-type') ?? '', await got.text()))
        .catch(() => reply.destroy());
    });
  });
  return urlOf(server);
}

describe.concurrent('a run that is cut', () => {
  const only = `--world ${WORLD} --only 7.3 --timeout 1s`;

  test('a target that goes away half-way ends with 3', async () => {
    const url = await until(150, (reply, server) => {
      reply.destroy();
      server.close();
      server.closeAllConnections();
    });
    const { exit, out } = await tagproof(`run --target ${url} ${only}`);
    expect(exit).toBe(3);
    expect(out).toContain('\npartial: ');
  });

  test('a gateway that answers 503 from half-way on ends with 3', async () => {
    const url = await until(150, (reply) => say(reply, 503, 'text/html', ''));
    expect((await tagproof(`run --target ${url} ${only}`)).exit).toBe(3);
  });

  test('--max-time ends with 3, an interrupt with 130', async () => {
    expect((await tagproof('run --max-time 1ms')).exit).toBe(3);
  });
});
