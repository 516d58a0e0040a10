/** A certificate for the TLS tests of this folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PemFiles } from '../link.ts';

export interface CertificatePair {
  readonly key: string;
  readonly cert: string;
}

/** A key and its self-signed certificate for localhost; undefined without openssl. */
export function makeCertificate(): CertificatePair | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  try {
    execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the pair as a target's PEM files, with the certificate as its own authority. */
export function writePems(folder: string, { key, cert }: CertificatePair): Required<PemFiles> {
  const files = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.ca, cert);
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return files;
}
