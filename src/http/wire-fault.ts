/** What was wrong on the wire with a request that has a reply all the same. */

/**
 * `hung-up`: the connection was closed on the request, which then had to be sent again; `unreadable`: its first reply was no
 * HTTP/1.1, and it was sent again; `stray-bytes`: bytes came that belong to no reply; `loose`: the reply is written as
 * RFC 9112 forbids, though everyone reads it.
 */
export type WireFaultKind = 'hung-up' | 'unreadable' | 'stray-bytes' | 'loose';

export interface WireFault {
  readonly kind: WireFaultKind;
  /** What was seen, in one line. Never quotes what was sent or received. */
  readonly detail: string;
}

/** The fault of a first try without a reply, where the second one is answered; undefined: the server is not to blame. */
export function faultOfFirstTry(why: string, detail: string): WireFault | undefined {
  if (why === 'closed') return { kind: 'hung-up', detail };
  return why === 'not-http' ? { kind: 'unreadable', detail } : undefined;
}
