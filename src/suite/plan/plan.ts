/** What an instance will send and what is allowed for it, or why it can not be sent to this target. */
import type { ClauseId } from '../../contract/clauses.ts';
import type { AskedSubject, CaseRequest } from '../../judge/planned.ts';
import type { Lack } from '../declare/other-lacks.ts';
import type { Instance } from '../format/instance.ts';

export interface PlannedStep {
  /** Empty where the case has one step without a name. */
  readonly name: string;
  readonly subject: AskedSubject;
  readonly requests: readonly CaseRequest[];
  readonly together: boolean;
  /** No request builds on another one of the step: they may go side by side, or one after the other. */
  readonly independent?: true;
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
  /** The clauses that the case can test with the roles that it has. */
  readonly clauses: readonly ClauseId[];
  /** What was taken in place of what the case describes, a line each. */
  readonly notes: readonly string[];
}

export interface Unplanned extends Lack {
  readonly kind: 'skip';
  readonly instance: Instance;
}

export type Plan = Planned | Unplanned;
