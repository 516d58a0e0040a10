/** The URL of the proxy in pieces, so that a command can be printed without what is secret in it. */
import type { Located } from '../yaml/located.ts';
import type { EnvPart } from '../yaml/substitute-env.ts';
import type { Secret } from '../../http/secret.ts';
import type { ProxyPart } from '../../http/settings.ts';
import type { HttpInput } from './target-schema.ts';

export const PROXY_PATH = ['http', 'proxy'] as const;
/** The name of the secret for a password that the URL spells out. */
export const PROXY_PASSWORD = 'proxy password';

/** Scheme, user name and password, up to the last @ of the authority, as URL parsers read them. */
const LOGIN = /^[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#:]*:([^\\/?#]*)@/i;

interface Secretive {
  readonly start: number;
  readonly text: string;
}

/** The URL as it is cut into pieces: as written where variables are in it, otherwise as URL parsers normalize it. */
function textOf(proxy: string, variables: readonly EnvPart[]): string {
  return variables.length === 0 && URL.canParse(proxy) ? new URL(proxy).href : proxy;
}

/** The password of the proxy where the file spells it out, at least in part. */
export function writtenPassword({ proxy = '' }: HttpInput, document: Located): Secretive | undefined {
  const variables = document.envAt(PROXY_PATH);
  const login = LOGIN.exec(textOf(proxy, variables));
  const [whole = '', text = ''] = login ?? [];
  const start = whole.length - 1 - text.length;
  const isVariable = variables.some(
    (each) => each.start <= start && each.start + each.value.length >= start + text.length,
  );
  return text === '' || isVariable ? undefined : { start, text };
}

/** The URL with its variables, and the password that it spells out, apart; in one piece where nothing is secret. */
export function proxyParts(
  input: HttpInput,
  document: Located,
  secrets: readonly Secret[],
): readonly ProxyPart[] {
  const variables = document.envAt(PROXY_PATH);
  const text = textOf(input.proxy ?? '', variables);
  if (secrets.every((secret) => secret.public)) return [text];
  const password = writtenPassword(input, document);
  const env = secrets.find(({ name }) => name === PROXY_PASSWORD)?.envName;
  const apart = [
    ...variables.map(({ name, value, start }) => ({ start, text: value, env: name })),
    ...(password === undefined || env === undefined ? [] : [{ ...password, env }]),
  ];
  return cut(text, apart);
}

function cut(text: string, apart: readonly (Secretive & { readonly env: string })[]): readonly ProxyPart[] {
  const parts: ProxyPart[] = [];
  let done = 0;
  const inOrder = apart.toSorted((a, b) => a.start - b.start || b.text.length - a.text.length);
  for (const { start, text: value, env } of inOrder) {
    // Skip a variable inside a password that is a secret as a whole.
    if (start < done) continue;
    parts.push(text.slice(done, start), { env, value });
    done = start + value.length;
  }
  return [...parts, text.slice(done)].filter((part) => part !== '');
}
