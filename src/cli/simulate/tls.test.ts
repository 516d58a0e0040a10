/** `--tls` and `--cert`: serving TLS, and how clients trust it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:https';
import { createConnection } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../../transport/test-helpers/certificate.ts';
import { fileWith, start, type Captured } from '../test-helpers/captured.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

const bash = promisify(execFile);

interface Served {
  readonly command: Captured;
  readonly url: string;
  readonly ca: string;
  readonly ready: { readonly [name: string]: unknown };
  readonly stop: () => Promise<number>;
}

async function served(words: string): Promise<Served> {
  const command = start(`simulate --port 0 --json ${words}`);
  await command.said('\n');
  const ready = JSON.parse(command.out()) as { readonly url: string; readonly ca?: string };
  const stop = (): Promise<number> => {
    command.interrupt();
    return command.exit;
  };
  return { command, url: ready.url, ca: ready.ca ?? '', ready, stop };
}

/** The status of a GET that trusts this authority. */
async function status(url: string, ca: string): Promise<number | undefined> {
  const request = get(url, { ca, agent: false });
  const [reply] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }];
  reply.resume();
  return reply.statusCode;
}

describe('--tls', () => {
  test('serves a certificate whose authority is in a file while it runs', async () => {
    const { url, ca, ready, stop } = await served('--tls');
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(ready['controlUrl']).toBe(`${url}/_tagproof`);
    expect(await status(`${url}/_tagproof/healthz`, readFileSync(ca, 'utf8'))).toBe(200);
    await expect(status(`${url}/_tagproof/healthz`, '')).rejects.toThrow();
    expect(readFileSync(ca, 'utf8')).not.toContain('PRIVATE');
    expect(await stop()).toBe(0);
    expect(existsSync(ca)).toBe(false);
  });

  test('is valid for all names of this machine and the given ones', async () => {
    const { url, ca, stop } = await served('--tls --control-host sim.internal');
    const socket: TLSSocket = connect({
      port: Number(new URL(url).port),
      host: '127.0.0.1',
      servername: 'sim.internal',
      ca: readFileSync(ca, 'utf8'),
    });
    await once(socket, 'secureConnect');
    const { subjectaltname } = socket.getPeerCertificate();
    for (const name of ['DNS:localhost', 'DNS:sim.internal', 'IP Address:127.0.0.1', 'IP Address:10.0.2.2'])
      expect(subjectaltname).toContain(name);
    expect(subjectaltname).toMatch(/IP Address:(?:0:0:0:0:0:0:0:1|::1)/);
    socket.destroy();
    await stop();
  });

  test('the banner says how to trust it, and its curl lines are answered', async () => {
    const command = start('simulate --port 0 --tls --engine godot');
    await command.said('Settings of Godot');
    expect(command.out()).toMatch(/NODE_EXTRA_CA_CERTS=\S+ca\.pem/);
    expect(command.out()).toContain('TLSOptions.client(authority)');
    const lines = command
      .out()
      .split('\n')
      .filter((line) => line.startsWith('  curl '));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { stdout } = await bash('bash', ['-c', line]);
      expect(JSON.parse(stdout)).toMatchObject({ returnCode: 1 });
    }
    command.interrupt();
    expect(await command.exit).toBe(0);
  });

  test('ends even if a client never started its handshake', async () => {
    const { url, stop } = await served('--tls');
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    expect(await stop()).toBe(0);
    await closed;
  });

  test('exec: Node.js trusts it without settings', async () => {
    const script =
      'fetch(process.env.TAGPROOF_URL + "/_tagproof/healthz").then((reply) => reply.text()).then(console.log)';
    const child = spawn(process.execPath, [BIN, 'exec', '--tls', '--', process.execPath, '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(Buffer.concat(pieces).toString()).toContain('"ok"');
  });
});

test('--cert and --key are served, without a generated authority', async () => {
  const { cert, key } = makeCertificate() ?? { cert: '', key: '' };
  const { url, ready, stop } = await served(
    `--cert ${fileWith(cert, 'cert.pem')} --key ${fileWith(key, 'key.pem')}`,
  );
  expect(ready).not.toHaveProperty('ca');
  expect(await status(`${url.replace('127.0.0.1', 'localhost')}/_tagproof/healthz`, cert)).toBe(200);
  await stop();
});
