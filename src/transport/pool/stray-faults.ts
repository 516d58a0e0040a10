/** Faults of connections without a request under way, kept for the next exchange that is handed over. */
import type { WireFault } from '../../http/wire-fault.ts';

const MAX_KEPT = 100;

export class StrayFaults {
  #faults: WireFault[] = [];

  add(fault: WireFault): void {
    if (this.#faults.length < MAX_KEPT) this.#faults.push(fault);
  }

  /** The faults since the last call. */
  take(): readonly WireFault[] {
    return this.#faults.length === 0 ? this.#faults : this.#faults.splice(0);
  }
}
