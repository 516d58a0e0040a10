/** A request as it goes on the wire: with its secrets, and with what its target adds to every request. */
import { headChars } from '../base/text/bytes.ts';
import type { WireAlteration } from './alterations/wire-alterations.ts';
import type { Link } from './link.ts';
import { type HeaderLine, isSecretRef, type Request, type SecretRef, standInOf } from './request.ts';
import { resolveHeader, type SecretStore } from './secrets/secrets.ts';

/** A request with its secrets in place, as bytes are made of it. It never leaves this room: printing it would leak. */
export interface ResolvedRequest {
  readonly method: string;
  /** Path and query, with the path of the base URL before it. */
  readonly path: string;
  /** Names and values in turn, as undici takes them: making pairs of them first would cost each request. A character is a byte. */
  readonly headers: string[];
  readonly body: Uint8Array | undefined;
  readonly wire: WireAlteration | undefined;
}

/** Puts the secrets of a target in place, and adds what it adds to every request. */
export function resolveRequest(
  planned: Request,
  { secretStore, prefix, settings }: Pick<Link, 'secretStore' | 'prefix' | 'settings'>,
): ResolvedRequest {
  const { misplaced } = planned;
  const request = misplaced === undefined ? planned : withMisplaced(planned, misplaced, secretStore);
  const headers: string[] = [];
  for (const [name, value] of withAdded(request.headers, settings.headers))
    headers.push(name, headChars(resolveHeader(value, secretStore)));
  return {
    method: request.method,
    path: prefix + request.path,
    headers,
    body: request.body,
    wire: request.wire,
  };
}

/** The request with secrets where their stand-ins are, written as each place writes texts. */
function withMisplaced(request: Request, misplaced: readonly SecretRef[], secretStore: SecretStore): Request {
  const { path, headers, body } = request;
  const place = (all: string, written: (text: string) => string): string =>
    misplaced.reduce(
      (text, each) =>
        text.replaceAll(written(standInOf(each)), () => written(resolveHeader(each, secretStore))),
      all,
    );
  return {
    ...request,
    path: place(path, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, isSecretRef(value) ? value : place(value, String)]),
    body: body && Buffer.from(place(Buffer.from(body).toString(), JSON.stringify)),
  };
}

/** A request's own header lines, then those that its target adds, but for names that it has: what a case sends is never overridden. */
export function withAdded(own: readonly HeaderLine[], added: readonly HeaderLine[]): readonly HeaderLine[] {
  if (added.length === 0) return own;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [...own, ...added.filter(([name]) => !names.has(name.toLowerCase()))];
}
