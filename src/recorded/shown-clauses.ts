/** Which clauses right replies have shown, by endpoint: those that a reply of another kind would have broken. */
import type { RegisteredClause } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { Allowed, AllowedOutcome } from '../judge/expect/allowed.ts';
import type { Finding } from '../judge/finding.ts';
import type { Envelope } from '../judge/reply/envelope.ts';
import { UNKNOWN } from '../world/world.ts';

/** What every right reply with an envelope shows, whatever its outcome. */
const ALWAYS = [
  '1/json',
  '1/http-200/status',
  '1/envelope',
  '4.4/return-code/known',
] as const satisfies readonly RegisteredClause[];

/** Whether a reply that nothing is wrong with is of this kind. */
function isOfKind({ expected }: AllowedOutcome, { returnCode, payload }: Envelope): boolean {
  if (expected.kind === 'refused') return expected.code === returnCode;
  const isFound = (payload.errorCode ?? 'Ok') === 'Ok';
  return (
    returnCode === 'Ok' && (expected.kind === 'tags' ? isFound : expected.kind === 'not-found' && !isFound)
  );
}

/** Where the world does not know what is right, or more clauses than one explain the reply, it shows none. */
export function shownClause({ outcomes }: Allowed, envelope: Envelope): ClauseId | undefined {
  const [first, ...others] = outcomes.filter((each) => isOfKind(each, envelope));
  if (first === undefined || others.some(({ clause }) => clause !== first.clause)) return undefined;
  const kinds = new Set(outcomes.map(({ expected: { kind } }) => kind));
  if (kinds.has('anything')) return undefined;
  const isKnown = {
    tags: [first, ...others].some(
      ({ expected }) => expected.kind === 'tags' && expected.tags !== UNKNOWN && expected.match === 'exactly',
    ),
    'not-found': !kinds.has('tags'),
    refused: !kinds.has('tags') && !kinds.has('not-found'),
    http: false,
    anything: false,
  };
  return isKnown[first.expected.kind] ? first.clause : undefined;
}

export class ShownClauses {
  readonly #shown = new Map<EndpointId, Set<ClauseId>>();
  readonly #broken = new Map<EndpointId, Set<ClauseId>>();

  add(allowed: Allowed, envelope: Envelope | undefined): void {
    if (envelope === undefined || allowed.strictness !== 'endpoint') return;
    const shown = this.#shown.get(allowed.endpoint) ?? new Set<ClauseId>(ALWAYS);
    this.#shown.set(allowed.endpoint, shown);
    const clause = shownClause(allowed, envelope);
    if (clause !== undefined) shown.add(clause);
  }

  /** What one reply breaks no other verifies. */
  exclude({ endpoint }: Allowed, findings: readonly Finding[]): void {
    const broken = this.#broken.get(endpoint) ?? new Set();
    for (const { clause, level } of findings) if (level === 'must') broken.add(clause);
    this.#broken.set(endpoint, broken);
  }

  clausesOn(endpoint: EndpointId): readonly ClauseId[] {
    const broken = this.#broken.get(endpoint);
    return [...(this.#shown.get(endpoint) ?? [])].filter((clause) => broken?.has(clause) !== true);
  }
}
