/** One request as it reached the simulator, from a socket or from a function call. */
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';

/** Why a request is not a complete one. */
export type IncomingTrouble = 'body too large' | 'head too large' | 'timed out' | 'broken off' | 'no HTTP';

export interface Incoming {
  readonly method: string;
  /** The request target as it was sent: origin-form or absolute-form. */
  readonly target: string;
  readonly headers: HeaderLines;
  /** The version of HTTP, for instance `1.1`; left out where it is not known. */
  readonly version?: string | undefined;
  /** Undefined or empty: none was sent. */
  readonly body: Uint8Array | undefined;
  readonly trouble?: IncomingTrouble | undefined;
}
