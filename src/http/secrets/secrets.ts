/** The secrets of a target by name, and where a reference to one becomes its value: in a header, and in the whole request that is sent. */
import type { Secret } from '../secret.ts';
import { type HeaderLine, type HeaderValue, isSecretRef, type SecretRef } from '../header-value.ts';
import { alterString } from '../alterations/string-alterations.ts';
import { standInOf, type Request } from '../request.ts';
import type { HttpSettings } from '../settings.ts';
import type { WireAlteration } from '../alterations/wire-alterations.ts';
import { headChars } from '../../base/text/head-chars.ts';

export interface SecretStore {
  get(name: string): Secret | undefined;
  all(): readonly Secret[];
}

/** A secret store of secrets. Two of one name are a bug: a reference could mean either. */
export function secretStoreOf(secrets: Iterable<Secret>): SecretStore {
  const list = [...secrets];
  const byName = new Map(list.map((secret) => [secret.name, secret]));
  if (byName.size !== list.length) throw new TypeError('two secrets have the same name');
  return { get: (name) => byName.get(name), all: () => list };
}

/** The shell variable of a secret that no `${env:NAME}` names: `my key` becomes MY_KEY. */
export function envNameOf(secretName: string): string {
  const word = secretName.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  return /^[A-Z_]/.test(word) ? word : `_${word}`;
}

/** What is sent for a header's value: the text, or the secret with its alteration. A name that the secret store lacks is a bug. */
export function resolveHeader(value: HeaderValue, secretStore: SecretStore): string {
  if (!isSecretRef(value)) return value;
  const secret = secretStore.get(value.secret);
  if (secret === undefined) throw new TypeError(`no secret named ${value.secret}`);
  return value.alter === undefined ? secret.value : alterString(secret.value, value.alter);
}

/** A request with its secrets in place, as bytes are made of it. It never leaves this folder: printing it would leak. */

export interface ResolvedRequest {
  readonly method: string;
  /** Path and query, with the path of the base URL before it. */
  readonly path: string;
  /** Names and values in turn, as undici takes them: making pairs of them first would cost each request. A character is a byte. */
  readonly headers: string[];
  readonly body: Uint8Array | undefined;
  readonly wire: WireAlteration | undefined;
}

/** What a target adds to every request. */
export interface RequestAdditions {
  readonly secretStore: SecretStore;
  readonly prefix: string;
  /** Left out where the request has a header of that name: what a case sends is never overridden. */
  readonly settings: Pick<HttpSettings, 'headers'>;
}

export function resolveRequest(
  request: Request,
  { secretStore, prefix, settings }: RequestAdditions,
): ResolvedRequest {
  const { method, path, body, wire, misplaced } = request;
  const place = misplaced === undefined ? undefined : placing(misplaced, secretStore);
  const headers: string[] = [];
  for (const [name, value] of withAdded(request.headers, settings.headers)) {
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
export function withAdded(own: readonly HeaderLine[], added: readonly HeaderLine[]): readonly HeaderLine[] {
  if (added.length === 0) return own;
  return [...own, ...added.filter(([name]) => !hasHeader(own, name))];
}

function hasHeader(lines: readonly HeaderLine[], name: string): boolean {
  const wanted = name.toLowerCase();
  return lines.some(([each]) => each.toLowerCase() === wanted);
}
