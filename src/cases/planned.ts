/** A request that is to be sent: what is right for it, and who plays its roles. */
import type { Endpoint, Resource } from '../spec/endpoints.ts';
import type { Extension } from '../spec/members.ts';
import type { Request } from '../http/request.ts';
import type { AuthToken, SecretKey, Subject } from '../world/world.ts';
import type { Allowed } from '../judge/expect/allowed.ts';

/** The subject that a request asks about. */
export interface AskedSubject {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** Left undefined where nothing has this id. */
  readonly exists: Subject | undefined;
  /** A made-up id in place of a subject that exists: where tags are expected, it is right that it is not found. */
  readonly isPlaceholder?: boolean;
}

/** Who plays the roles of a request: its key, its token and its subject, and what else it may name. */
export interface Roles {
  readonly endpoint: Endpoint;
  /** Undefined where the request goes without one. */
  readonly key: SecretKey | undefined;
  readonly token: AuthToken | undefined;
  readonly subject: AskedSubject;
  /** A declared game other than the subject's. */
  readonly otherGame: string | undefined;
  readonly extension: Extension | undefined;
}

/** One request with what is right for it: of a case, or of a trial of the fuzzer. */
export interface PlannedRequest {
  readonly request: Request;
  readonly allowed: Allowed;
  /** The other replies of a `some`/`rest` step. */
  readonly rest?: Allowed;
  /** That a limit of its key is met is a right reply, or `wanted`: sent slowly or repeated, it would prove nothing. Left out: it is not. */
  readonly limit?: 'allowed' | 'wanted';
  /** The key on whose limits it draws, and the token whose session it takes. */
  readonly who: {
    readonly key: SecretKey | undefined;
    readonly token?: Pick<AuthToken, 'name'> | undefined;
  };
}

/** A request of a case. */
export interface CaseRequest extends PlannedRequest {
  readonly who: Roles;
  /** The index of its step in the plan. */
  readonly step: number;
  /** `within 3 of 5`; empty where the case sends one request. */
  readonly label: string;
  /** It names several keys only because tagKeys may be required. */
  readonly namesKeys?: true;
  /** What the request is about where the requests of a step vary, `playerann1 of meadow-run`, or the near miss that it sends. */
  readonly varied?: string;
}
