/** A target behind a gateway that requires headers and a client certificate, and a proxy that requires a password. */
import type { OpenTarget } from '../../library/connect/connect.ts';
import http from 'node:http';
import https from 'node:https';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bash } from '../../http/test-helpers/bash.ts';
import { makeCertificate, writePems, type CertificatePair } from '../../http/test-helpers/certificate.ts';
import { proxyServer } from '../../http/test-helpers/proxy-server.ts';
import { REQUEST } from '../../http/test-helpers/requests.ts';
import { listening, shown } from '../../http/test-helpers/servers.ts';
import { openTarget } from './target.ts';
import { ioOver } from '../io/io.ts';
import { folder } from '../test-helpers/captured.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';

const ENV = {
  ADMIN: 'adminKey0001',
  GATEWAY: 'gateway$"`0002',
  TOKEN: 'token%20-0003',
  PASS: 'pass!word-0004',
};
const OUTPUT = { write: () => {}, isTerminal: false, colour: false, columns: () => 80 };
const IO = ioOver({
  argv: [],
  env: ENV,
  out: OUTPUT,
  err: OUTPUT,
  onInterrupt: () => {},
  onExit: () => {},
  pid: 0,
});

const request = { ...REQUEST, headers: [['Secret-Key', { secret: 'admin' }] as const] };
const answer: http.RequestListener = ({ headers }, response) => {
  const values = ['secret-key', 'x-gateway', 'authorization', 'x-tenant'].map((name) => headers[name]);
  response.end(values.join('|'));
};
const ANSWER = [ENV.ADMIN, ENV.GATEWAY, `Bearer ${ENV.TOKEN}`, "dev's"].join('|');

async function openAt(url: string, place: string, pems: string): Promise<OpenTarget> {
  const proxy = await proxyServer();
  const file = join(place, 'target.yaml');
  writeFileSync(
    file,
    `target: ${url}
http:
  headers: { X-Gateway: "\${env:GATEWAY}", Authorization: "Bearer \${env:TOKEN}", X-Tenant: dev's }
  proxy: ${JSON.stringify(proxy.url.replace('//', '//user:${env:PASS}@'))}
${pems}
world: { secretKeys: [{ name: admin, key: "\${env:ADMIN}" }] }
`,
  );
  const target = await openTarget({ target: file, timeout: 5000, concurrency: 1 }, IO);
  atFileEnd(() => target.close());
  return target;
}

const tools = await bash(['command -v curl']).catch(() => '');
const pair = makeCertificate();

describe.skipIf(tools === '')('a curl line gets the reply that the transport gets', () => {
  const targets = new Map<string, OpenTarget>();

  beforeAll(async () => {
    const place = join(folder(), "it's here");
    mkdirSync(place);
    targets.set(
      'http',
      await openAt(`http://127.0.0.1:${await listening(http.createServer(answer))}`, place, ''),
    );
    const { key, cert }: CertificatePair = pair ?? { key: '', cert: '' };
    if (pair === undefined) return;
    writePems(place, pair);
    const options = { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true };
    const url = `https://localhost:${await listening(https.createServer(options, answer))}`;
    targets.set('https', await openAt(url, place, '  ca: ca.pem\n  cert: cert.pem\n  key: ./key.pem'));
  });

  it.each(['http', ...(pair === undefined ? [] : ['https'])])('by %s', async (scheme) => {
    const target = targets.get(scheme);
    if (target === undefined) throw new Error('no target');
    expect(shown(await target.transport.send(request))).toBe(`200 ${ANSWER}`);
    const line = target.redaction.curl(request);
    expect(await bash([line], ENV)).toBe(ANSWER);
    for (const value of Object.values(ENV)) expect(line).not.toContain(value);
  });
});
