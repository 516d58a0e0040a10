/** The secrets of a target by name, and where a reference to one becomes its value: in a header, and in the whole request that is sent. */
import {
  type HeaderLine,
  type HeaderValue,
  isSecretRef,
  type Request,
  type SecretRef,
  standInOf,
} from '../request.ts';
import { alterString } from '../alterations/string-alterations.ts';
import type { WireAlteration } from '../alterations/wire-alterations.ts';
import { headChars } from '../../base/text/head-chars.ts';

/** One secret value, by the name that requests refer to it with. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The shell variable that stands for it in a printed command, without the dollar sign: the one it came from, else one made of its name. */
  readonly envName: string;
  /** The text before that variable in the value of a header: `Bearer `. */
  readonly scheme?: string;
  /** Whether it is public, as the keys of the committed conformance world are: it is printed and never masked. */
  readonly public: boolean;
}

/** A text without the secrets that it held. */
export type Mask = (text: string) => string;

/** Secrets by name, in their order. */
export type SecretStore = ReadonlyMap<string, Secret>;

/** A secret store of secrets. Two of one name are a bug: a reference could mean either. */
export function secretStoreOf(secrets: Iterable<Secret>): SecretStore {
  const list = [...secrets];
  const byName = new Map(list.map((secret) => [secret.name, secret]));
  if (byName.size !== list.length) throw new TypeError('two secrets have the same name');
  return byName;
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

/** What a target adds to every request. */
export interface RequestAdditions {
  readonly secretStore: SecretStore;
  readonly prefix: string;
  readonly settings: { readonly headers: readonly HeaderLine[] };
}

export function resolveRequest(
  planned: Request,
  { secretStore, prefix, settings }: RequestAdditions,
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
