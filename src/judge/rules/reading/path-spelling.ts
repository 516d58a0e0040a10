/** Other spellings of a request target, and the statuses of a redirect to the usual one (question path.spelling). */
import { percentDecoded } from './header-values.ts';

const SCHEME_AND_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path and query of a target: absolute-form names the same thing, and every server accepts it (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(SCHEME_AND_AUTHORITY, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The path without query, escapes, repeated or trailing slashes, in lower case: the same for every spelling. */
export function plainPath(path: string): string {
  const [bare = ''] = path.split(/[?#]/, 1);
  return percentDecoded(bare)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase();
}

/** A redirect that may lead to another spelling of the same path. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const satisfies readonly number[];
