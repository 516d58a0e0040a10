/** Targets that are not a backend, or a bad one: what `run --target` makes of them, over real sockets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNdjson } from '../report/record/read-ndjson.ts';
import { proxyServer } from '../http/test-helpers/proxy-server.ts';
import { freePort } from '../http/test-helpers/servers.ts';
import { fileWith, folder, simulating, tagproof } from './test-helpers/captured.ts';
import { saying, servingBy } from './test-helpers/serving.ts';

test('a target where nothing listens ends the run with exit 3 and why', async () => {
  const port = await freePort();
  const { exit, out, err } = await tagproof(
    `run --target http://127.0.0.1:${port} --world fixtures/world.yaml`,
  );
  expect([exit, out]).toEqual([3, '']);
  expect(err).toBe(
    `error: the target http://127.0.0.1:${port} can't be checked: nothing listens on 127.0.0.1:${port}; start the server, or correct the host and the port of the target; if it is just starting, wait for it with --wait-for-start 30s\n`,
  );
});

describe('a server that says the same to every request, without a returnCode,', () => {
  const ONE_ENDPOINT = 'run --world fixtures/world.yaml --only id/number@group.server';

  test.each(['{}', 'OK', ''])('is hardly the backend: %s', async (body) => {
    const { exit, out, err } = await tagproof(`${ONE_ENDPOINT} --target ${await servingBy(saying(body))}`);
    expect(err).toContain(
      `every request gets the same reply, without a returnCode: ${body === '' ? 'an empty body' : body}`,
    );
    expect(err).toContain('is this the backend?');
    expect([exit, out]).toEqual([3, '']);
  });

  test('is judged where its replies differ', async () => {
    let count = 0;
    const url = await servingBy((request, response) =>
      saying(`{"count":${(count += 1)}}`)(request, response),
    );
    const { exit, out } = await tagproof(`${ONE_ENDPOINT} --target ${url}`);
    expect(out).toContain('1/envelope');
    expect(exit).toBe(1);
  });
});

test('a server that answers every request with {"returnCode":1} fails most cases and passes none, and each finding has a request, a reply and a curl line', async () => {
  const url = await servingBy(saying('{"returnCode":1}'));
  const path = join(folder(), 'run.ndjson');
  // Some cases of one endpoint: the others show nothing more.
  const { exit, out } = await tagproof(
    `run ${url} --world fixtures/world.yaml --only id/*@gamePlayer.server --reporter console --reporter ndjson=${path}`,
  );
  expect(exit).toBe(1);
  expect(out).toMatch(/\n0 passed, [3-9]\d failed, \d warned, 0 skipped, 0 errored\n$/);
  for (const event of readNdjson(readFileSync(path, 'utf8'), path))
    if (event.kind === 'case-finished' && event.verdict === 'fail') {
      const exchange = event.exchanges[event.findings[0]?.exchange ?? -1];
      expect(exchange?.reply?.body).toBe('{"returnCode":1}');
      expect(exchange?.curl).toMatch(/curl /);
    }
});

describe('what a target is asked', () => {
  test('a path of the base URL stands before that of every request, with or without a slash at its end', async () => {
    const urls: string[] = [];
    const target = await servingBy((request, response) => {
      urls.push(request.url ?? '');
      saying('{"returnCode":-10}')(request, response);
    });
    for (const base of ['/base/v1', '/base/v1/']) {
      await tagproof(`run --target ${target}${base} --only secret-key/missing`);
    }
    expect(urls).toHaveLength(2 * (3 + 6));
    expect(urls.filter((url) => !url.startsWith('/base/v1/api/rJson/'))).toEqual([]);
  });

  test('each request names its case in the User-Agent', async () => {
    const agents = new Set<string>();
    const target = await servingBy((request, response) => {
      agents.add(request.headers['user-agent'] ?? '');
      saying('{"returnCode":-10}')(request, response);
    });
    await tagproof(`run --target ${target} --only secret-key/missing@group.admin`);
    expect([...agents]).toEqual([
      expect.stringMatching(/^tagproof\/\S+ \(preflight\)$/),
      expect.stringMatching(/^tagproof\/\S+ \(secret-key\/missing@group\.admin\)$/),
    ]);
  });

  test('a URL alone knows nothing of its world: what needs no credentials is checked, the rest says what to declare', async () => {
    const target = await servingBy(saying('{"returnCode":-10}'));
    const { exit, out } = await tagproof(`run --target ${target} --only *@group.*`);
    expect(exit).toBe(0);
    expect(out).toMatch(/\n\d{2,} passed, 0 failed, 0 warned, \d{3,} skipped, 0 errored\n$/);
    expect(out).toMatch(
      /\n +\d+ must cells need a Player key with every rule of its role\n[^]*\n +fixtures\/seed-kit.yaml has one of each/,
    );
  });
});

test('a target file names the target, its headers and its world, and may be given as its own world, too', async () => {
  const seen = new Set<string | undefined>();
  const target = await servingBy((request, response) => {
    seen.add(request.headers['x-gateway'] as string | undefined);
    saying('{"returnCode":-10}')(request, response);
  });
  const path = fileWith(
    `target: ${target}\nhttp: { headers: { X-Gateway: "\${env:GATEWAY}" } }\nworld: { secretKeys: [{ name: admin, key: "\${env:GATEWAY}2", role: Admin }] }\n`,
  );
  for (const more of ['', `--world ${path}`]) {
    const { exit, out, err } = await tagproof(
      `run --ignore-setup --target ${path} --only secret-key/missing@group.admin ${more}`,
      { env: { GATEWAY: 'gateway-secret-1' } },
    );
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain(`1 case against ${target}`);
  }
  expect([...seen]).toEqual(['gateway-secret-1']);
});

test('a world file that somebody else wrote sends no key anywhere: its proxy is not used for the simulator', async () => {
  const proxy = await proxyServer();
  const world = readFileSync('fixtures/world.yaml', 'utf8');
  const file = fileWith(`http: { proxy: '${proxy.url}', headers: { X-Away: 'yes' } }\n${world}`);
  const { exit, err } = await tagproof(`run --world ${file} --only reply/success@group.admin`);
  expect([exit, err, proxy.asked]).toEqual([0, '', []]);
});

test('a world file that names a target serves beside another, and for what reaches none', async () => {
  const file = fileWith('target: http://127.0.0.1:1/base\nworld: {}\n');
  const beside = await tagproof(`run --target http://127.0.0.1:1 --world ${file}`);
  expect([beside.exit, beside.err]).toEqual([3, expect.stringContaining('127.0.0.1:1 can')]);
  expect((await tagproof(`list --lint --world ${file}`)).err).not.toContain('which --world does not use');
  const { stop } = await simulating(`--world ${file}`);
  expect(await stop()).toBe(0);
});
