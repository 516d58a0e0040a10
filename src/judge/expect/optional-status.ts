/** What is allowed where HTTP itself lets a server refuse the request (question http.optional): the plain answer, or that status. */
import { and, when } from '../../dialect/questions.ts';
import { asText } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { excusedStatuses, optionalParts, type OptionalHttp } from '../../rules/reading/optional-http.ts';
import type { Allowed } from './allowed.ts';

/** Well-formed framings that a server need not support. */
const OPTIONAL_WIRE: ReadonlyMap<WireAlteration, OptionalHttp> = new Map([
  ['chunked', 'no-length'],
  ['chunk-bytes', 'no-length'],
  ['one-chunk', 'no-length'],
  ['chunk-extensions', 'no-length'],
  ['expect-continue', 'expect'],
  ['http-1.0', 'old-version'],
]);

/** The statuses that the request excuses. */
function statusesOf({ headers, wire, body }: Request): readonly number[] {
  const lines = headers.map(([name, value]) => [name, asText(value)] as const);
  const ofWire = wire === undefined ? undefined : OPTIONAL_WIRE.get(wire);
  const found = optionalParts(undefined, lines, body?.length ?? 0);
  return excusedStatuses(ofWire === undefined ? found : new Set([...found, ofWire]));
}

const AS_PLAIN = when('http.optional', 'as plain');
const THAT_STATUS = when('http.optional', 'that status');

/** What is allowed, plus the statuses that HTTP allows. */
export function withOptionalStatus(allowed: Allowed, request: Request): Allowed {
  const statuses = statusesOf(request);
  if (statuses.length === 0) return allowed;
  const plain = allowed.outcomes.map((outcome) => ({ ...outcome, when: and(outcome.when, [AS_PLAIN]) }));
  return {
    ...allowed,
    outcomes: [
      ...plain,
      { expected: { kind: 'http', statuses }, when: [THAT_STATUS], clause: '1/http-200/optional' },
    ],
  };
}
