/** Allowed: the outcomes that are right for one request. The one currency of rulebook, suite, run and fuzzing. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { EndpointId, Resource } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import type { When } from '../../dialect/questions.ts';
import type { HttpAnswer, Refusal } from '../../rules/ruling.ts';
import type { Fact } from '../../world/world.ts';

/** Ok with the tags of a subject: exactly these as a multiset, or only some of them. Unknown tags: their shape alone. */
export interface ExpectedTags {
  readonly kind: 'tags';
  readonly tags: Fact<readonly TagItem[]>;
  readonly match: 'exactly' | 'some of';
}

export interface ExpectedNotFound {
  readonly kind: 'not-found';
  readonly resource: Resource;
}

/** Any envelope that is well-formed: where the document leaves the outcome itself free. */
export interface ExpectedAnything {
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
  /** A user's own case: a reply that matches no outcome breaks a must, wherever the request goes. */
  readonly asWritten?: true;
}
