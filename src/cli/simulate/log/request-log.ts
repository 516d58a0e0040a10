/**
 * The log of a running simulator. It reads the journal ten times a second, so that answering a request costs nothing more;
 * how many requests are not logged because they came too fast is counted and said.
 */
import type { ControlledSimulator } from '../../../../simulator/control/controlled-simulator.ts';
import { readingOf } from '../../../../simulator/journal/entry-view.ts';
import type { LogDestination } from './log-destination.ts';
import type { LogWriter } from './log-forms.ts';

const TICK_MS = 100;
/** The most requests that are logged in one tick, the last ones: reading an entry costs more than answering it did. */
const MOST_IN_A_TICK = 250;

export class RequestLog {
  readonly #simulator: ControlledSimulator;
  readonly #writer: LogWriter;
  readonly #destination: LogDestination;
  readonly #timer: NodeJS.Timeout;
  /** The last entry that was logged or left out. */
  #since: number;

  constructor(simulator: ControlledSimulator, writer: LogWriter, destination: LogDestination) {
    this.#simulator = simulator;
    this.#writer = writer;
    this.#destination = destination;
    this.#since = simulator.journal.total;
    this.#timer = setInterval(() => this.#log(), TICK_MS).unref();
  }

  /** Logs what is still to be logged. */
  close(): void {
    clearInterval(this.#timer);
    this.#log();
    this.#destination.close();
  }

  #log(): void {
    const { journal, world, rig } = this.#simulator;
    const leftOut = this.#destination.takeDropped() + this.#unread();
    if (leftOut > 0) this.#writer.leftOut(leftOut);
    if (this.#since === journal.total) return;
    const reading = readingOf(world, rig.rules);
    for (const entry of journal.after(this.#since)) this.#writer.request(entry, reading);
    this.#since = journal.total;
  }

  /** Skips entries that are too many or that the journal has dropped; returns how many. */
  #unread(): number {
    const { journal } = this.#simulator;
    const from = Math.max(this.#since, journal.total - MOST_IN_A_TICK, journal.dropped);
    const count = from - this.#since;
    this.#since = from;
    return count;
  }
}
