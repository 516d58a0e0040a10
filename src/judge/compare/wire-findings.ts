/** What was wrong on the wire with a request that is answered: discouraged, and reported once for the service as a whole. */
import type { Exchange, WireFaultKind } from '../../http/exchange.ts';
import { isUnjudgedWire } from '../../http/alterations/wire-alterations.ts';
import type { Request } from '../../http/request.ts';
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { Allowed } from '../expect/allowed.ts';
import { finding, type Finding, type FindingKind } from '../finding.ts';

interface Row {
  readonly kind: FindingKind;
  readonly clause: RegisteredClause;
  readonly expected: string;
}

/** A connection that was closed on a request is counted with all requests without a reply. */
const ROWS: Readonly<Record<Exclude<WireFaultKind, 'hung-up'>, Row>> = {
  unreadable: {
    kind: 'bad-framing',
    clause: '1/http-200/framing',
    expected: 'a reply that is HTTP/1.1 when the request is first sent',
  },
  loose: {
    kind: 'bad-framing',
    clause: '1/http-200/framing',
    expected: 'a reply as RFC 9112 writes it',
  },
  'stray-bytes': {
    kind: 'stray-bytes',
    clause: '1/http-200/framing',
    expected: 'nothing but one reply to each request',
  },
};

const NONE: readonly Finding[] = [];

/** Whether a server owes the request HTTP in return: a malformed one it may answer as it likes. */
export function isOwedHttp({ strictness }: Allowed, request: Request): boolean {
  if (isUnjudgedWire(request.wire)) return false;
  return strictness !== 'only liveness' || request.method === 'HEAD';
}

export function wireFindings(allowed: Allowed, exchange: Exchange): readonly Finding[] {
  const { faults = [] } = exchange;
  if (faults.length === 0 || !isOwedHttp(allowed, exchange.request)) return NONE;
  return faults.flatMap(({ kind, detail }) => {
    if (kind === 'hung-up') return [];
    const row = ROWS[kind];
    return [finding(row.kind, row.clause, '', row.expected, detail)];
  });
}
