/** The certificate of a simulator: one of the user, or one of an authority that is made at the start and thrown away. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsPair } from '../../../simulator/http/server.ts';
import { readSource } from '../../config/yaml/source.ts';
import { TagproofError } from '../../errors.ts';
import type { SimulateOptions } from '../options/command-register.ts';

const DAY_MS = 86_400_000;
/** It is of use while the simulator runs; clocks of emulators may be behind. */
const DAYS = 30;
/** The loopback of the machine, as an Android emulator sees it. */
const EMULATOR_HOST = '10.0.2.2';
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** All names and addresses at which clients may reach it. */
function hostsOf({ host, controlHost = [] }: SimulateOptions): readonly string[] {
  const own = EVERYWHERE.has(host)
    ? Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    : [host];
  const all = ['localhost', '127.0.0.1', '::1', EMULATOR_HOST, ...own, ...controlHost];
  return [...new Set(all.filter((each) => !each.includes('%')))];
}

/** Makes an authority and a certificate of it. The key of the authority is in no file, and forgotten at once. */
async function madePair(hosts: readonly string[]): Promise<TlsPair & { readonly authority: string }> {
  const { generate } = await import('selfsigned');
  const time = Date.now();
  const shared = {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(time - DAY_MS),
    notAfterDate: new Date(time + DAYS * DAY_MS),
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'tagproof simulator, thrown away' }], {
    ...shared,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...shared,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host })),
      },
    ],
  });
  return {
    key: leaf.private,
    cert: `${leaf.cert.trim()}\n${authority.cert.trim()}\n`,
    authority: `${authority.cert.trim()}\n`,
  };
}

function givenPair(certFile: string, keyFile: string): TlsPair {
  const pair = { cert: readSource(certFile).text, key: readSource(keyFile).text };
  try {
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TagproofError(
      'file',
      `--cert ${certFile} --key ${keyFile}: these can't be served (${reason})\nboth are PEM: the certificate with its chain, and its private key without a passphrase`,
    );
  }
}

/**
 * What TLS takes, the certificate of an authority that was made, which clients have to trust, and what takes away what was written;
 * undefined: TLS is not asked for. Throws a `file` error where a certificate can't be used.
 */
export async function tlsOf(options: SimulateOptions) {
  const { tls, cert, key } = options;
  if (cert !== undefined && key !== undefined) return { pair: givenPair(cert, key), forget: () => {} };
  if (tls !== true) return undefined;
  const { authority, ...pair } = await madePair(hostsOf(options));
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-ca-'));
  const authorityFile = join(folder, 'ca.pem');
  writeFileSync(authorityFile, authority);
  return { pair, authorityFile, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
