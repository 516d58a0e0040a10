/** Which requests undici refuses or would change, so that the raw transport must send them. */
import type { ResolvedRequest } from '../secrets/resolved.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const PATH = /^\/[\x21-\xff]*$/;

/** undici writes these itself, refuses them, or loses them where it makes an object of the headers. What occurs twice it sends twice. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
  '__proto__',
]);

/**
 * Whether only the raw transport can send exactly this. An invalid header or path must never reach undici: it throws
 * there and uses up the connection. Blanks around a value are not a reason: undici sends them as they are.
 */
export function needsRaw({ method, path, headers, wire }: ResolvedRequest): boolean {
  if (wire !== undefined || method === 'CONNECT' || !TOKEN.test(method) || !PATH.test(path)) return true;
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    if (OWN_NAMES.has(name) || !TOKEN.test(name) || !VALUE.test(headers[i + 1] ?? '')) return true;
  }
  return false;
}
