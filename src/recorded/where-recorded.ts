/** Which operation a recorded URL is about, below which base URL: gateways add a path of their own. */
import { API_PREFIX, type Endpoint, type EndpointId, ENDPOINTS } from '../contract/endpoints.ts';
import { TagproofError } from '../errors.ts';
import { aimOf } from '../rules/duties.ts';

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
  /** Whether it has this path, perhaps in another spelling; else it can only be meant. */
  readonly isReached: boolean;
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

/** Where the path of the operation begins: slashes before it are part of another spelling. */
function beginning(path: string, endpoint: Endpoint | undefined): number {
  const isExact = endpoint !== undefined && path.endsWith(endpoint.path);
  const prefix = path.toLowerCase().indexOf(API_PREFIX.toLowerCase());
  let from = isExact ? path.length - endpoint.path.length : Math.max(prefix, 0);
  while (from > 0 && path[from - 1] === '/') from -= 1;
  return from;
}

/** The operation that is meant by a path that none has. */
function meantBy(path: string): Endpoint {
  const words = path.toLowerCase();
  return (ENDPOINTS.find(({ resource }) => words.includes(resource.toLowerCase())) ??
    ENDPOINTS[0]) as Endpoint;
}

/** What operation a URL is about, at any base path; undefined: it is about something else. */
export function placeOf(url: string): Place | undefined {
  const { origin, target } = partsOf(url);
  const { is, endpoint } = aimOf(target);
  if (is === 'elsewhere' || is === 'other operation') return undefined;
  const [path = ''] = target.split('?', 1);
  const from = beginning(path, endpoint);
  return {
    endpoint: (endpoint ?? meantBy(path.slice(from))).id,
    isReached: endpoint !== undefined,
    base: `${origin}${path.slice(0, from)}`,
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

/** `https://gateway.example/base`, `/base`. Throws a `usage` error for what is neither a URL nor a path. */
export function serverOf(text: string): Server {
  const { origin, target } = partsOf(text);
  if (origin === '' ? !text.startsWith('/') : !URL.canParse(text))
    throw new TagproofError(
      'usage',
      `--server ${text}: it is neither a URL nor a path\nname what stands before the path of an operation: https://gateway.example/base, or /base`,
    );
  return { origin: origin === '' ? undefined : origin, prefix: target.split('?', 1)[0]?.replace(/\/+$/, '') };
}
