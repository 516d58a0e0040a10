/** Each way to a green result that means nothing: none of them ends with exit code 0. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listening } from '../../transport/test-helpers/servers.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

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

const dir = folder();
const at = (name: string): string => join(dir, name);
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

describe('nothing to run', () => {
  mkdirSync(at('empty'));
  test.each([
    ['an empty suite folder', `run --suite ${at('empty')}`],
    ['a suite without cases', `run --suite ${write('none.yaml', 'chapter: none\ncases: []\n')}`],
    ['a suite file that is empty', `run --suite ${write('blank.yaml', '')}`],
    ['a filter that matches nothing', 'run --only nothing/like-it'],
    ['a filter beside one that matches', 'run --only id/one-short --skip nothing/like-it'],
    ['filters that leave nothing', 'run --only id/one-short --skip id/*'],
    ['a folder without failures to replay', `replay ${at('empty')}`],
  ])('%s ends with 2', async (_, words) => {
    const { exit, err } = await tagproof(words);
    expect(exit).toBe(2);
    expect(err).toMatch(/^error: /);
  });
});

describe('nothing verified', () => {
  test('all skipped ends with 2, whatever the gates', async () => {
    const { exit, err } = await tagproof(
      `run --target ${await serving()} --only reply/success --fail-on warn`,
    );
    expect(exit).toBe(2);
    expect(err).toContain('nothing was verified');
  });

  test('only warned ends with 2 and says so', async () => {
    const world = readFileSync(WORLD, 'utf8').replace(/^/, 'dialect: { codes.returnCode: name }\n');
    const file = write('name.yaml', `target: ${await serving()}\n${world}`);
    const { exit, err, out } = await tagproof(
      `run --target ${file} --only reply/success@group.admin --ignore-setup`,
    );
    expect(out).toMatch(/\n0 passed, 0 failed, [1-9]\d* warned, 0 skipped, 0 errored\n$/);
    expect([exit, err]).toEqual([2, 'nothing was verified: no case passed, 1 case only warned\n']);
  });
});

describe('known failures alone', () => {
  test('verify nothing, and end with 2', async () => {
    const events = at('known.ndjson');
    const baseline = at('known.yaml');
    const words = `run --target ${await servingMutant('short-ids-not-refused')} --world ${WORLD} --only id/one-short`;
    await tagproof(`${words} --reporter ndjson=${events}`);
    await tagproof(`baseline write ${baseline} --from ${events} --reason known`);
    const { exit, err } = await tagproof(`${words} --baseline ${baseline}`);
    expect(exit).toBe(2);
    expect(err).toContain(
      'nothing was verified: no case passed, 9 cases failed, which does not count against',
    );
  });
});

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

describe('a record', () => {
  const file = at('events.ndjson');
  let lines: readonly string[] = [];
  beforeAll(async () => {
    await tagproof(`run --only reply/success --reporter ndjson=${file}`);
    lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  });
  const coverage = (name: string, changed: readonly string[]) =>
    tagproof(`coverage --from ${write(name, `${changed.join('\n')}\n`)}`);

  test('as it was written is 0', async () => {
    expect((await coverage('same.ndjson', lines)).exit).toBe(0);
  });

  test('whose end is lost is refused', async () => {
    expect((await coverage('no-end.ndjson', lines.slice(0, -1))).exit).toBe(2);
  });

  test('that lacks cases ends with 3 and says how many', async () => {
    const { exit, err } = await coverage('few.ndjson', [...lines.slice(0, 3), ...lines.slice(-1)]);
    expect([exit, err]).toEqual([3, 'the record is incomplete: 7 of 9 planned cases are missing\n']);
  });

  test.each([
    ['skip', 2],
    ['error', 3],
    ['fail', 1],
  ])('of which every case came to %s ends with %i', async (verdict, code) => {
    const changed = lines.map((line) => line.replace('"verdict":"pass"', `"verdict":"${verdict}"`));
    expect((await coverage(`${verdict}.ndjson`, changed)).exit).toBe(code);
  });

  test('of few cells does not reach a floor', async () => {
    const { exit, err } = await tagproof(`coverage --from ${at('same.ndjson')} --min-coverage 95%`);
    expect(exit).toBe(1);
    expect(err).toMatch(/^--min-coverage 95%: \d+ of 703 must cells verified \(\d+\.\d %\)\n$/);
  });
});
