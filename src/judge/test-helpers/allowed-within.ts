/** Whether one Allowed lies within another: suite against rulebook as two values, without a socket. */
import { breaches, type Dialect } from '../../spec/dialect/dialect.ts';
import { TAG_KEY_LIMITS, type QuestionId, type When } from '../../spec/dialect/questions.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Allowed, AllowedOutcome, Expected } from '../expect/allowed.ts';
import { tagDifference } from '../compare/match-tags.ts';
import { showExpected } from '../show.ts';
import type { FailingMember, Refusal } from '../rules/ruling.ts';

/** A refusal of the request's shape covers any list, and one without a list. */
function coversList(outer: Refusal, inner: Refusal): boolean {
  return outer.unlisted === true ? inner.unlisted === true : coversMember(outer.member, inner.member);
}

function coversMember(outer: FailingMember | undefined, inner: FailingMember | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || outer.member !== inner.member) return false;
  return (
    (outer.element === undefined || outer.element === inner.element) &&
    (outer.type === 'any' || outer.type === inner.type)
  );
}

/** Whether every reply that `inner` allows is one that `outer` allows. */
function covers(outer: Expected, inner: Expected): boolean {
  if (outer.kind === 'anything') return inner.kind !== 'http';
  if (outer.kind === 'refused')
    return inner.kind === 'refused' && inner.code === outer.code && coversList(outer, inner);
  if (outer.kind === 'not-found') return inner.kind === 'not-found' && inner.resource === outer.resource;
  if (outer.kind === 'http') {
    const { statuses } = outer;
    return (
      inner.kind === 'http' &&
      (statuses === 'any' ||
        (inner.statuses !== 'any' && inner.statuses.every((status) => statuses.includes(status))))
    );
  }
  if (inner.kind !== 'tags') return false;
  if (outer.tags === UNKNOWN || inner.tags === UNKNOWN) return outer.tags === UNKNOWN;
  const { missing, surplus } = tagDifference(outer.tags, inner.tags);
  if (outer.match === 'some of') return surplus.length === 0;
  return inner.match === 'exactly' && missing.length === 0 && surplus.length === 0;
}

/** Outcomes of one Allowed that another one does not allow, or allows only at a higher cost. */
export function beyond(inner: Allowed, outer: Allowed, dialect: Dialect): readonly string[] {
  const cost = ({ when }: AllowedOutcome): number =>
    breaches(when, dialect, inner.endpoint).length > 0 ? 1 : 0;
  const odd = inner.outcomes.filter(
    (outcome) =>
      !outer.outcomes.some(
        (other) => cost(other) <= cost(outcome) && covers(other.expected, outcome.expected),
      ),
  );
  return [
    ...new Set(
      odd.map((outcome) => `${showExpected(outcome.expected)}${cost(outcome) > 0 ? ' (discouraged)' : ''}`),
    ),
  ];
}

/** Whether a refusal names no member: whatever is wrong with the members, it hides. */
const namesNoMember = (expected: Expected): boolean =>
  expected.kind === 'refused' &&
  expected.code === 'InvalidRequestParameters' &&
  expected.member === undefined;

/** A refusal for a limit on tagKeys verifies nothing, even where the limit is known. */
const HIDING: ReadonlySet<QuestionId> = new Set(TAG_KEY_LIMITS);

/**
 * The part of an Allowed that is right without a warning, whatever an open question's answer is: a refusal that rests on one
 * makes a case that is not about it "not verified". So does one that names no member and rests on another question than
 * the case's, even where that is answered.
 */
export function silentPart(allowed: Allowed, dialect: Dialect, decides: QuestionId | undefined): Allowed {
  const isOther = ({ question }: When): boolean => question !== decides;
  const isOpen = (each: When): boolean =>
    isOther(each) &&
    (HIDING.has(each.question) || dialect.answer(each.question, allowed.endpoint) === undefined);
  const outcomes = allowed.outcomes.filter(
    ({ expected, when }) =>
      breaches(when, dialect, allowed.endpoint).length === 0 &&
      (expected.kind !== 'refused' || !when.some(namesNoMember(expected) ? isOther : isOpen)),
  );
  return { ...allowed, outcomes };
}
