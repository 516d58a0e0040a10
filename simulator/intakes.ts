/** All requests that are not yet read to their end, and a coarse clock by which they time out. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Intake, type Desk } from './intake.ts';
import type { Lingering } from './lingering.ts';
import type { Message } from './message.ts';
import type { Pipeline } from './pipeline.ts';
import type { SimulatorLimits } from './simulator-options.ts';

/** Ticks per time-out: one timer for all requests costs a request next to nothing, and is a tenth late at most. */
const TICKS = 10;

export class Intakes {
  readonly #open = new Set<Intake>();
  readonly #desk: Desk;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(answer: Pipeline, limits: SimulatorLimits, lingering: Lingering) {
    this.#desk = { answer, limits, lingering, ended: (intake) => this.#open.delete(intake) };
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), this.#desk.limits.bodyTimeoutMs / TICKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Begins to read a request. */
  add(message: Message, response: ServerResponse): Intake {
    const intake = new Intake(message, response, this.#tick, this.#desk);
    this.#open.add(intake);
    return intake;
  }

  /** The request on a connection that is not yet read to its end. */
  openOn(socket: Duplex): Intake | undefined {
    return [...this.#open].find(({ message }) => message.socket === socket);
  }

  #sweep(): void {
    this.#tick += 1;
    for (const intake of this.#open) {
      if (intake.message.destroyed) this.#open.delete(intake);
      else if (this.#tick - intake.since > TICKS) intake.giveUp('timed out');
    }
  }
}
