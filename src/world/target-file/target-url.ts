/** The base URL of a target. */
import { API_PREFIX } from '../../spec/endpoints.ts';
import { TagproofError } from '../../base/errors.ts';

type UrlReading =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const EXAMPLE = 'for instance https://staging.example.com/base';

function wrong(message: string, hint: string = EXAMPLE): UrlReading {
  return { ok: false, message, hint };
}

function extraOf(url: URL): UrlReading | undefined {
  if (url.username !== '' || url.password !== '')
    return wrong(
      'a base URL with a user name or a password',
      'send an Authorization header instead: http.headers',
    );
  if (url.search !== '' || url.hash !== '')
    return wrong('a base URL with a query or a fragment', 'give the part before ? and #');
  if (url.port === '0')
    return wrong('a base URL with the port 0', 'give the port on which the target listens');
  if (!url.pathname.includes(API_PREFIX)) return undefined;
  return wrong(
    `a base URL that already holds ${API_PREFIX}`,
    `give the part before ${API_PREFIX}; the paths of the document are added to it`,
  );
}

/** What stands where a port does. */
const PORT = /(?<=^https?:\/\/[^/?#]*):[^/?#:\]]*(?=[/?#]|$)/i;

/** Reads a base URL (§4.1): http or https, its path prefix kept. Requests go to the prefix followed by the endpoint's path. */
export function readBaseUrl(text: string): UrlReading {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return extraOf(url) ?? { ok: true, url };
  if (!text.includes('://') && URL.canParse(`http://${text}`))
    return wrong(
      'not a URL: http:// or https:// is missing',
      `did you mean "${shownUrl(`http://${text}`)}"?`,
    );
  if (PORT.test(text) && URL.canParse(text.replace(PORT, '')))
    return wrong('a base URL whose port is none', 'a port is a number from 1 to 65535');
  return wrong('not a URL of http or https');
}

/** The base URL that an option or a command names, which `where` says. Throws a `usage` error where it is none. */
export function baseUrlIn(where: string, text: string): URL {
  const reading = readBaseUrl(text);
  if (reading.ok) return reading.url;
  throw new TagproofError('usage', `${where} ${shownUrl(text)}: ${reading.message}\n${reading.hint}`);
}

/** Whether a text that may be a URL or a path is meant as a URL. */
export const looksLikeUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** What was given as a base URL, without what may be a secret in it: a password, a query. */
function shownUrl(text: string): string {
  return text.replace(/\/\/[^/?#]*@/, '//…@').replace(/\?[^]*$/, '?…');
}

/** Whether a URL leads to this machine alone. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
