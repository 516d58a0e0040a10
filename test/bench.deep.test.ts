/** The bench: its contenders do the same work, what does not is noticed, and the committed report is that of its results. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOOR_CLIENTS, RIVAL_CLIENTS, type Client } from '../bench/contenders/clients.ts';
import { FLOOR_SERVERS } from '../bench/contenders/servers.ts';
import { worldLine } from '../bench/contenders/tagproof.ts';
import { proveClient, runClient } from '../bench/experiments/compare-clients.ts';
import { interleaved, median, medianRatio } from '../bench/measure/rounds.ts';
import { drive, startOf, writeLoad } from '../bench/experiments/compare-servers.ts';
import { BUDGETS, stateOf } from '../bench/report/budgets.ts';
import { quoteOf, readResults, reportText, withQuote } from '../bench/report/pages.ts';
import { startCounting, type CountingServer } from '../bench/work/counting-server.ts';
import { requestsFor, writeWorld } from '../bench/work/requests.ts';
import { rawServer } from '../src/http/test-helpers/servers.ts';
import { buildWhereStale } from './test-helpers/built.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const REQUESTS = requestsFor(20);
const folder = tempFolder();
let server: CountingServer;

beforeAll(async () => {
  buildWhereStale();
  server = await startCounting({ requests: REQUESTS });
});
afterAll(() => server.close());

const scripted = (name: string, code: string): Client => ({
  name,
  kind: 'floor',
  prepare: ({ url }) => ({ command: [process.execPath, '-e', code, url] }),
});

describe('clients', () => {
  test.each(FLOOR_CLIENTS.map((client) => [client.name, client] as const))(
    '%s sends every request as written and notices one wrong reply',
    async (_name, client) => {
      const counts = await proveClient(client, server, REQUESTS);
      expect(counts.distinct).toBe(REQUESTS.length);
      if (client.kind === 'floor') expect(counts).toMatchObject({ total: 20, asWritten: 20 });
    },
  );

  test('one that sends nothing is refused', async () => {
    await expect(proveClient(scripted('idle', ''), server, REQUESTS)).rejects.toThrow(
      'asked for 0 of 20 ids',
    );
  });

  test('one that does not look at replies is refused', async () => {
    const code = `const { request } = require('node:http');
for (const { path, headers, body } of ${JSON.stringify(REQUESTS)})
  request(process.argv[1] + path, { method: 'POST', headers }, (reply) => reply.resume()).end(body);`;
    await expect(proveClient(scripted('blind', code), server, REQUESTS)).rejects.toThrow('it passes though');
  });

  test('one that never ends is ended', async () => {
    const hanging = scripted('hanging', 'setInterval(() => {}, 1000)');
    expect(await runClient(hanging, server, REQUESTS, { timeoutMs: 300 })).toMatchObject({ exit: undefined });
  });

  test.each(RIVAL_CLIENTS.map((client) => [client.name, client] as const))(
    'the files of %s hold every request and what it expects',
    (_name, { prepare }) => {
      const own = tempFolder();
      prepare({ folder: own, url: 'http://127.0.0.1:1', requests: REQUESTS });
      const text = readdirSync(own)
        .map((file) => readFileSync(join(own, file), 'utf8'))
        .join('\n');
      const missing = REQUESTS.filter(
        ({ userId, tags }) =>
          !text.includes(userId) ||
          tags.some(({ key, value }) => !text.includes(key) || !text.includes(value)),
      );
      expect(missing).toEqual([]);
    },
  );
});

describe('servers', () => {
  test.each(FLOOR_SERVERS.map((each) => [each.name, each] as const))(
    '%s answers the load with the tags, and its CPU is counted',
    async (_name, each) => {
      const world = join(folder, 'world.json');
      await writeWorld(world, worldLine(), 50);
      const running = await startOf(each, world);
      try {
        const load = await drive(running, writeLoad(folder, 50), 200);
        expect(load.requests).toBeGreaterThan(0);
        expect(running.cpuS()).toBeGreaterThan(0);
      } finally {
        await running.stop();
      }
    },
  );

  test('a wrong reply ends the measurement', async () => {
    const wrong = await rawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    });
    const running = {
      pid: 0,
      port: Number(wrong.port),
      firstReplyS: 0,
      cpuS: () => 1,
      stop: async () => {},
    };
    await expect(drive(running, writeLoad(folder, 5), 100)).rejects.toThrow('were not the expected ones');
  });
});

describe('rounds', () => {
  test('take turns, and who fails is left out with the reason', async () => {
    const seen: string[] = [];
    const measured = await interleaved([{ name: 'a' }, { name: 'b' }], 3, async ({ name }, round) => {
      seen.push(`${round}${name}`);
      if (name === 'b' && round === 1) throw new Error('gone');
      return round;
    });
    expect(seen).toEqual(['0a', '0b', '1b', '1a', '2a']);
    expect(measured.get('a')).toEqual({ samples: [0, 1, 2] });
    expect(measured.get('b')).toEqual({ samples: [0], failed: 'gone' });
  });

  test('medians and ratios', () => {
    expect([median([3, 1, 2]), median([4, 1]), median([])]).toEqual([2, 2.5, Number.NaN]);
    expect(medianRatio([2, 40, 9], [1, 10, 3])).toBe(3);
  });
});

describe('the report', () => {
  const results = readResults('reports/bench');
  const rooms = new Set(BUDGETS.map(({ value }) => value));

  test('holds every experiment of both commands, taken in whole', () => {
    expect(results.map(({ command, quick }) => [command, quick])).toEqual([
      ['npm run bench', false],
      ['npm run bench:rivals', false],
    ]);
  });

  test('a budget is met, missed or not measured', () => {
    const budget = { area: 'suite', title: '', value: 'x', goal: { atMost: 2 } } as const;
    expect(stateOf(budget, { x: 2 })).toBe('met');
    expect(stateOf(budget, { x: 2.1 })).toBe('missed');
    expect(stateOf({ ...budget, goal: { atLeast: 2.2 } }, { x: 2.1 })).toBe('missed');
    expect(stateOf(budget, {})).toBe('not measured');
    expect(rooms.size).toBe(BUDGETS.length);
  });

  test('its page is that of the committed results; else: npm run bench -- --report', () => {
    expect(readFileSync('reports/bench/README.md', 'utf8')).toBe(reportText(results));
  });

  test('the README quotes the figures of the committed results', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toContain(quoteOf(results));
    expect(withQuote(readme, results)).toBe(readme);
  });
});

test('rivals are pinned exactly, and never dependencies of the product', () => {
  const read = (file: string): Record<string, Record<string, string> | undefined> =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const rivals = Object.entries(read('bench/package.json')['dependencies'] ?? {});
  expect(rivals.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const product = read('package.json');
  const all = { ...product['dependencies'], ...product['devDependencies'] };
  expect(rivals.filter(([name]) => Object.hasOwn(all, name))).toEqual([]);
  expect(product['files']).not.toContain('bench');
});
