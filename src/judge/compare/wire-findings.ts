/** What was wrong on the wire with a request that is answered: discouraged, and reported once for the service as a whole. */
import type { Exchange } from '../../http/exchange.ts';
import { isUnjudgedWire } from '../../http/alterations/wire-alterations.ts';
import type { Request } from '../../http/request.ts';
import type { Allowed } from '../expect/allowed.ts';
import { finding, type Finding } from '../finding.ts';

const EXPECTED_ON_WIRE = 'a reply that is HTTP/1.1 when the request is first sent';
const NO_FINDINGS: readonly Finding[] = [];

/** Whether a server owes the request HTTP in return: a malformed one it may answer as it likes. */
export function isOwedHttp({ strictness }: Allowed, request: Request): boolean {
  if (isUnjudgedWire(request.wire)) return false;
  return strictness !== 'only liveness' || request.method === 'HEAD';
}

export function wireFindings(allowed: Allowed, { request, unreadableAtFirst }: Exchange): readonly Finding[] {
  if (unreadableAtFirst === undefined || !isOwedHttp(allowed, request)) return NO_FINDINGS;
  return [finding('bad-framing', '1/http-200/framing', '', EXPECTED_ON_WIRE, unreadableAtFirst)];
}
