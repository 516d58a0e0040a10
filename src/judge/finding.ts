/** One deviation of a reply from what is allowed. */
import { levelOf, type ClauseId } from '../spec/clauses.ts';
import type { Level } from '../spec/clause-register.ts';
import { cut } from './show.ts';

/** The kinds of deviations, with a description for people. */
export const FINDING_KINDS = {
  'no-reply': 'the request got no reply',
  'hung-up': 'the request was answered only when it was sent again',
  late: 'the reply came after the time-out',
  gateway: 'a gateway answered in place of the backend',
  limited: 'the target refused for how much is sent',
  'bad-framing': 'the reply is not written as HTTP demands',
  redirect: 'the reply is a redirect',
  status: 'the HTTP status is wrong',
  compressed: 'the reply is compressed, though the request did not ask for it',
  'content-type': 'the Content-Type is not JSON',
  'byte-order-mark': 'the body begins with a byte order mark',
  'not-json': 'the body is not valid JSON',
  'not-envelope': 'the body is not an envelope',
  'unknown-code': 'unknown code',
  'wrong-type': 'a member of the reply has the wrong type',
  'wrong-name': 'a member of the reply has the wrong name',
  'missing-data': 'a member of the reply is missing',
  'data-beside': 'a member of the reply has data where it must have none',
  'wrong-outcome': 'the answer is not the expected one',
  'wrong-member': 'a failing member is listed wrongly',
  'no-member': 'no failing member is named',
  'wrong-tags': 'wrong tags',
  'duplicate-key': 'a key occurs twice',
  leak: 'the reply shows what it must not',
  discouraged: 'the reply is allowed, but discouraged',
  'against-dialect': "the reply contradicts the target file or the backend's other replies",
  'client-duty': 'the request breaks what a client owes',
  differs: 'two replies differ where the same is expected',
  'changed-state': 'the backend changes its state: the same request was answered differently',
  'none-of-many': 'none of several replies is the one expected',
} as const satisfies Record<string, string>;

export type FindingKind = keyof typeof FINDING_KINDS;

/** What can leak. */
export const LEAK_KINDS = ['secret', 'credential', 'stack-trace', 'sql', 'file-path', 'tags'] as const;

export type LeakKind = (typeof LEAK_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly clause: ClauseId;
  readonly level: Level;
  /** Where in the reply, for instance `parameters.errorCode` or `status`; empty: the reply as a whole. */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  /** What leaks; only with kind `leak`. */
  readonly leak?: LeakKind;
}

/** Replies are hostile: what quotes them is cut, and reports stay readable. */
const MAX_QUOTED_CHARACTERS = 400;

export function finding(
  kind: FindingKind,
  clause: ClauseId,
  at: string,
  expected: string,
  actual: string,
): Finding {
  return {
    kind,
    clause,
    level: levelOf(clause),
    at,
    expected: cut(expected, MAX_QUOTED_CHARACTERS),
    actual: cut(actual, MAX_QUOTED_CHARACTERS),
  };
}

/** What baselines, grouping, shrinking and comparison of runs share: which clause is broken, and in which way. No value of the reply takes part. */
export function bucketKey({ clause, kind }: Pick<Finding, 'clause' | 'kind'>): string {
  return `${clause} ${kind}`;
}

export const breaksMust = (findings: readonly Pick<Finding, 'level'>[]): boolean =>
  findings.some(({ level }) => level === 'must');
