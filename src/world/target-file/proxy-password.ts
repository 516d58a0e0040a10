/** The password in the URL of the proxy: a secret of its own where the file spells it out. */
import type { Located } from '../yaml/located.ts';
import type { HttpInput } from './target-schema.ts';

export const PROXY_PATH = ['http', 'proxy'] as const;
/** The name of the secret for a password that the URL spells out. */
export const PROXY_PASSWORD = 'proxy password';

/** Scheme, user name and password, up to the last @ of the authority, as URL parsers read them. */
const LOGIN = /^[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#:]*:([^\\/?#]*)@/i;

/** The password of the proxy where the file spells it out, at least in part. */
export function writtenPassword({ proxy = '' }: HttpInput, document: Located): string | undefined {
  const variables = document.envAt(PROXY_PATH);
  // As written where variables are in it, otherwise as URL parsers normalize it.
  const url = variables.length === 0 && URL.canParse(proxy) ? new URL(proxy).href : proxy;
  const [whole = '', password = ''] = LOGIN.exec(url) ?? [];
  const start = whole.length - 1 - password.length;
  const isVariable = variables.some(
    (each) => each.start <= start && each.start + each.value.length >= start + password.length,
  );
  return password === '' || isVariable ? undefined : password;
}
