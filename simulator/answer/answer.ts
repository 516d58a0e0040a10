/** What the simulator makes of a request, before it is written as an envelope. */
import type { RefusalCode } from '../../src/spec/codes.ts';
import type { Resource } from '../../src/spec/endpoints.ts';
import type { TagItem } from '../../src/spec/envelope.ts';
import type { FailingMember } from '../../src/judge/rules/ruling.ts';
import type { Subject } from '../../src/world/world.ts';

/** §7.4.3: the subject exists; these are its tags, or the ones that tagKeys asks for. */
export interface TagsAnswer {
  readonly kind: 'tags';
  readonly resource: Resource;
  readonly subject: Subject;
  readonly tags: readonly TagItem[];
}

/** §7.4.2: the subject does not exist. */
interface NotFoundAnswer {
  readonly kind: 'not-found';
  readonly resource: Resource;
}

/** §7.1: a returnCode other than Ok; §7.4.1: the failing members, where there are any. */
export interface RefusedAnswer {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly members: readonly FailingMember[];
  /** What is wrong and what is expected, for the developer who calls; never a secret (§4.4). */
  readonly debug: string;
  /** The id of the rule that refused, `limit` or `fault`; left out: the request reached no rule. */
  readonly by?: string;
}

/** An HTTP status in place of an envelope, where the dialect wants one (§4.6 leaves them open). */
export interface HttpStatusAnswer {
  readonly kind: 'http';
  readonly status: number;
  /** The path that a redirect leads to. */
  readonly location?: string;
  /** The id of the rule whose answer it is. */
  readonly by?: string;
}

export type BackendAnswer = TagsAnswer | NotFoundAnswer | RefusedAnswer | HttpStatusAnswer;

/** A refusal that names no member. */
export function refusal(code: RefusalCode, debug: string): RefusedAnswer {
  return { kind: 'refused', code, members: [], debug };
}

/** A refusal on demand. §7.4.1: InvalidRequestParameters lists a failing member, here `listed`, though nothing is wrong with it. */
export function faultRefusal(code: RefusalCode, debug: string, listed: string): RefusedAnswer {
  const members = code === 'InvalidRequestParameters' ? [{ member: listed, type: 'any' } as const] : [];
  return { kind: 'refused', code, members, debug, by: 'fault' };
}
