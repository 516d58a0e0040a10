/** All requests that are not yet read to their end, and a coarse clock by which they time out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Intake, type Desk } from './intake.ts';
import type { Lingering } from './lingering.ts';
import type { Pipeline } from './pipeline.ts';
import type { SimulatorLimits } from './simulator-options.ts';

/** Ticks per time-out: one timer for all requests costs a request nothing, and is a tenth late at most. */
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
  add(request: IncomingMessage, response: ServerResponse): Intake {
    const intake = new Intake(request, response, this.#tick, this.#desk);
    this.#open.add(intake);
    return intake;
  }

  /** The last request on a connection that is not yet read to its end. */
  latestOn(socket: Duplex): Intake | undefined {
    return [...this.#open].findLast(({ request }) => request.socket === socket);
  }

  #sweep(): void {
    this.#tick += 1;
    for (const intake of this.#open) {
      if (intake.request.destroyed) this.#open.delete(intake);
      else if (this.#tick - intake.since > TICKS) intake.giveUp('timed out');
    }
  }
}
