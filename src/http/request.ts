/** One request as data: it holds no secret, so printing it can't leak one. */
import type { EndpointId } from '../spec/endpoints.ts';
import { remembered } from '../base/remembered.ts';
import { VERSION } from '../base/version.ts';
import type { HeaderLine, SecretRef } from './header-value.ts';
import type { WireAlteration } from './alterations/wire-alterations.ts';

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
