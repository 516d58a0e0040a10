/** What an instance will send and what is allowed for it, or why it can not be sent to this target. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { Request } from '../../http/request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import type { Fixtures } from '../fixtures/resolve-fixtures.ts';
import type { Declare } from '../declare/declare.ts';
import type { Instance } from '../format/instance.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';
import type { AskedSubject } from '../fixtures/subject-role.ts';

/** One request with what is right for it: of a case, or of a trial of the fuzzer. */
export interface PlannedRequest {
  readonly request: Request;
  readonly allowed: Allowed;
  /** The other replies of a `some`/`rest` step. */
  readonly rest?: Allowed;
  /** The key on whose limits it draws, and the token whose session it takes. */
  readonly fixtures: {
    readonly key: SecretKey | undefined;
    readonly token?: Pick<AuthToken, 'name'> | undefined;
  };
}

/** A request of a case. */
export interface CaseRequest extends PlannedRequest {
  readonly fixtures: Fixtures;
  /** What the request is about where the requests of a step vary, `playerann1 of meadow-run`, or the near miss that it sends. */
  readonly label?: string;
  /** The request names keys only because tagKeys may be required. */
  readonly naming?: Naming;
}

/** The keys that a request names though its case is not about them, and the request for other ones. */
export interface Naming {
  readonly keys: readonly string[];
  /** Undefined: without tagKeys. */
  readonly asking: (keys: readonly string[] | undefined) => Request;
}

export interface PlannedStep {
  /** Empty where the case has one step without a name. */
  readonly name: string;
  readonly subject: AskedSubject;
  readonly requests: readonly CaseRequest[];
  readonly together: boolean;
  /** Let the keys of these requests rest first, so that their rate is counted from nothing. */
  readonly idle: boolean;
  /** Repeat the request for at most this many milliseconds until its reply is as allowed. */
  readonly until: number | undefined;
  /** What was taken in place of what the case describes, a line each. */
  readonly notes: readonly string[];
}

export interface Planned {
  readonly kind: 'planned';
  readonly instance: Instance;
  readonly steps: readonly PlannedStep[];
  /** What all replies must have in common. */
  readonly same: 'tags' | 'answer' | 'refusal' | 'wording' | undefined;
  readonly alone: boolean;
  /** The requests of all steps go at once. */
  readonly together: boolean;
  readonly oneConnection: boolean;
  readonly decides: string | undefined;
  /** The clauses that the case can test with the fixtures that it has. */
  readonly clauses: readonly ClauseId[];
  /** What was taken in place of what the case describes, a line each. */
  readonly notes: readonly string[];
}

export interface Unplanned {
  readonly kind: 'skip';
  readonly instance: Instance;
  /** What to declare so that the case can be sent. */
  readonly needs: string;
  /** The lines to add to the target file for it; empty where none helps. */
  readonly declare: readonly Declare[];
}

export type Plan = Planned | Unplanned;
