/** The certificate with which a simulator serves TLS. */
import { createSecureContext } from 'node:tls';
import type { TlsPair } from '../../../simulator/server/server.ts';
import { readSource } from '../../world/yaml/source.ts';
import { TagproofError } from '../../base/errors.ts';
import type { SimulateOptions } from '../options/command-register.ts';

/** Reads `--cert` and `--key`; undefined where TLS is not asked for. Throws a `file` error where they can't be used. */
export function tlsOf({ cert: certFile, key: keyFile }: SimulateOptions): TlsPair | undefined {
  if (certFile === undefined || keyFile === undefined) return undefined;
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
