/** Compares the judged replies of a trial, where nothing that the document leaves open lets them differ. */
import { endpointOf } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { isBusy } from '../../run/send/retry.ts';
import type { Attempt } from '../../run/send/attempt.ts';
import type { Finding } from '../../judge/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import type { TrialRequest } from './step-request.ts';

export type JudgedRequest = Attempt<TrialRequest>;

/** What is wrong with replies that are compared, and the request that shows it. */
export interface ReplyDifference {
  readonly finding: Finding;
  readonly requestIndex: number;
  /** The earlier request whose reply differs from it; left out where both ask the same endpoint. */
  readonly comparedWith?: number;
}

export const envelopes = (judged: readonly JudgedRequest[]): readonly (Envelope | undefined)[] =>
  judged.map(({ judgement }) => (isBusy(judgement) ? undefined : judgement.envelope));

/** The first reply that differs from those before it. */
export function repliesDiffer(
  judged: readonly JudgedRequest[],
  clause: string,
  view: 'tags' | 'answer',
): readonly ReplyDifference[] {
  const found = differing(envelopes(judged), view, clause);
  return found === undefined ? [] : [{ finding: found.finding, requestIndex: found.index }];
}

/** The same among some of the replies of a trial. */
export function differsAmong(
  some: readonly JudgedRequest[],
  all: readonly JudgedRequest[],
  clause: string,
  view: 'tags' | 'answer',
): readonly ReplyDifference[] {
  return repliesDiffer(some, clause, view).map((found) => ({
    ...found,
    requestIndex: all.indexOf(some[found.requestIndex] as JudgedRequest),
    comparedWith: all.indexOf(some[0] as JudgedRequest),
  }));
}

/** What was read; undefined: the request was refused, or nothing has the id. */
export function read({ judgement: { envelope } }: JudgedRequest): Envelope | undefined {
  if (envelope?.returnCode !== 'Ok') return undefined;
  return (envelope.payload.errorCode ?? 'Ok') === 'Ok' ? envelope : undefined;
}

/** An outcome without the symbol for what is unknown, to be compared by value. */
const textOf = ({ expected, when }: AllowedOutcome): string =>
  JSON.stringify([expected, when], (_, value: unknown) => (value === UNKNOWN ? 'unknown' : value));

function sameOutcomes(a: Allowed, b: Allowed): boolean {
  return (
    a.outcomes.length === b.outcomes.length && a.outcomes.map(textOf).join() === b.outcomes.map(textOf).join()
  );
}

export const isRefusal = ({ expected }: AllowedOutcome): boolean => expected.kind === 'refused';

/** From this many bytes on a backend may refuse a request for its size (size.limit). */
const SMALL = 1024;

/** Where several things are wrong a backend may name any of them, which may be the first it reads (members.listed). */
export function isDetermined([first, ...others]: readonly JudgedRequest[]): boolean {
  return (
    first !== undefined &&
    [first, ...others].every(({ planned: { request } }) => (request.body?.length ?? 0) <= SMALL) &&
    others.every(({ planned }) => sameOutcomes(first.planned.allowed, planned.allowed))
  );
}

/** Whether at most one thing is wrong, so that the order of the members can not matter. */
export function isSimple({ planned: { allowed } }: JudgedRequest): boolean {
  return allowed.outcomes.filter(isRefusal).length <= 1;
}

export const sameTag = (a: TagItem, b: TagItem): boolean => a.key === b.key && a.value === b.value;

const sorted = (tags: readonly TagItem[]): string =>
  tags
    .map(({ key, value }) => JSON.stringify([key, value]))
    .toSorted()
    .join();

/** Whether two lists hold the same tags, each as often. */
export const sameTags = (a: readonly TagItem[], b: readonly TagItem[]): boolean => sorted(a) === sorted(b);

/** Whether the world says that the subject of a request lacks a tag. */
export function lacks(
  tag: TagItem,
  { planned: { step } }: JudgedRequest,
  { facts: { world } }: FuzzInputs,
): boolean {
  const { game, id } = step.given;
  const found = world.subject(endpointOf(step.endpoint).resource, game, id);
  if (found.is !== 'present') return found.is === 'absent';
  const { tags } = found.value;
  return tags !== UNKNOWN && !tags.some((each) => sameTag(each, tag));
}
