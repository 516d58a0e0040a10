/** When to check that the target still serves a plain request: once for each number of failing trials that is reached. */

/** The numbers of failing trials at which a check is made. */
export const CHECKS_AT: readonly number[] = [20, 60, 200, 600, 2000];

export class LivenessChecks {
  #next = 0;

  /** Whether a check is due at this number of failing trials; each number is due once. */
  isDue(failing: number): boolean {
    const reached = CHECKS_AT.findIndex((count) => count > failing);
    const next = reached === -1 ? CHECKS_AT.length : reached;
    if (next <= this.#next) return false;
    this.#next = next;
    return true;
  }
}
