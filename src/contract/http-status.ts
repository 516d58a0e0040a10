/** HTTP statuses that stand for something of the document's, or of HTTP itself (RFC 9110 §15). */

/** A redirect that may lead to another spelling of the same path. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const satisfies readonly number[];
