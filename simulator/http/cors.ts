/** Cross-origin requests of browser games (the Fetch standard, §3.2): the lines that say which pages may read replies. */
import type { HeaderLines } from '../../src/rules/reading/header-values.ts';
import { headerKey, headerValues } from '../../src/rules/reading/header-values.ts';
import type { AllowsOrigin } from './origins.ts';

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

const ORIGIN_LINE = /\r\norigin:[ \t]*([^\r\n]+?)[ \t]*\r\n/i;

/** The header lines that matter here, out of the bytes of a request that node's parser gave up. */
export function originIn(bytes: Uint8Array | undefined): HeaderLines {
  const origin = bytes && ORIGIN_LINE.exec(Buffer.from(bytes).toString('latin1'))?.[1];
  return origin === undefined ? NONE : ['Origin', origin];
}
