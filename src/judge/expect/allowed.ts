/** Allowed: the outcomes that are right for one request, and how strictly its reply is judged. The one currency of rulebook, suite, run and fuzzing. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type EndpointId, endpointOf, METHOD, type Resource } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import type { When } from '../../spec/dialect/questions.ts';
import type { HttpAnswer, Refusal } from '../rules/ruling.ts';
import type { Fact } from '../../world/world.ts';
import { asText, type Request } from '../../http/request.ts';
import { isUnjudgedWire } from '../../http/alterations/wire-alterations.ts';
import { LONG_HEAD } from '../rules/reading/optional-http.ts';

/** Ok with the tags of a subject: exactly these as a multiset, or only some of them. Unknown tags: their shape alone. */
export interface ExpectedTags {
  readonly kind: 'tags';
  readonly tags: Fact<readonly TagItem[]>;
  readonly match: 'exactly' | 'some of';
}

interface ExpectedNotFound {
  readonly kind: 'not-found';
  readonly resource: Resource;
}

/** Any envelope that is well-formed: where the document leaves the outcome itself free. */
interface ExpectedAnything {
  readonly kind: 'anything';
}

export type Expected = ExpectedTags | ExpectedNotFound | Refusal | HttpAnswer | ExpectedAnything;

/** One outcome that is right, perhaps only when options hold. What it costs follows from them (dialect.ts). */
export interface AllowedOutcome {
  readonly expected: Expected;
  readonly when: readonly When[];
  /** A member that may be listed although it is not failing; it does not show which members a backend lists. */
  readonly optional?: true;
  /** The clause that a reply of this kind, but with other content, breaks. */
  readonly clause: ClauseId;
}

/**
 * How strictly a reply is judged whatever its outcome.
 * `endpoint`: the nine; `outside the API`: other paths and methods; `only liveness`: only that the target goes on answering.
 */
export type Strictness = 'endpoint' | 'outside the API' | 'only liveness';

export interface Allowed {
  readonly endpoint: EndpointId;
  readonly strictness: Strictness;
  /** The clause that a reply of no allowed kind breaks. */
  readonly clause: ClauseId;
  readonly outcomes: readonly AllowedOutcome[];
  /** Of a request that no case made: where Ok is right for it, a refusal that says why breaks the clause of its code. */
  readonly ofRequest?: true;
  /** A user's own case: a reply that matches no outcome breaks a must, wherever the request goes. */
  readonly asWritten?: true;
}

/** Methods whose reply has no body, or which speak of the connection rather than of the service. */
const UNJUDGED: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'CONNECT', 'TRACE']);

/** What no header value may hold (RFC 9110 §5.5): all control characters but the tab. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\0-\x08\x0a-\x1f\x7f]/;

/** Whether a server may refuse the head as HTTP: it is long, or malformed. */
function mayBeRefused({ headers }: Request): boolean {
  let bytes = 0;
  for (const [name, value] of headers) {
    const text = asText(value);
    if (CONTROL_CHARACTER.test(text)) return true;
    bytes += name.length + text.length + 4;
  }
  return bytes > LONG_HEAD;
}

/** How strictly the reply to a request is judged whatever its outcome. */
export function strictnessOf(request: Request): Strictness {
  const { endpoint, method, path, wire } = request;
  if (wire !== undefined && isUnjudgedWire(wire)) return 'only liveness';
  if (UNJUDGED.has(method) || mayBeRefused(request)) return 'only liveness';
  return method === METHOD && path === endpointOf(endpoint).path ? 'endpoint' : 'outside the API';
}

/** Whether a server owes the request HTTP in return: a malformed one it may answer as it likes. */
export function isOwedHttp({ strictness }: Allowed, { method, wire }: Request): boolean {
  if (wire !== undefined && isUnjudgedWire(wire)) return false;
  return strictness !== 'only liveness' || method === 'HEAD';
}
