/** One request as data: it holds no secret, so printing it can't leak one. */
import type { EndpointId } from '../spec/endpoints.ts';
import { remembered } from '../base/remembered.ts';
import { VERSION } from '../base/version.ts';
import { alterString, type StringAlteration } from './alterations/string-alterations.ts';
import type { WireAlteration } from './alterations/wire-alterations.ts';

/** A secret by its name in the world file, perhaps altered in a named way: only the wire resolves it. */
export interface SecretRef {
  readonly secret: string;
  readonly alter?: StringAlteration;
}

export type HeaderValue = string | SecretRef;
export type HeaderLine = readonly [name: string, value: HeaderValue];

export interface Request {
  /** The endpoint that the request is about, also where method or path are altered. */
  readonly endpoint: EndpointId;
  readonly method: string;
  /** Path and query below the base URL, with a leading slash. */
  readonly path: string;
  /** In the order and the spelling in which they are sent; a name may occur twice. Host and lengths are added by the transport. */
  readonly headers: readonly HeaderLine[];
  /** The exact bytes of the body; undefined sends none. */
  readonly body: Uint8Array | undefined;
  /** How the request is put on the wire, where that is not the plain way. */
  readonly wire?: WireAlteration;
  /** Secrets in the query, the body or a cookie, where a stand-in is: only the wire puts them there. */
  readonly misplaced?: readonly SecretRef[];
}

export const NO_BODY_BYTES = new Uint8Array();

/** What stands for a secret in a query, a body or a cookie, until the wire puts the secret there. */
export const standInOf = ({ secret }: SecretRef): string => `{secret ${secret}}`;

const textEncoder = new TextEncoder();

/** The bytes of a text body, shared by all that send it. A lone surrogate becomes U+FFFD, as TextEncoder has it. */
export const bodyOf: (text: string) => Uint8Array = remembered((text) => textEncoder.encode(text));

export const USER_AGENT = 'User-Agent';

/** The name under which a backend's log shows the case. */
export function userAgent(caseId: string): string {
  return `tagproof/${VERSION} (${caseId})`;
}

export function isSecretRef(value: HeaderValue): value is SecretRef {
  return typeof value !== 'string';
}

/** Stands in for a secret in a header: a text of usual length, without special characters. */
const STAND_IN = 'x'.repeat(64);

/** The text of a header's value. A secret is replaced by a stand-in with the same alteration, which shows its effect on the header. */
export function asText(value: HeaderValue): string {
  if (!isSecretRef(value)) return value;
  return value.alter === undefined ? STAND_IN : alterString(STAND_IN, value.alter);
}
