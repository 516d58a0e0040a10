/** A target that refuses everything for how much is sent: no pace helps, and a run that goes on waiting says nothing for hours. */
import { showDuration } from '../text/duration.ts';

/** How long a target that has served nothing yet may refuse everything: longer than a window of seconds. */
const PATIENCE_AT_FIRST_MS = 20_000;
/** How long one that has served something may: longer than a window of a minute. */
const PATIENCE_MS = 65_000;
/** Fewer refusals may be those of one burst, however long their replies took. */
const LEAST_REFUSALS = 12;

export class TotalLimit {
  #served = false;
  /** When the first of the refusals since the last served request came. */
  #since: number | undefined;
  #refusals = 0;

  /** Notes that a request was answered, with any key. */
  served(): void {
    this.#served = true;
    this.#since = undefined;
    this.#refusals = 0;
  }

  /** Notes a refusal for how much is sent; returns why to stop, once that has gone on for too long. */
  refused(now: number): string | undefined {
    this.#since ??= now;
    this.#refusals += 1;
    const ms = now - this.#since;
    const patience = this.#served ? PATIENCE_MS : PATIENCE_AT_FIRST_MS;
    if (this.#refusals < LEAST_REFUSALS || ms < patience) return undefined;
    const others = this.#served ? 'none was answered since' : 'none was answered in this run';
    return `the target limits everything: for ${showDuration(ms)} it refused all ${this.#refusals} requests (MaxRequestReject, MaxCCUReject, OperationTimeout or HTTP 429), and ${others}; wait until its limits let requests through (a limit of a minute or more may still count an earlier run), raise the limits of the keys for tests, or declare them`;
  }
}
