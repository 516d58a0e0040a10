/** Counts that show whether a run was weak: successes, codes that came, alterations that were sent. */
import type { ErrorCode, ReturnCode } from '../../contract/codes.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { JudgedRequest } from './compare.ts';
import { alterNames } from '../save/alteration-names.ts';

export interface EndpointStatistics {
  readonly sent: number;
  /** Replies with returnCode and errorCode Ok. */
  readonly succeeded: number;
}

/** Takes memory by the kinds of things that are counted, not by the length of the run. */
export class RunStatistics {
  readonly #endpoints = new Map<EndpointId, { sent: number; succeeded: number }>();
  readonly #returnCodes = new Set<ReturnCode>();
  readonly #errorCodes = new Set<ErrorCode>();
  readonly #alterations = new Map<string, number>();

  add({ planned, judgement: { envelope } }: JudgedRequest): void {
    const statistics = this.#of(planned.step.endpoint);
    statistics.sent += 1;
    for (const name of alterNames(planned.step.send))
      this.#alterations.set(name, (this.#alterations.get(name) ?? 0) + 1);
    if (envelope === undefined) return;
    this.#returnCodes.add(envelope.returnCode);
    if (envelope.returnCode !== 'Ok') return;
    const { errorCode = 'Ok' } = envelope.payload;
    this.#errorCodes.add(errorCode);
    if (errorCode === 'Ok') statistics.succeeded += 1;
  }

  endpoint(id: EndpointId): EndpointStatistics {
    return this.#endpoints.get(id) ?? { sent: 0, succeeded: 0 };
  }

  get returnCodes(): ReadonlySet<ReturnCode> {
    return this.#returnCodes;
  }

  get errorCodes(): ReadonlySet<ErrorCode> {
    return this.#errorCodes;
  }

  /** How often a request was sent with an alteration of this name. */
  fired(name: string): number {
    return this.#alterations.get(name) ?? 0;
  }

  #of(id: EndpointId): { sent: number; succeeded: number } {
    const known = this.#endpoints.get(id) ?? { sent: 0, succeeded: 0 };
    this.#endpoints.set(id, known);
    return known;
  }
}
