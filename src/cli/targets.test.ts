/** Targets that are not a backend, or a bad one: what `run --target` makes of them, over real sockets. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proxyServer } from '../http/test-helpers/proxy-server.ts';
import { freePort } from '../http/test-helpers/servers.ts';
import { fileWith, simulating, tagproof } from './test-helpers/captured.ts';
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
