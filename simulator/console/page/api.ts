/** The control API, as the page calls it. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request. Gives the JSON of the reply; undefined: it has no body. Throws what a refusal says. */
export type Send = <T>(method: Method, path: string, body?: object) => Promise<T>;

interface Refusal {
  readonly error?: { readonly problems?: readonly { readonly message: string; readonly at: string }[] };
}

const UNAUTHORIZED = 401;
const NO_CONTENT = 204;

async function refusalOf(response: Response): Promise<Error> {
  const { error } = (await response.json().catch(() => ({}))) as Refusal;
  const said = (error?.problems ?? []).map(({ at, message }) => `${at}: ${message}`).join('; ');
  return new Error(said === '' ? `HTTP ${response.status}` : said);
}

/** `onUnauthorized` is called where the token is wrong. */
export const senderWith =
  (token: string, onUnauthorized: () => void): Send =>
  async <T>(method: Method, path: string, body?: object) => {
    const response = await fetch(`/_tagproof${path}`, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error('the simulator does not answer');
    });
    if (response.status === UNAUTHORIZED) onUnauthorized();
    if (!response.ok) throw await refusalOf(response);
    return (response.status === NO_CONTENT ? undefined : await response.json()) as T;
  };

/** `?a=b&c=d` of what is not empty; an empty text where nothing is. */
export function queryOf(values: Readonly<Record<string, string | number>>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** A path of parts, each escaped: `pathOf('players', id)` is `/players/…`. */
export const pathOf = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');
