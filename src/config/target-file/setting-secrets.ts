/** The secrets in `http:`: variables in headers and in the proxy's URL, and a password that is written out there. */
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { EnvPart } from '../yaml/substitute-env.ts';
import { PROXY_PASSWORD, PROXY_PATH, writtenPassword } from './proxy-parts.ts';
import type { TargetInput } from './target-schema.ts';

/** A secret as a file gives it, before it has a variable for curl lines. */
export interface GivenSecret {
  readonly name: string;
  readonly value: string;
  /** The variable that it came from as a whole, or behind its scheme. */
  readonly source: string | undefined;
  /** The scheme of an Authorization header, with the blank behind it. */
  readonly scheme?: string;
  /** The variable that is made for it where it came from none. */
  readonly made: string;
}

/** The secret that a header's value is, if it holds variables. */
export function headerSecretName(header: string): string {
  return `header ${header}`;
}

const headerPath = (name: string): YamlPath => ['http', 'headers', name];

/** Whether a header's value is a secret: it came from the environment, at least in part. */
export function isSecretHeader(name: string, document: Located): boolean {
  return document.envAt(headerPath(name)).some(({ value }) => value !== '');
}

/** The variable that makes a header's value, alone or behind a scheme: in a shell that has it a command just works. */
function sourceOf(value: string, parts: readonly EnvPart[]): Pick<GivenSecret, 'source' | 'scheme'> {
  const [part, more] = parts;
  if (part === undefined || more !== undefined) return { source: undefined };
  const [before, after] = [value.slice(0, part.start), value.slice(part.start + part.value.length)];
  if (after !== '' || !/^(?:[A-Za-z]+ )?$/.test(before)) return { source: undefined };
  return before === '' ? { source: part.name } : { source: part.name, scheme: before };
}

function variables(paths: readonly YamlPath[], document: Located): readonly GivenSecret[] {
  const parts = paths.flatMap((path) => document.envAt(path)).filter(({ value }) => value !== '');
  const byName = new Map(parts.map(({ name, value }) => [name, value]));
  return [...byName].map(([name, value]) => ({ name: `env ${name}`, value, source: name, made: name }));
}

function proxyPassword(http: TargetInput['http'], document: Located): readonly GivenSecret[] {
  const password = writtenPassword(http ?? {}, document);
  if (password === undefined) return [];
  return [{ name: PROXY_PASSWORD, value: password.text, source: undefined, made: PROXY_PASSWORD }];
}

/** Each secret header as a whole, and every variable by itself, so that both are masked wherever they turn up. */
export function settingSecrets({ http }: TargetInput, document: Located): readonly GivenSecret[] {
  const headers = Object.entries(http?.headers ?? {}).filter(([name]) => isSecretHeader(name, document));
  const paths = [...headers.map(([name]) => headerPath(name)), PROXY_PATH];
  const whole = headers.map(([name, value]) => ({
    name: headerSecretName(name),
    value,
    made: name,
    ...sourceOf(value, document.envAt(headerPath(name))),
  }));
  const values = new Set(whole.map(({ value }) => value));
  return [
    ...whole,
    ...variables(paths, document).filter(({ value }) => !values.has(value)),
    ...proxyPassword(http, document),
  ];
}
