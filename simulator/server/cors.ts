/** Cross-origin requests of browser games (the Fetch standard, §3.2): which pages may read replies, as users list them, and the lines that say so. */
import { TagproofError } from '../../src/base/errors.ts';
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';

/** Whether pages of an origin may read replies. */
export type AllowsOrigin = (origin: string) => boolean;

/** Pages that this machine serves, on any port. */
const LOCAL =
  /^https?:\/\/(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** A scheme, of the web or of a wrapper such as Capacitor, and what follows it. */
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i;
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;
/** What stands for `*.` while a URL is read. */
const LABEL = 'label.';

/** Scheme, host and port as browsers spell them: in lower case, xn-- for other letters, no port that the scheme implies. */
function spelt(
  scheme: string,
  rest: string,
): { readonly origin: string; readonly isBare: boolean } | undefined {
  const isWild = rest.startsWith('*.');
  // URL reads the host of schemes that it knows alone.
  const address = `${/^https$/i.test(scheme) ? scheme : 'http'}://${isWild ? LABEL + rest.slice(2) : rest}`;
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, host, origin } = new URL(address);
  if (!HOST.test(hostname)) return undefined;
  const shown = isWild ? `*.${host.slice(LABEL.length)}` : host;
  return { origin: `${scheme.toLowerCase()}://${shown}`, isBare: href === `${origin}/` };
}

/** An origin as browsers spell it, with `*.` in front of its host or without; or a TagproofError with what to write. */
function readOrigin(given: string, named: string): string {
  const refuse = (problem: string, write: string): never => {
    throw new TagproofError('usage', `${named} ${given}: ${problem}\nwrite ${write}`);
  };
  const text = given.trim();
  if (/^(?:\*|null)$/i.test(text)) return text.toLowerCase();
  if (/[\s,;]/.test(text)) return refuse('it is more than one origin', 'each by itself');
  const [, scheme = '', rest = text.replace(/^(?:https?:)?\/*/i, '')] = WITH_SCHEME.exec(text) ?? [];
  if (/^file$/i.test(scheme)) return refuse('the origin of pages from files is null', 'null');
  const whole = spelt(scheme === '' ? 'http' : scheme, rest);
  if (whole === undefined)
    return text.includes('*')
      ? refuse('* stands for the names in front of a domain, or alone for all', 'https://*.game.example')
      : refuse('it is not a scheme, a host and perhaps a port', 'https://game.example');
  const { origin, isBare } = whole;
  if (scheme === '')
    return refuse('the scheme is missing', `${origin}, or ${origin.replace('http', 'https')}`);
  if (/^wss?$/i.test(scheme))
    return refuse('a page has the scheme http or https', origin.replace(/^ws/, 'http'));
  return isBare ? origin : refuse('an origin ends with host and port', origin);
}

/** What fits an origin: itself, or where it begins with `*.` every name in front of the domain, but not the domain. */
function fits(origin: string): (asked: string) => boolean {
  const [start = '', end] = origin.split('*.');
  if (end === undefined) return (asked) => asked === origin;
  return (asked) =>
    asked.startsWith(start) &&
    asked.endsWith(`.${end}`) &&
    HOST.test(asked.slice(start.length, -end.length - 1));
}

/**
 * Pages of this machine, and of the origins listed: `https://game.example`, `https://*.game.example`, `null` for files, `*` for
 * all. TagproofError('usage') for what can't be one, with the right spelling; `named` is how the user calls the list.
 */
export function originsAllowed(listed: readonly string[] = [], named = 'corsOrigins'): AllowsOrigin {
  const origins = listed.map((text) => readOrigin(text, named));
  if (origins.includes('*')) return () => true;
  const known = origins.map(fits);
  return (origin) => {
    const asked = origin.toLowerCase();
    return LOCAL.test(asked) || known.some((fit) => fit(asked));
  };
}

const ORIGIN = headerKey('Origin');
const ASKED_METHOD = headerKey('Access-Control-Request-Method');
const ASKED_HEADERS = headerKey('Access-Control-Request-Headers');
const PRIVATE_NETWORK = headerKey('Access-Control-Request-Private-Network');
const NONE: HeaderLines = [];
const VARY: HeaderLines = ['Vary', 'Origin'];
/** A day: browsers cap it at less. */
const MAX_AGE = '86400';

const grant = (origin: string): HeaderLines => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Allow-Credentials',
  'true',
];

/** The lines that every reply to a request with an Origin carries. */
export function corsLines(headers: HeaderLines, allows: AllowsOrigin): HeaderLines {
  const { first: origin } = headerValues(headers, ORIGIN);
  if (origin === undefined) return NONE;
  return allows(origin) ? [...grant(origin), ...VARY] : VARY;
}

/** The lines that answer a preflight; undefined for other requests and for origins that are not allowed. */
export function preflightLines(
  method: string,
  headers: HeaderLines,
  allows: AllowsOrigin,
): HeaderLines | undefined {
  if (method !== 'OPTIONS') return undefined;
  const { first: origin } = headerValues(headers, ORIGIN);
  const { first: asked } = headerValues(headers, ASKED_METHOD);
  if (origin === undefined || asked === undefined || !allows(origin)) return undefined;
  const { joined } = headerValues(headers, ASKED_HEADERS);
  return [
    ...grant(origin),
    'Access-Control-Allow-Methods',
    asked,
    ...(joined === undefined ? [] : ['Access-Control-Allow-Headers', joined]),
    ...(headerValues(headers, PRIVATE_NETWORK).count > 0
      ? ['Access-Control-Allow-Private-Network', 'true']
      : []),
    'Access-Control-Max-Age',
    MAX_AGE,
    'Vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  ];
}

/** Whether a text is an origin, spelt as browsers do, so that it may be copied into a command. */
function isOrigin(text: string): boolean {
  const [, scheme = '', rest = ''] = WITH_SCHEME.exec(text) ?? [];
  return text === 'null' || (!text.includes('*') && spelt(scheme, rest)?.origin === text);
}

/** What a preflight that was not granted says to a developer; undefined for other requests. A page does not send what follows it. */
export function refusedPreflight(method: string, headers: HeaderLines): string | undefined {
  if (preflightLines(method, headers, () => true) === undefined) return undefined;
  const origin = headerValues(headers, ORIGIN).first ?? '';
  if (LOCAL.test(origin)) return undefined;
  if (!isOrigin(origin))
    return 'a page may not send this: its Origin is not a scheme, a host and perhaps a port';
  const page =
    origin === 'null' ? 'a page from a file or in a sandbox (Origin: null)' : `a page at ${origin}`;
  return `${page} may not send this: add --cors-origin ${origin}`;
}

const ORIGIN_LINE = /\r\norigin:[ \t]*([^\r\n]+?)[ \t]*\r\n/i;

/** The header lines that matter here, out of the bytes of a request that node's parser gave up. */
export function originIn(bytes: Uint8Array | undefined): HeaderLines {
  const origin = bytes && ORIGIN_LINE.exec(Buffer.from(bytes).toString('latin1'))?.[1];
  return origin === undefined ? NONE : ['Origin', origin];
}
