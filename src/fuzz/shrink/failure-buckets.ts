/** Failures by their cause: one smallest example of each, and how many others there were. */
import type { EndpointId } from '../../contract/endpoints.ts';
import { keptToShow } from '../../engine/redact.ts';
import { bucketKey, type Finding } from '../../judge/compare/finding.ts';
import type { Found } from '../execute/compare.ts';
import type { Tried } from '../execute/perform.ts';
import type { Property } from '../execute/properties.ts';
import { endpointsOf } from '../generate/plan-trial.ts';
import type { Trial } from '../generate/trial.ts';

/** Where in the run something was seen. */
export interface Position {
  /** `random:17:5`. */
  readonly path: string;
  /** How many requests had been sent. */
  readonly requests: number;
}

export interface FailureBucket {
  readonly key: string;
  readonly property: Property;
  readonly finding: Finding;
  /** The smallest of the trials that showed it. */
  readonly example: Tried;
  readonly at: Position;
  readonly first: Position;
  readonly count: number;
  readonly endpoints: ReadonlySet<EndpointId>;
}

/** The key by which failures are grouped and shrunk: which clause is broken, and in which way (never a value). */
export function bucketKeyOf({ finding }: { readonly finding: Pick<Finding, 'clause' | 'kind'> }): string {
  return bucketKey(finding);
}

/** Smaller is easier to read: fewer requests, then fewer alterations, then shorter values. */
export function sizeOfTrial(trial: Trial): number {
  const steps = trial.steps;
  return steps.length * 1_000_000 + JSON.stringify(steps.map(({ send }) => send)).length;
}

/** Of each request the first must, or else the first should: what follows may be its consequence. Each cause once. */
export function firstFindings(found: readonly Found[]): readonly Found[] {
  const seen = new Set<string>();
  const isNew = (name: string): boolean => seen.size < seen.add(name).size;
  const musts = found.filter(({ finding: { level } }) => level === 'must');
  const broken = new Set(musts.map(({ requestIndex }) => requestIndex));
  const shoulds = found.filter(({ requestIndex }) => !broken.has(requestIndex));
  const first = [...musts, ...shoulds].filter(({ requestIndex }) => isNew(`request ${requestIndex}`));
  return first.filter((each) => isNew(bucketKeyOf(each)));
}

/** Further causes are dropped: the backend must speak another protocol. */
const MOST_BUCKETS = 200;

/** A trial without what its replies were read as, so that it can be kept for long: replies may be hostile. */
export function keepable(tried: Tried): Tried {
  const judged = tried.judged.map((each) => ({
    ...each,
    exchange: keptToShow(each.exchange),
    judgement: { ...each.judgement, envelope: undefined },
  }));
  return { ...tried, judged };
}

/** Gathers failures; holds one trial for each cause. */
export class FailureBuckets {
  readonly #buckets = new Map<string, FailureBucket>();
  /** Trials that showed something. */
  failing = 0;

  add(tried: Tried, found: readonly Found[], at: Position): void {
    const buckets = firstFindings(found);
    if (buckets.length > 0) this.failing += 1;
    for (const cause of buckets) this.#note(tried, cause, at);
  }

  /** How many causes there are. */
  get size(): number {
    return this.#buckets.size;
  }

  get all(): readonly FailureBucket[] {
    return [...this.#buckets.values()];
  }

  #note(example: Tried, found: Found, at: Position): void {
    const key = bucketKeyOf(found);
    const known = this.#buckets.get(key);
    const endpoints = endpointsOf(example.trial);
    if (known === undefined) {
      if (this.#buckets.size >= MOST_BUCKETS) return;
      const { property, finding } = found;
      this.#buckets.set(key, {
        key,
        property,
        finding,
        example: keepable(example),
        at,
        first: at,
        count: 1,
        endpoints: new Set(endpoints),
      });
      return;
    }
    const smaller = sizeOfTrial(example.trial) < sizeOfTrial(known.example.trial);
    this.#buckets.set(key, {
      ...known,
      ...(smaller && { property: found.property, finding: found.finding, example: keepable(example), at }),
      count: known.count + 1,
      endpoints: new Set([...known.endpoints, ...endpoints]),
    });
  }
}
