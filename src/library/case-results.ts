/** The results of a run that is under way, each to be waited for by the id of its case, and what a test throws for one that did not pass. */
import type { CaseFinished, RunEvent } from '../engine/events.ts';
import { resolve } from 'node:path';
import { describeCase } from './suite-instances.ts';
import { oneLine } from '../text/visible.ts';

interface Awaited {
  readonly promise: Promise<CaseFinished | undefined>;
  readonly settle: (event: CaseFinished | undefined) => void;
}

const unset = (): void => {};

function awaited(): Awaited {
  let settle: Awaited['settle'] = unset;
  const promise = new Promise<CaseFinished | undefined>((settled) => (settle = settled));
  return { promise, settle };
}

export class CaseResults {
  readonly #cases = new Map<string, Awaited>();
  readonly #started = awaited();
  #isOver = false;

  /** Resolves when the run begins its cases. */
  get started(): Promise<unknown> {
    return this.#started.promise;
  }

  readonly on = (event: RunEvent): void => {
    if (event.kind === 'run-started') this.#started.settle(undefined);
    if (event.kind === 'case-finished') this.#slot(event.case.id).settle(event);
  };

  /** The run is over: no other case is to come. */
  end(): void {
    this.#isOver = true;
    for (const { settle } of this.#cases.values()) settle(undefined);
  }

  /** The result of a case; undefined: the run ended without it. */
  of(id: string): Promise<CaseFinished | undefined> {
    const { promise, settle } = this.#slot(id);
    if (this.#isOver) settle(undefined);
    return promise;
  }

  #slot(id: string): Awaited {
    const slot = this.#cases.get(id) ?? awaited();
    this.#cases.set(id, slot);
    return slot;
  }
}

/** Its stack names the case in its suite file alone: the lines of tagproof would not help. */
export class ConformanceError extends Error {
  /** The case with its findings and exchanges. */
  readonly event: CaseFinished;

  constructor(event: CaseFinished) {
    super(describeCase(event));
    this.name = 'ConformanceError';
    this.event = event;
    const { id, file, line } = event.case;
    const place = file === '' ? '' : `\n    at ${id} (${resolve(file)}:${line}:1)`;
    this.stack = `${this.name}: ${this.message}${place}`;
  }
}

export const conformanceError = (event: CaseFinished): ConformanceError => new ConformanceError(event);

/** The run ended before a case; `partial` says why. */
export function notRunError(partial: string | undefined): Error {
  return new Error(`not run: ${oneLine(partial ?? 'the run ended early')}`);
}
