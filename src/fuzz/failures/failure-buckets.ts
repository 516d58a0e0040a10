/** Failures by their cause: one smallest example of each, and how many others there were. */
import type { EndpointId } from '../../spec/endpoints.ts';
import { keptToShow } from '../../report/record/redact.ts';
import { bucketKey, type Finding } from '../../judge/finding.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { PROPERTIES, type Property } from '../trials/properties.ts';
import type { Trial } from '../trials/relations.ts';
import type { Tried } from '../trials/send-trial.ts';

/** `smallest`: no single simplification keeps it; `budget`: there was no time or no request left to try more. */
export type ShrinkEnding = 'smallest' | 'budget' | 'not shrunk';

/** A failure by its cause. The record grows: trials that show the cause are gathered, then one is repeated, then shrunk. */
export interface Failure {
  /** Which clause is broken, and in which way (never a value). */
  readonly key: string;
  readonly property: Property;
  readonly finding: Finding;
  /** The smallest of the trials that showed it; once repeated the latest; once shrunk the smallest, with the cause first among what was found. */
  readonly tried: Tried;
  /** The number of that trial in the run. */
  readonly number: number;
  /** How many trials showed it. */
  readonly count: number;
  /** Of the requests that showed it, in all trials. */
  readonly endpoints: ReadonlySet<EndpointId>;
  /** How often it showed when its trial was repeated. */
  readonly repeats: { readonly failed: number; readonly of: number };
  /** How many simplifications were kept. */
  readonly shrunk: number;
  readonly ended: ShrinkEnding;
  /** Of a request that was answered otherwise later: the last trials that were sent between. */
  readonly between?: readonly Trial[];
}

export const causeKeyOf = ({ finding }: Pick<TrialFinding, 'finding'>): string => bucketKey(finding);

/** A failure that was seen once. */
export const newFailure = (found: TrialFinding, tried: Tried, number: number): Failure => ({
  key: causeKeyOf(found),
  property: found.property,
  finding: found.finding,
  tried: keepable(tried),
  number,
  count: 1,
  endpoints: new Set(endpointsShowing(tried, causeKeyOf(found))),
  repeats: { failed: 0, of: 0 },
  shrunk: 0,
  ended: 'not shrunk',
});

/** What several requests show that none of them shows alone. The first of a row has nothing before it. */
export function propertyIn(
  { property, requestIndex }: TrialFinding,
  { delivery, relation }: Trial,
): Property {
  if (PROPERTIES[property].ofSeveral === true) return property;
  if (delivery === 'concurrent') return 'concurrent';
  if (relation === 'next-works') return 'answered';
  return relation === 'none' && requestIndex > 0 ? 'history' : property;
}

/** The name of a failure, the same for the same cause: `allowed/5.3-game/wrong-outcome`. */
export const failureName = ({ property, finding: { clause, kind } }: Failure): string =>
  `${property}/${clause.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^-|-$/g, '')}/${kind}`;

/** Smaller is easier to read: fewer requests, then fewer alterations, then shorter values. */
export const sizeOfTrial = ({ steps }: Trial): number =>
  steps.length * 1_000_000 + JSON.stringify(steps.map(({ send }) => send)).length;

/** Of each request the first must, or else the first should: what follows may be its consequence. */
function firstOfEachRequest(found: readonly TrialFinding[]): readonly TrialFinding[] {
  const musts = found.filter(({ finding: { level } }) => level === 'must');
  const first = new Map(
    [...found.toReversed(), ...musts.toReversed()].map((each) => [each.requestIndex, each]),
  );
  return found.filter((each) => first.get(each.requestIndex) === each);
}

/** The same, each cause once. */
export function firstFindings(found: readonly TrialFinding[]): readonly TrialFinding[] {
  const all = firstOfEachRequest(found);
  return all.filter((each, at) => all.findIndex((other) => causeKeyOf(other) === causeKeyOf(each)) === at);
}

const endpointsShowing = ({ trial: { steps }, found }: Tried, key: string): readonly EndpointId[] =>
  firstOfEachRequest(found)
    .filter((each) => causeKeyOf(each) === key)
    .flatMap(({ requestIndex }) => steps[requestIndex]?.endpoint ?? []);

/** Further causes are dropped: the backend must speak another protocol. */
const MAX_BUCKETS = 200;

/** A trial without what its replies were read as, so that it can be kept for long: replies may be hostile. */
export function keepable(tried: Tried): Tried {
  const judged = tried.judged.map((each) => ({
    ...each,
    exchange: keptToShow(each.exchange),
    judgement: { ...each.judgement, envelope: undefined },
  }));
  return { ...tried, judged };
}

/** Gathers failures; holds one trial for each cause, the same in whichever order they come. */
export class FailureBuckets {
  readonly #buckets = new Map<string, Failure>();

  /** Adds what a trial shows, its findings being those that are wanted; returns whether a cause is new. */
  add(tried: Tried, number: number): boolean {
    const before = this.#buckets.size;
    for (const cause of firstFindings(tried.found)) this.#note(newFailure(cause, tried, number));
    return this.#buckets.size > before;
  }

  /** How many causes there are. */
  get size(): number {
    return this.#buckets.size;
  }

  /** In the order of their trials. */
  get all(): readonly Failure[] {
    return [...this.#buckets.values()].toSorted((a, b) => a.number - b.number);
  }

  #note(failure: Failure): void {
    const known = this.#buckets.get(failure.key);
    if (known === undefined) {
      if (this.#buckets.size < MAX_BUCKETS) this.#buckets.set(failure.key, failure);
      return;
    }
    const larger =
      sizeOfTrial(known.tried.trial) - sizeOfTrial(failure.tried.trial) || known.number - failure.number;
    this.#buckets.set(failure.key, {
      ...(larger > 0 ? failure : known),
      count: known.count + 1,
      endpoints: new Set([...known.endpoints, ...failure.endpoints]),
    });
  }
}
