/** A request with its secrets in place, as bytes are made of it. It never leaves this folder: whoever prints it leaks. */
import type { HeaderLine } from '../exchange/header-value.ts';
import { standInOf, type Request } from '../exchange/request.ts';
import type { WireBend } from '../exchange/wire-bends.ts';
import { headChars } from './head-chars.ts';
import { resolveHeader, type Vault } from './secrets.ts';

export interface ResolvedRequest {
  readonly method: string;
  /** Path and query, with the path of the base URL before it. */
  readonly path: string;
  /** Names and values in turn, as undici takes them: making pairs of them first would cost each request. A character is a byte. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
  readonly wire: WireBend | undefined;
}

/** What a target adds to every request. */
export interface Additions {
  readonly vault: Vault;
  readonly prefix: string;
  /** Left out where the request has a header of that name: what a case sends is never overridden. */
  readonly headers: readonly HeaderLine[];
}

export function resolveRequest(
  request: Request,
  { vault, prefix, headers: added }: Additions,
): ResolvedRequest {
  const headers: string[] = [];
  for (const [name, value] of withAdded(request.headers, added))
    headers.push(name, headChars(resolveHeader(value, vault)));
  const { path, body } = withSecretsInPlace(request, vault);
  return { method: request.method, path: prefix + path, headers, body, wire: request.wire };
}

/** The path and the body with secrets where stand-ins are. */
function withSecretsInPlace(
  { path, body, misplaced = [] }: Request,
  vault: Vault,
): Pick<Request, 'path' | 'body'> {
  let [target, bytes] = [path, body];
  for (const secret of misplaced) {
    const [standIn, value] = [standInOf(secret), resolveHeader(secret, vault)];
    target = target.replaceAll(encodeURIComponent(standIn), () => encodeURIComponent(value));
    const text = bytes === undefined ? undefined : Buffer.from(bytes).toString();
    bytes =
      text === undefined
        ? undefined
        : Buffer.from(text.replaceAll(JSON.stringify(standIn), () => JSON.stringify(value)));
  }
  return { path: target, body: bytes };
}

/** A request's own header lines, then those that its target adds. */
export function withAdded(own: readonly HeaderLine[], added: Additions['headers']): readonly HeaderLine[] {
  if (added.length === 0) return own;
  return [...own, ...added.filter(([name]) => !hasHeader(own, name))];
}

function hasHeader(lines: readonly HeaderLine[], name: string): boolean {
  const wanted = name.toLowerCase();
  return lines.some(([each]) => each.toLowerCase() === wanted);
}
