/** Which operation a recorded URL is about, below which base URL: gateways add a path of their own. */
import {
  API_PREFIX,
  type Endpoint,
  type EndpointId,
  endpointOf,
  ENDPOINT_IDS,
} from '../contract/endpoints.ts';
import { plainPath } from '../rules/reading/path-spelling.ts';

/** What limits where operations are looked for. */
export interface Server {
  /** `https://gateway.example`; undefined: any, also none. */
  readonly origin: string | undefined;
  /** The path before those of the operations, without a slash at its end; undefined: any. */
  readonly prefix: string | undefined;
}

export const ANY_SERVER: Server = { origin: undefined, prefix: undefined };

export interface Place {
  readonly endpoint: EndpointId;
  /** Origin and path before that of the operation. */
  readonly base: string;
  /** Path and query below it. */
  readonly path: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The origin, and path and query without a fragment. */
export function partsOf(url: string): { readonly origin: string; readonly target: string } {
  const [origin = ''] = SCHEME.exec(url) ?? [];
  const [target = ''] = url.slice(origin.length).split('#', 1);
  return { origin: origin.toLowerCase(), target: target.startsWith('/') ? target : `/${target}` };
}

const ENDPOINTS: readonly Endpoint[] = ENDPOINT_IDS.map(endpointOf);
const PLAIN = ENDPOINTS.map(({ id, path }) => [path.toLowerCase(), id] as const);
const LAST = new Set(PLAIN.map(([path]) => path.slice(path.lastIndexOf('/'))));

/** Where the path of the operation begins: slashes before it are part of another spelling. */
function beginning(path: string, endpoint: EndpointId): number {
  const exact = endpointOf(endpoint).path;
  const at = path.endsWith(exact)
    ? path.length - exact.length
    : path.toLowerCase().indexOf(API_PREFIX.toLowerCase());
  let from = Math.max(at, 0);
  while (from > 0 && path[from - 1] === '/') from -= 1;
  return from;
}

/** The operation of a URL at any base path; undefined: it is about something else. */
export function placeOf(url: string): Place | undefined {
  const { origin, target } = partsOf(url);
  const [path = ''] = target.split('?', 1);
  const plain = plainPath(path);
  if (!LAST.has(plain.slice(plain.lastIndexOf('/')))) return undefined;
  const endpoint = PLAIN.find(([each]) => plain.endsWith(each))?.[1];
  if (endpoint === undefined) return undefined;
  const from = beginning(path, endpoint);
  return { endpoint, base: `${origin}${path.slice(0, from)}`, path: target.slice(from) };
}

/** Where a path is that no operation has, though it can only be meant for one. */
export function misspeltAt(url: string): Place {
  const { origin, target } = partsOf(url);
  const from = Math.max(target.toLowerCase().indexOf(API_PREFIX.toLowerCase()), 0);
  const words = target.slice(from).toLowerCase();
  const endpoint = ENDPOINTS.find(({ resource }) => words.includes(resource.toLowerCase())) ?? ENDPOINTS[0];
  return {
    endpoint: (endpoint as Endpoint).id,
    base: `${origin}${target.slice(0, from)}`,
    path: target.slice(from),
  };
}

/** Whether an operation is one of this server. */
export function isAt({ base }: Place, { origin, prefix }: Server): boolean {
  const { origin: own, target } = partsOf(base);
  if (origin !== undefined && own !== '' && own !== origin) return false;
  return prefix === undefined || target.replace(/\/+$/, '') === prefix;
}

/** The first part of a path, as a place is counted that is elsewhere: `/cdn/...`. */
export function elsewhereWord(url: string): string {
  const [, first = '', more] = /^(\/[^/?]{0,40})(\/)?/.exec(partsOf(url).target) ?? [];
  return more === undefined ? first : `${first}/...`;
}

/** A URL, or a path: `https://gateway.example/base`, `/base`; undefined: it is neither. */
export function serverOf(text: string): Server | undefined {
  const { origin, target } = partsOf(text);
  if (origin === '' && !text.startsWith('/')) return undefined;
  if (origin !== '' && !URL.canParse(text)) return undefined;
  return { origin: origin === '' ? undefined : origin, prefix: target.split('?', 1)[0]?.replace(/\/+$/, '') };
}
