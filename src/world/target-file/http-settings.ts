/** How requests to a target are sent: `http:` of a target file, and the PEM files that it names. */
import { X509Certificate } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { TagproofError } from '../../base/errors.ts';
import type { HttpSettings, PemFiles } from '../../http/link.ts';
import type { TextProblem } from '../world-file/checked-texts.ts';
import type { Complain, Located } from '../yaml/located.ts';
import { readBytes } from '../yaml/source.ts';
import { headerSecretName, isSecretHeader } from './secrets.ts';
import type { HttpInput } from './target-schema.ts';

type PemKey = keyof PemFiles;
const PEM_KEYS: readonly PemKey[] = ['ca', 'cert', 'key'];

/** Why TLS can't use these texts. */
export function tlsProblem(texts: PemFiles): TextProblem {
  try {
    createSecureContext(texts);
    // The context passes over certificates that it can't read.
    if (texts.ca !== undefined && !texts.ca.includes('TRUSTED')) void new X509Certificate(texts.ca);
    return undefined;
  } catch (error) {
    const reason = /[^:]*$/.exec((error as Error).message)?.[0] ?? '';
    if (reason.includes('values mismatch'))
      return ['the key belongs to another certificate', 'name the two that were made together'];
    return [`TLS can't use this PEM text (${reason.trim()})`, 'copy the whole file again, or make a new one'];
  }
}

/** What is wrong with a file that should be of certificates, or a key, in PEM: what it is, and how to convert it. */
export function pemProblem(key: PemKey, bytes: Buffer, file: string): TextProblem {
  const wanted = key === 'key' ? 'a private key' : 'a certificate';
  const converted = `-in ${file} -out ${file}.pem`;
  // Both begin with a sequence of ASN.1; the first thing in PKCS#12 is its version, 3.
  if (bytes[0] === 0x30 && bytes.subarray(2, 7).includes(Buffer.from([2, 1, 3])))
    return ['this file is PKCS#12 (.p12, .pfx), not PEM', `convert it: openssl pkcs12 -nodes ${converted}`];
  if (bytes[0] === 0x30 && bytes[1] !== undefined && bytes[1] > 0x80)
    return [
      'this file is DER, not PEM',
      `convert it: openssl ${key === 'key' ? 'pkey' : 'x509'} -inform der ${converted}`,
    ];
  const text = bytes.toString();
  const labels = [...text.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----/gm)].map(([, label = '']) => label);
  if (labels.length === 0) return ['the file holds no PEM text', 'it has a line -----BEGIN …-----'];
  const open = labels.find((label) => !text.includes(`-----END ${label}-----`));
  if (open !== undefined)
    return [`the file is cut: -----END ${open}----- is missing`, 'copy the whole file again'];
  if (key !== 'key' && labels.some((label) => /^(X509 |TRUSTED )?CERTIFICATE$/.test(label)))
    return tlsProblem({ [key]: text });
  if (key === 'key' && /ENCRYPTED/.test(text))
    return ['this key is encrypted', `write it without its passphrase: openssl pkey ${converted}`];
  if (key === 'key' && labels.includes('OPENSSH PRIVATE KEY'))
    return ['this key is for SSH', 'name the key that belongs to the certificate'];
  if (key === 'key' && labels.some((label) => label.endsWith('PRIVATE KEY')))
    return tlsProblem({ key: text });
  const swapped = key === 'ca' ? '' : '; are cert and key swapped?';
  return [`the file holds ${labels.join(', ')}, not ${wanted}`, `name a file with ${wanted}${swapped}`];
}

/** The text of a PEM file. */
function pemOf(key: PemKey, path: string, file: string, complain: Complain): string | undefined {
  try {
    const bytes = readBytes(path);
    const problem = pemProblem(key, bytes, path);
    if (problem === undefined) return bytes.toString();
    complain(['http', key], ...problem);
    return undefined;
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
    // A text without an ending may be a secret that was meant for a key of the world.
    const shown = /\.\w{2,4}$/.test(path) ? path : 'what is named here';
    const message = error.message.replaceAll(path, shown);
    complain(['http', key], message.replace('relative to the current directory', `relative to ${file}`));
    return undefined;
  }
}

/** Reads the settings, and the PEM files that they name, whose paths are relative to the YAML file. */
export function httpSettings(
  input: HttpInput | undefined,
  document: Located,
  complain: Complain,
): HttpSettings {
  if (input === undefined) return { headers: [] };
  const { headers = {}, cert, key, proxy } = input;
  if (cert !== undefined && key === undefined)
    complain(['http', 'cert'], 'cert without key', 'name the file of its key too', 'key');
  if (key !== undefined && cert === undefined)
    complain(['http', 'key'], 'key without cert', 'name the file of the certificate too', 'key');
  const pems = PEM_KEYS.flatMap((name) => {
    const path = input[name] === undefined ? undefined : resolve(dirname(document.file), input[name]);
    const text = path === undefined ? undefined : pemOf(name, path, document.file, complain);
    return path === undefined || text === undefined ? [] : [{ name, path, text }];
  });
  const texts: PemFiles = Object.fromEntries(pems.map(({ name, text }) => [name, text]));
  const { ca: _, ...pair } = texts;
  const mismatch = pair.cert !== undefined && pair.key !== undefined ? tlsProblem(pair) : undefined;
  if (mismatch !== undefined) complain(['http', 'key'], ...mismatch);
  return {
    headers: Object.entries(headers).map(([name, value]) => [
      name,
      isSecretHeader(name, document) ? { secret: headerSecretName(name) } : value,
    ]),
    ...(proxy !== undefined && { proxy: new URL(proxy).href }),
    ...texts,
    ...(pems.length > 0 && { files: Object.fromEntries(pems.map(({ name, path }) => [name, path])) }),
  };
}
