/** When the target stops serving: which request to suspect, and which failures are only consequences. */
import { alterNames } from '../save/alteration-names.ts';
import type { FailureBucket } from '../shrink/failure-buckets.ts';
import type { Step } from '../generate/step.ts';

interface Noted {
  readonly description: string;
  /** How many requests had been sent. */
  readonly at: number;
}

const MOST = 32;
/** Requests of other workers that may have been under way meanwhile. */
const MARGIN = 64;

function description({ endpoint, send }: Step): string {
  const names = [...(send.method === undefined ? [] : [send.method]), ...alterNames(send)];
  return `${names.join(' and ')} on ${endpoint}`;
}

/** Remembers the latest odd requests, any of which may have broken the server. */
export class OddRequests {
  #latest: readonly Noted[] = [];

  note(step: Step, at: number): void {
    this.#latest = [...this.#latest, { description: description(step), at }].slice(-MOST);
  }

  /** The odd requests that were sent close to this count of requests, the latest first. */
  near(requests: number): readonly string[] {
    const close = this.#latest.filter(({ at }) => Math.abs(requests - at) <= MARGIN);
    return close.map((each) => each.description).toReversed();
  }
}

/** The most requests of one worker that may be under way when a target breaks down. */
const UNDER_WAY = 8;

/** The failures seen before the target broke down, and its suspect; `note` says how many were left out. Buckets are in the order of their first occurrence. */
export function untilBreakdown(
  buckets: readonly FailureBucket[],
  odd: OddRequests,
  concurrency: number,
): { readonly kept: readonly FailureBucket[]; readonly note: string } {
  const culprit = buckets.find(({ example }) => example.trial.relation === 'next-works') ?? buckets[0];
  if (culprit === undefined) return { kept: [], note: '' };
  const onset = culprit.first.requests - concurrency * UNDER_WAY;
  const before = buckets.filter((bucket) => bucket !== culprit && bucket.first.requests < onset);
  const others = buckets.length - before.length - 1;
  const suspects = odd.near(culprit.first.requests);
  const notes = [
    ...(suspects.length > 0 ? [`the odd requests just before: ${suspects.join(', ')}`] : []),
    ...(others > 0
      ? [
          `${others} more ${others === 1 ? 'kind' : 'kinds'} of failures since then are treated as consequences`,
        ]
      : []),
  ];
  return { kept: [culprit, ...before], note: notes.map((each) => `; ${each}`).join('') };
}
