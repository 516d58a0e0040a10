/** Which operation a recorded URL is about, below which base URL: gateways add a path of their own. */
import { API_PREFIX, type EndpointId, ENDPOINTS } from '../../spec/endpoints.ts';
import { TagproofError } from '../../base/errors.ts';
import { aimOf } from '../../judge/rules/reading/path-aim.ts';

export interface RecordedPlace {
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
function urlParts(url: string): { readonly origin: string; readonly target: string } {
  const [origin = ''] = SCHEME.exec(url) ?? [];
  const [target = ''] = url.slice(origin.length).split('#', 1);
  return { origin: origin.toLowerCase(), target: target.startsWith('/') ? target : `/${target}` };
}

/** What operation a URL is about, at any base path; undefined: it is about something else. */
export function recordedPlace(url: string): RecordedPlace | undefined {
  const { origin, target } = urlParts(url);
  const { is, endpoint } = aimOf(target);
  if (is === 'elsewhere' || is === 'other operation') return undefined;
  const [path = ''] = target.split('?', 1);
  // Slashes before the path of an operation are part of another spelling.
  const isExact = endpoint !== undefined && path.endsWith(endpoint.path);
  const prefix = path.toLowerCase().indexOf(API_PREFIX.toLowerCase());
  let from = isExact ? path.length - endpoint.path.length : Math.max(prefix, 0);
  while (from > 0 && path[from - 1] === '/') from -= 1;
  const words = path.slice(from).toLowerCase();
  const meant = ENDPOINTS.find(({ resource }) => words.includes(resource.toLowerCase())) ?? ENDPOINTS[0];
  return {
    endpoint: ((endpoint ?? meant) as (typeof ENDPOINTS)[number]).id,
    isReached: endpoint !== undefined,
    base: `${origin}${path.slice(0, from)}`,
    path: target.slice(from),
  };
}

const pathOf = (target: string): string => (target.split('?', 1)[0] ?? '').replace(/(?<!\/)\/+$/, '');

/** Whether an operation lies behind a URL, or a path: `https://gateway.example/base`, `/base`. A record of paths alone names no host. */
export function isBehind({ base }: RecordedPlace, server: string): boolean {
  const [own, wanted] = [urlParts(base), urlParts(server)];
  const isHost = own.origin === '' || wanted.origin === '' || own.origin === wanted.origin;
  return isHost && pathOf(own.target) === pathOf(wanted.target);
}

/** The first part of a path, as a place is counted that is elsewhere: `/cdn/...`. */
export function elsewhereWord(url: string): string {
  const [, first = '', more] = /^(\/[^/?]{0,40})(\/)?/.exec(urlParts(url).target) ?? [];
  return more === undefined ? first : `${first}/...`;
}

/** Throws a `usage` error for a server that is neither a URL nor a path. */
export function checkServer(text: string): void {
  if (text.startsWith('/') || (SCHEME.test(text) && URL.canParse(text))) return;
  throw new TagproofError(
    'usage',
    `--server ${text}: it is neither a URL nor a path\nname what stands before the path of an operation: https://gateway.example/base, or /base`,
  );
}
