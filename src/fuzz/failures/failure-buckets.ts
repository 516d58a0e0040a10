/** Failures by their cause: one smallest example of each, and how many others there were. */
import type { EndpointId } from '../../spec/endpoints.ts';
import { keptToShow } from '../../report/record/redact.ts';
import { bucketKey, finding, type Finding } from '../../judge/finding.ts';
import { type Trial, endpointsOfTrial } from '../trials/relations.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import type { Tried } from '../trials/send-trial.ts';
import { PROPERTIES, type Property } from '../trials/properties.ts';

/** Where in the run something was seen. */
export interface Position {
  /** `random:17:5`. */
  readonly path: string;
  /** How many requests had been sent. */
  readonly requests: number;
  /** How many trials were handed out before it: the same for any number of workers. */
  readonly order: number;
}

/** How often a failure showed when it was repeated. */
interface FailureRepeats {
  readonly failed: number;
  readonly of: number;
}

/** `smallest`: no single simplification keeps it; `budget`: there was no time or no request left to try more. */
export type ShrinkEnding = 'smallest' | 'budget' | 'not shrunk';

/** A failure by its cause. The record grows: trials that show the cause are gathered, then one is repeated, then shrunk. */
export interface Failure {
  readonly key: string;
  readonly property: Property;
  /** The property that the finding breaks as one of a single reply; `property` may be one that only several requests show. */
  readonly ofReply: Property;
  readonly finding: Finding;
  /** The smallest of the trials that showed it; once repeated the latest; once shrunk the smallest, with the cause first among what was found. */
  readonly tried: Tried;
  readonly at: Position;
  readonly first: Position;
  readonly count: number;
  /** Of the requests that showed it, in all trials. */
  readonly endpoints: ReadonlySet<EndpointId>;
  readonly repeats: FailureRepeats;
  /** The names of the simplifications that were kept. */
  readonly changes: readonly string[];
  readonly ended: ShrinkEnding;
  /** Its place among the suspects of an outage. */
  readonly suspect?: number;
}

/** The finding that a suspect of an outage is checked for. */
export const OUTAGE = finding('no-reply', '1/http-200/reply', '', 'a reply', 'the target stopped answering');

/** A failure that was seen once; of endpoints that are left out, those of all its requests. */
export function newFailure(
  { property, finding: cause }: Pick<TrialFinding, 'property' | 'finding'>,
  tried: Tried,
  at: Position,
  endpoints: readonly EndpointId[] = endpointsOfTrial(tried.trial),
): Failure {
  return {
    key: bucketKey(cause),
    property,
    ofReply: property,
    finding: cause,
    tried: keepable(tried),
    at,
    first: at,
    count: 1,
    endpoints: new Set(endpoints),
    repeats: { failed: 0, of: 0 },
    changes: [],
    ended: 'not shrunk',
  };
}

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

/** Words that the name of a case or of a file may hold. */
export function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** The name of a failure, the same for the same cause: `allowed/5.3-game/wrong-outcome`. */
export function failureName({ property, finding: { clause, kind }, suspect }: Failure): string {
  return suspect === undefined ? `${property}/${slug(clause)}/${kind}` : `suspect/${suspect}`;
}

/** The key by which failures are grouped and shrunk: which clause is broken, and in which way (never a value). */
export function bucketKeyOf({
  finding: cause,
}: {
  readonly finding: Pick<Finding, 'clause' | 'kind'>;
}): string {
  return bucketKey(cause);
}

/** Smaller is easier to read: fewer requests, then fewer alterations, then shorter values. */
export function sizeOfTrial(trial: Trial): number {
  const steps = trial.steps;
  return steps.length * 1_000_000 + JSON.stringify(steps.map(({ send }) => send)).length;
}

/** Of each request the first must, or else the first should: what follows may be its consequence. */
function firstOfEachRequest(found: readonly TrialFinding[]): readonly TrialFinding[] {
  const isNew = once();
  const musts = found.filter(({ finding: { level } }) => level === 'must');
  const broken = new Set(musts.map(({ requestIndex }) => requestIndex));
  const shoulds = found.filter(({ requestIndex }) => !broken.has(requestIndex));
  return [...musts, ...shoulds].filter(({ requestIndex }) => isNew(requestIndex));
}

/** The same, each cause once. */
export function firstFindings(found: readonly TrialFinding[]): readonly TrialFinding[] {
  const isNew = once();
  return firstOfEachRequest(found).filter((each) => isNew(bucketKeyOf(each)));
}

/** Whether something is asked about for the first time. */
function once(): (each: number | string) => boolean {
  const seen = new Set<number | string>();
  return (each) => seen.size < seen.add(each).size;
}

/** The endpoints of the requests that show a cause, and of those that they were compared with. */
function endpointsShowing(
  { steps }: Trial,
  found: readonly TrialFinding[],
  cause: TrialFinding,
): readonly EndpointId[] {
  const showing = new Set(
    firstOfEachRequest(found)
      .filter((each) => bucketKeyOf(each) === bucketKeyOf(cause))
      .flatMap(({ requestIndex, comparedWith = requestIndex }) => [comparedWith, requestIndex]),
  );
  return steps.filter((_, index) => showing.has(index)).map(({ endpoint }) => endpoint);
}

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
  /** Trials that showed something. */
  failing = 0;

  add(tried: Tried, found: readonly TrialFinding[], at: Position): void {
    const buckets = firstFindings(found);
    if (buckets.length > 0) this.failing += 1;
    for (const cause of buckets) this.#note(tried, cause, endpointsShowing(tried.trial, found, cause), at);
  }

  /** How many causes there are. */
  get size(): number {
    return this.#buckets.size;
  }

  get all(): readonly Failure[] {
    return [...this.#buckets.values()];
  }

  #note(tried: Tried, found: TrialFinding, endpoints: readonly EndpointId[], at: Position): void {
    const key = bucketKeyOf(found);
    const known = this.#buckets.get(key);
    if (known === undefined) {
      if (this.#buckets.size < MAX_BUCKETS) this.#buckets.set(key, newFailure(found, tried, at, endpoints));
      return;
    }
    const larger = sizeOfTrial(known.tried.trial) - sizeOfTrial(tried.trial) || known.at.order - at.order;
    this.#buckets.set(key, {
      ...(larger > 0 ? newFailure(found, tried, at) : known),
      first: at.order < known.first.order ? at : known.first,
      count: known.count + 1,
      endpoints: new Set([...known.endpoints, ...endpoints]),
    });
  }
}
