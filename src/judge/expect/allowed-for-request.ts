/** What the rulebook allows for any request: by its method, its path and then its call. */
import { DEFINED_REFUSALS } from '../../spec/codes.ts';
import { endpointOf, ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../spec/headers.ts';
import { asText, type Request } from '../../http/request.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { and, when, type When } from '../../spec/dialect/questions.ts';
import { plainPath, REDIRECT_STATUSES } from '../rules/reading/path-spelling.ts';
import { refuse, type Facts } from '../rules/ruling.ts';
import { headerKey, trimBlanks } from '../rules/reading/header-values.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { allowedFor } from './allow.ts';
import {
  type Allowed,
  type AllowedOutcome,
  type Expected,
  type Strictness,
  strictnessOf,
} from './allowed.ts';
import { readingsOf } from './readings.ts';
import { CHUNKED_WIRE, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { excusedStatuses, optionalParts, type OptionalHttp } from '../rules/reading/optional-http.ts';

const ANYTHING: AllowedOutcome = { expected: { kind: 'anything' }, when: [], clause: '1/envelope' };

/** The outcome that shows an answer to a question. */
const showing = (expected: Expected, answer: When, clause: ClauseId): AllowedOutcome => ({
  expected,
  when: [answer],
  clause,
});

/** The same outcome, where an answer holds, too. */
const alsoOn =
  (answer: When) =>
  (outcome: AllowedOutcome): AllowedOutcome => ({ ...outcome, when: and(outcome.when, [answer]) });

const ANOTHER_STATUS = { kind: 'http', statuses: 'any' } as const;

/** Question method.other. */
const OTHER_METHOD: readonly AllowedOutcome[] = [
  showing(refuse('OperationInvalid'), when('method.other', 'OperationInvalid'), '1/post'),
  showing({ kind: 'http', statuses: [404, 405] }, when('method.other', 'HTTP 404 or 405'), '1/post'),
  ...DEFINED_REFUSALS.map((code) => showing(refuse(code), when('method.other', 'another refusal'), '1/post')),
  showing({ kind: 'anything' }, when('method.other', 'answered'), '1/post'),
  showing(ANOTHER_STATUS, when('method.other', 'another status'), '1/post'),
];

/** What an operation that does not exist may be refused with. */
const NO_OPERATION = ['OperationInvalid', 'SecretInvalid'] as const;

/** Question operation.unknown. */
const UNKNOWN_OPERATION: readonly AllowedOutcome[] = [
  ...NO_OPERATION.map((code) =>
    showing(refuse(code), when('operation.unknown', code), '7.1/operation-invalid'),
  ),
  showing(ANOTHER_STATUS, when('operation.unknown', 'another status'), '7.1/operation-invalid'),
];

/** In absolute-form the endpoint and an unknown operation are both silently right (path.spelling), whatever the answers elsewhere. */
function unasked(outcome: AllowedOutcome): AllowedOutcome {
  return outcome.expected.kind === 'refused' ? { ...outcome, when: [] } : outcome;
}

function spelledEndpoint({ endpoint: id, path }: Request): Endpoint | undefined {
  const own = endpointOf(id);
  if (own.path === path) return own;
  return ENDPOINTS.find((endpoint) => endpoint.path.toLowerCase() === plainPath(path));
}

/** Question path.spelling: many routers send other spellings on to the canonical path. Where it leads is checked with the reply. */
const REDIRECT = showing(
  { kind: 'http', statuses: REDIRECT_STATUSES },
  when('path.spelling', 'a redirect'),
  '4.1/path',
);

function otherSpelling(answered: Allowed): readonly AllowedOutcome[] {
  const asEndpoint = answered.outcomes.map(alsoOn(when('path.spelling', 'the endpoint')));
  const unknown = NO_OPERATION.map((code) =>
    showing(refuse(code), when('path.spelling', 'an unknown operation'), '4.1/path'),
  );
  const another = showing(ANOTHER_STATUS, when('path.spelling', 'another status'), '4.1/path');
  return [...asEndpoint, ...unknown, REDIRECT, another];
}

/** Question header.repeated. */
const REPEATED_HEADER_REFUSED = showing(
  { kind: 'http', statuses: [400] },
  when('header.repeated', 'HTTP 400'),
  '4.2/repeated',
);

const PRESENTING_KEYS = [AUTH_TOKEN, SECRET_KEY, GAME_ID].map(headerKey);

/** Whether a header that presents something is repeated. */
function repeatsHeader({ headers }: Request): boolean {
  return PRESENTING_KEYS.some((key) => headers.filter(([name]) => headerKey(name) === key).length > 1);
}

/** HTTP allows bytes beyond ASCII in a header, but servers such as Kestrel find the request a bad one for them. */
const BEYOND_ASCII: AllowedOutcome = {
  expected: { kind: 'http', statuses: [400] },
  when: [],
  clause: '1/http-200/status',
};

function goesBeyondAscii({ headers }: Request): boolean {
  return headers.some(([, value]) => /[^\0-\x7f]/.test(asText(value)));
}

type JudgedFacts = Facts & { readonly world: DeclaredWorld };

/** What is allowed for a request, as the document, the world and the dialect have it. */
export function allowedForRequest(request: Request, facts: JudgedFacts): Allowed {
  const strictness = strictnessOf(request);
  if (strictness === 'only liveness')
    return { endpoint: request.endpoint, strictness, clause: '1/http-200/reply', outcomes: [ANYTHING] };
  const where = { ...allowedWhereRead(request, facts, strictness), ofRequest: true } as const;
  const allowed = withPart(withOptionalStatus(where, request), request);
  // Comes before an HTTP 400 for another reason, which would show something about the backend.
  return goesBeyondAscii(request)
    ? {
        ...allowed,
        outcomes: [...allowed.outcomes.filter(isEnvelope), BEYOND_ASCII, ...allowed.outcomes.filter(isHttp)],
      }
    : allowed;
}

/** Question http.range: a part of the reply, as a static file server gives it. */
function withPart(allowed: Allowed, { headers }: Request): Allowed {
  if (!headers.some(([name]) => headerKey(name) === 'range')) return allowed;
  const whole = allowed.outcomes.map(alsoOn(when('http.range', 'ignored')));
  const part = showing({ kind: 'http', statuses: [206] }, when('http.range', 'a part'), '1/http-200/range');
  return { ...allowed, outcomes: [...whole, part] };
}

const isHttp = ({ expected }: AllowedOutcome): boolean => expected.kind === 'http';
const isEnvelope = (outcome: AllowedOutcome): boolean => !isHttp(outcome);

/** Whether blanks or tabs stand around a header's value. HTTP takes them away, the document doesn't say so (4.2/header-values). */
function padsHeaders({ headers, wire }: Request): boolean {
  return (
    wire === 'padded-headers' || headers.some(([, value]) => trimBlanks(asText(value)) !== asText(value))
  );
}

/** What is allowed where the server reads the request as HTTP. */
function allowedWhereRead(request: Request, facts: JudgedFacts, strictness: Strictness): Allowed {
  const of = (clause: string, outcomes: readonly AllowedOutcome[]): Allowed => ({
    endpoint: request.endpoint,
    strictness,
    clause,
    outcomes,
  });
  if (request.method !== METHOD) return of('1/post', OTHER_METHOD);
  const spelled = spelledEndpoint(request);
  if (spelled === undefined) return of('7.1/operation-invalid', UNKNOWN_OPERATION);
  const called = allowedFor(request.endpoint, readingsOf(request, facts.world), facts, strictness);
  const answered = repeatsHeader(request)
    ? { ...called, outcomes: [...called.outcomes, REPEATED_HEADER_REFUSED] }
    : called;
  if (request.wire === 'absolute-form')
    return of('4.1/path', [...answered.outcomes, REDIRECT, ...UNKNOWN_OPERATION.map(unasked)]);
  if (spelled.path !== request.path) return of('4.1/path', otherSpelling(answered));
  return padsHeaders(request) ? { ...answered, clause: '4.2/header-values' } : answered;
}

/** Well-formed framings that a server need not support. */
const OPTIONAL_WIRE: ReadonlyMap<WireAlteration, OptionalHttp> = new Map<WireAlteration, OptionalHttp>([
  ...[...CHUNKED_WIRE].map((wire) => [wire, 'no-length'] as const),
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

/** What is allowed, plus the statuses that HTTP allows. */
function withOptionalStatus(allowed: Allowed, request: Request): Allowed {
  const statuses = statusesOf(request);
  if (statuses.length === 0) return allowed;
  const plain = allowed.outcomes.map(alsoOn(when('http.optional', 'as plain')));
  const thatStatus = when('http.optional', 'that status');
  const refused = showing({ kind: 'http', statuses }, thatStatus, '1/http-200/optional');
  return { ...allowed, outcomes: [...plain, refused] };
}
