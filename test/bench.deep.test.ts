/** The bench: its contenders do the same work, what does not is noticed, and the committed report is that of its results. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOOP, TAGPROOF, type Client } from '../bench/contenders/clients.ts';
import { proveClient, type Task } from '../bench/contenders/proof.ts';
import { quoteOf, readResults, reportText, withQuote } from '../bench/report/page.ts';
import { startBackend, type Backend } from '../bench/work/backend.ts';
import { requestsFor } from '../bench/work/requests.ts';
import { buildWhereStale } from './test-helpers/built.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const REQUESTS = requestsFor(20);
const folder = tempFolder();
let backend: Backend;
const task = (): Task => ({ backend, requests: REQUESTS, folder });

beforeAll(async () => {
  buildWhereStale();
  backend = await startBackend(REQUESTS);
});
afterAll(() => backend.close());

const scripted = (name: string, code: string): Client => ({
  name,
  prepare: ({ url }) => ({ command: [process.execPath, '-e', code, url] }),
});

describe('clients', () => {
  test.each([
    ['tagproof', TAGPROOF],
    ['the loop', LOOP],
  ])('%s sends every request as written and notices one wrong reply', async (_name, client) => {
    const { counts } = await proveClient(client, task());
    expect(counts.asWritten).toBe(REQUESTS.length);
    if (client === LOOP) expect(counts.total).toBe(REQUESTS.length);
  });

  test('one that does not look at replies is refused', async () => {
    const code = `const { request } = require('node:http');
for (const { path, headers, body } of ${JSON.stringify(REQUESTS)})
  request(process.argv[1] + path, { method: 'POST', headers }, (reply) => reply.resume()).end(body);`;
    await expect(proveClient(scripted('blind', code), task())).rejects.toThrow('it passes though');
  });
});

describe('the report', () => {
  const results = readResults('reports/bench');

  test('holds whole runs of both commands', () => {
    expect(new Set(results.map(({ command }) => command))).toEqual(
      new Set(['npm run bench', 'npm run bench:rivals']),
    );
    expect(results.filter(({ quick }) => quick)).toEqual([]);
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
  const { dependencies, optionalDependencies } = read('bench/package.json');
  const rivals = Object.entries({ ...dependencies, ...optionalDependencies });
  expect(rivals.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const product = read('package.json');
  const all = { ...product['dependencies'], ...product['devDependencies'] };
  expect(rivals.filter(([name]) => Object.hasOwn(all, name))).toEqual([]);
  expect(product['files']).not.toContain('bench');
});
