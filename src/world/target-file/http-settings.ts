/** How requests to a target are sent: `http:` of a target file. */
import { dirname, resolve } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import type { HeaderLine } from '../../http/header-value.ts';
import type { HttpSettings, PemFiles } from '../../http/settings.ts';
import type { Complain, Located } from '../yaml/located.ts';
import { readSource } from '../yaml/source.ts';
import { headerNameProblem, headerValueProblem } from '../../http/header-text.ts';
import { headerSecretName, isSecretHeader } from './secrets.ts';
import type { HttpInput } from './target-schema.ts';

type PemKey = keyof PemFiles;
const PEM_KEYS: readonly PemKey[] = ['ca', 'cert', 'key'];

function checkHeaders(headers: Readonly<Record<string, string>>, complain: Complain): void {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const path = ['http', 'headers', name];
    const nameProblem = headerNameProblem(name);
    if (nameProblem !== undefined) complain(path, `${JSON.stringify(name)} ${nameProblem}`, undefined, 'key');
    if (seen.has(name.toLowerCase())) {
      complain(path, `the header ${name} is here twice`, 'names of headers have no case', 'key');
    }
    seen.add(name.toLowerCase());
    const valueProblem = headerValueProblem(value);
    if (valueProblem !== undefined) complain(path, `this value ${valueProblem}`);
  }
}

function headersOf(headers: Readonly<Record<string, string>>, document: Located): readonly HeaderLine[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    isSecretHeader(name, document) ? { secret: headerSecretName(name) } : value,
  ]);
}

function proxyOf(text: string, complain: Complain): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  complain(['http', 'proxy'], 'not the URL of a proxy', 'for instance http://proxy.example.com:8080');
  return undefined;
}

/** Reads a PEM file. */
function pemOf(key: PemKey, path: string, file: string, complain: Complain): string | undefined {
  try {
    const { text } = readSource(path);
    if (!text.includes('-----BEGIN '))
      complain(['http', key], 'the file holds no PEM text', 'it has a line -----BEGIN …-----');
    return text;
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
    complain(
      ['http', key],
      error.message.replace('relative to the current directory', `relative to ${file}`),
    );
    return undefined;
  }
}

/** The texts of the PEM files, whose paths are relative to the YAML file. */
function pemsOf(input: HttpInput, file: string, complain: Complain): Pick<HttpSettings, PemKey | 'files'> {
  const found = PEM_KEYS.flatMap((key) => {
    const name = input[key];
    if (name === undefined) return [];
    const path = resolve(dirname(file), name);
    const text = pemOf(key, path, file, complain);
    return text === undefined ? [] : [{ key, path, text }];
  });
  if (found.length === 0) return {};
  return {
    ...Object.fromEntries(found.map(({ key, text }) => [key, text])),
    files: Object.fromEntries(found.map(({ key, path }) => [key, path])),
  };
}

/** Reads the settings, and the PEM files that they name. */
export function httpSettings(
  input: HttpInput | undefined,
  document: Located,
  complain: Complain,
): HttpSettings {
  if (input === undefined) return { headers: [] };
  const { headers = {}, cert, key } = input;
  if (cert !== undefined && key === undefined) {
    complain(['http', 'cert'], 'cert without key', 'name the file of its key too', 'key');
  }
  if (key !== undefined && cert === undefined) {
    complain(['http', 'key'], 'key without cert', 'name the file of the certificate too', 'key');
  }
  checkHeaders(headers, complain);
  const proxy = input.proxy === undefined ? undefined : proxyOf(input.proxy, complain);
  return {
    headers: headersOf(headers, document),
    ...(proxy !== undefined && { proxy }),
    ...pemsOf(input, document.file, complain),
  };
}
