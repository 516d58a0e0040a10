/** When to check that the target still serves a plain request: once for each number of failing trials that is reached. */

/** Numbers of failing trials: at most so many checks are made. */
export const CHECKS_AT: readonly number[] = [20, 60, 200, 600, 2000];

export class LivenessChecks {
  #next = 0;

  /** Whether a check is due now that so many trials have failed; the same number is due once. */
  isDue(failing: number): boolean {
    const reached = CHECKS_AT.findIndex((count) => count > failing);
    const next = reached === -1 ? CHECKS_AT.length : reached;
    if (next <= this.#next) return false;
    this.#next = next;
    return true;
  }
}
