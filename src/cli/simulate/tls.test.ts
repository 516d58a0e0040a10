/** `--cert` and `--key`: serving TLS. */
import { once } from 'node:events';
import { get } from 'node:https';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../http/test-helpers/certificate.ts';
import { fileWith, simulating, tagproof } from '../test-helpers/captured.ts';

const { cert, key } = makeCertificate() ?? { cert: '', key: '' };

const served = () =>
  simulating(`--json --cert ${fileWith(cert, 'cert.pem')} --key ${fileWith(key, 'key.pem')}`);

/** The status of a GET that trusts this authority. */
async function status(url: string, ca: string): Promise<number | undefined> {
  const request = get(url, { ca, agent: false });
  const [reply] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }];
  reply.resume();
  return reply.statusCode;
}

test('serves the certificate to those who trust it', async () => {
  const { url, stop } = await served();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const health = `${url.replace('127.0.0.1', 'localhost')}/_tagproof/healthz`;
  expect(await status(health, cert)).toBe(200);
  await expect(status(health, '')).rejects.toThrow();
  expect(await stop()).toBe(0);
});

test('ends even if a client never started its handshake', async () => {
  const { url, stop } = await served();
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  expect(await stop()).toBe(0);
  await closed;
});

test('a certificate and a key that are swapped are named with what each of them is', async () => {
  const words = `simulate 0 --cert ${fileWith(key, 'key.pem')} --key ${fileWith(cert, 'cert.pem')}`;
  const { exit, err } = await tagproof(words);
  expect([exit, err]).toEqual([
    2,
    expect.stringMatching(/key\.pem: the file holds .*PRIVATE KEY, not a certificate\n.*swapped\?\n$/),
  ]);
  expect(err).not.toContain(key.split('\n')[1]);
});
