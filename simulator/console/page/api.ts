/** The control API, as the page calls it. */

export const PREFIX = '/_tagproof';

/** What the control API refused, in its words; status 0: it did not answer. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Api {
  /** The JSON of a reply; undefined: it has no body. Throws ApiError for a refusal. */
  readonly send: <T>(method: Method, path: string, body?: object) => Promise<T>;
  readonly get: <T>(path: string) => Promise<T>;
  /** The pieces of a stream of text. */
  readonly stream: (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
}

/** A list of the API, or a part of a long one. */
export interface Listed<T> {
  readonly items: readonly T[];
  /** How many there are in all, where the list is given in parts. */
  readonly total?: number;
}

interface Refusal {
  readonly error?: { readonly message?: string; readonly at?: string };
}

const UNAUTHORIZED = 401;
const NO_CONTENT = 204;

async function refusalOf(response: Response): Promise<ApiError> {
  const { error } = (await response.json().catch(() => ({}))) as Refusal;
  const at = error?.at === undefined || error.at === '' ? '' : `${error.at}: `;
  return new ApiError(response.status, `${at}${error?.message ?? `HTTP ${response.status}`}`);
}

/** `onUnauthorized` is called where the token is wrong. */
export function apiWith(token: string, onUnauthorized: () => void): Api {
  const request = async (method: Method, path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(PREFIX + path, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${token}` },
      ...init,
    }).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error;
      throw new ApiError(0, 'the simulator does not answer');
    });
    if (response.ok) return response;
    if (response.status === UNAUTHORIZED) onUnauthorized();
    throw await refusalOf(response);
  };
  const send: Api['send'] = async <T>(method: Method, path: string, body?: object) => {
    const response = await request(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    return (response.status === NO_CONTENT ? undefined : await response.json()) as T;
  };
  return {
    send,
    get: (path) => send('GET', path),
    stream: async (path, signal) => {
      const { body } = await request('GET', path, { signal });
      if (body === null) throw new ApiError(0, 'the stream has no body');
      return body;
    },
  };
}

/** `?a=b&c=d` of what is not empty; an empty text where nothing is. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** A path of parts, each escaped: `path('games', id)` is `/games/…`. */
export const path = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');
