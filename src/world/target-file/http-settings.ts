/** How requests to a target are sent: `http:` of a target file, and the PEM files that it names. */
import { dirname, resolve } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import type { HttpSettings, PemFiles } from '../../http/link.ts';
import type { TextProblem } from '../world-file/checked-texts.ts';
import type { Complain, Located } from '../yaml/located.ts';
import { readBytes } from '../yaml/source.ts';
import { headerSecretName, isSecretHeader } from './secrets.ts';
import type { HttpInput } from './target-schema.ts';

type PemKey = keyof PemFiles;
const PEM_KEYS: readonly PemKey[] = ['ca', 'cert', 'key'];

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
  if (key !== 'key' && labels.some((label) => /^(X509 |TRUSTED )?CERTIFICATE$/.test(label))) return undefined;
  if (key === 'key' && /ENCRYPTED/.test(text))
    return ['this key is encrypted', `write it without its passphrase: openssl pkey ${converted}`];
  if (key === 'key' && labels.includes('OPENSSH PRIVATE KEY'))
    return ['this key is for SSH', 'name the key that belongs to the certificate'];
  if (key === 'key' && labels.some((label) => label.endsWith('PRIVATE KEY'))) return undefined;
  const swapped = key === 'ca' ? '' : '; are cert and key swapped?';
  return [`the file holds ${labels.join(', ')}, not ${wanted}`, `name a file with ${wanted}${swapped}`];
}

/** The text of a PEM file. */
function pemOf(key: PemKey, path: string, file: string, complain: Complain): string | undefined {
  try {
    const bytes = readBytes(path);
    const problem = pemProblem(key, bytes, path);
    if (problem !== undefined) complain(['http', key], ...problem);
    return bytes.toString();
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
  return {
    headers: Object.entries(headers).map(([name, value]) => [
      name,
      isSecretHeader(name, document) ? { secret: headerSecretName(name) } : value,
    ]),
    ...(proxy !== undefined && { proxy: new URL(proxy).href }),
    ...Object.fromEntries(pems.map(({ name, text }) => [name, text])),
    ...(pems.length > 0 && { files: Object.fromEntries(pems.map(({ name, path }) => [name, path])) }),
  };
}
