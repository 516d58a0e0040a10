/** A request with its secrets in place, as bytes are made of it. It never leaves this folder: printing it would leak. */
import type { HeaderLine, SecretRef } from '../../http/header-value.ts';
import { standInOf, type Request } from '../../http/request.ts';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { headChars } from '../../text/head-chars.ts';
import { resolveHeader, type SecretStore } from './secrets.ts';

export interface ResolvedRequest {
  readonly method: string;
  /** Path and query, with the path of the base URL before it. */
  readonly path: string;
  /** Names and values in turn, as undici takes them: making pairs of them first would cost each request. A character is a byte. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
  readonly wire: WireAlteration | undefined;
}

/** What a target adds to every request. */
export interface Additions {
  readonly secretStore: SecretStore;
  readonly prefix: string;
  /** Left out where the request has a header of that name: what a case sends is never overridden. */
  readonly headers: readonly HeaderLine[];
}

export function resolveRequest(
  request: Request,
  { secretStore, prefix, headers: added }: Additions,
): ResolvedRequest {
  const { method, path, body, wire, misplaced } = request;
  const place = misplaced === undefined ? undefined : placing(misplaced, secretStore);
  const headers: string[] = [];
  for (const [name, value] of withAdded(request.headers, added)) {
    const text = resolveHeader(value, secretStore);
    headers.push(name, headChars(place === undefined ? text : place(text, asItIs)));
  }
  if (place === undefined) return { method, path: prefix + path, headers, body, wire };
  return {
    method,
    path: prefix + place(path, encodeURIComponent),
    headers,
    body: body && Buffer.from(place(Buffer.from(body).toString(), JSON.stringify)),
    wire,
  };
}

const asItIs = (text: string): string => text;

/** Puts secrets where their stand-ins are, both written as that place writes texts. */
function placing(
  misplaced: readonly SecretRef[],
  secretStore: SecretStore,
): (text: string, written: (text: string) => string) => string {
  const pairs = misplaced.map((secret) => [standInOf(secret), resolveHeader(secret, secretStore)] as const);
  return (text, written) =>
    pairs.reduce((all, [standIn, value]) => all.replaceAll(written(standIn), () => written(value)), text);
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
