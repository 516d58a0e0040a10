/** The latest requests after which a server may have lost its balance: whom to suspect when it breaks down. */
import { bendNames } from './bend-names.ts';
import type { Recipe } from './recipe.ts';

interface Noted {
  readonly says: string;
  /** How many requests had been sent. */
  readonly at: number;
}

const MOST = 32;
/** Requests of other workers that may have been under way meanwhile. */
const MARGIN = 64;

function says({ endpoint, send }: Recipe): string {
  const names = [...(send.method === undefined ? [] : [send.method]), ...bendNames(send)];
  return `${names.join(' and ')} on ${endpoint}`;
}

export class OddRequests {
  #latest: readonly Noted[] = [];

  note(recipe: Recipe, at: number): void {
    this.#latest = [...this.#latest, { says: says(recipe), at }].slice(-MOST);
  }

  /** Those that were sent shortly before so many requests had been sent, the latest first. */
  near(requests: number): readonly string[] {
    const close = this.#latest.filter(({ at }) => Math.abs(requests - at) <= MARGIN);
    return close.map((each) => each.says).toReversed();
  }
}
