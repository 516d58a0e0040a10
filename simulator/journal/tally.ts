/** How many calls came to which end: counted with each request, so in plain arrays. */
import { RETURN_CODES, type ReturnCode } from '../../src/contract/codes.ts';
import { ENDPOINTS, type Endpoint, type EndpointId } from '../../src/contract/endpoints.ts';
import type { BackendAnswer } from '../pipeline/answer.ts';
import type { Observe } from './journal.ts';

/** How a call ends: a returnCode, that its subject is not found, or an HTTP status without an envelope. */
export type End = Exclude<ReturnCode, 'Ok'> | 'Ok' | 'NotFound' | 'HttpStatus';

const ENDS: readonly End[] = [...(Object.keys(RETURN_CODES) as ReturnCode[]), 'NotFound', 'HttpStatus'];
const indexOf = new Map(ENDS.map((end, index) => [end, index]));

function endOf(answer: BackendAnswer): End {
  switch (answer.kind) {
    case 'tags':
      return 'Ok';
    case 'not-found':
      return 'NotFound';
    case 'http':
      return 'HttpStatus';
    case 'refused':
      return answer.code;
  }
}

/** One count; `endpoint` is undefined for requests that reached no operation. */
export interface Count {
  readonly endpoint: EndpointId | undefined;
  readonly end: End;
  readonly count: number;
}

export class CallStatistics {
  /** Replies that a fault altered. */
  faults = 0;
  readonly #elsewhere = new Float64Array(ENDS.length);
  readonly #byEndpoint: ReadonlyMap<Endpoint, Float64Array> = new Map(
    ENDPOINTS.map((endpoint) => [endpoint, new Float64Array(ENDS.length)]),
  );

  readonly observe: Observe = (_, call, answer, _delivery, fault) => {
    const counts =
      call === undefined ? this.#elsewhere : (this.#byEndpoint.get(call.endpoint) ?? this.#elsewhere);
    const at = indexOf.get(endOf(answer)) ?? 0;
    counts[at] = (counts[at] ?? 0) + 1;
    if (fault !== undefined) this.faults += 1;
  };

  /** All counts that are not zero. */
  counts(): readonly Count[] {
    const rows: readonly (readonly [EndpointId | undefined, Float64Array])[] = [
      ...[...this.#byEndpoint].map(([{ id }, counts]) => [id, counts] as const),
      [undefined, this.#elsewhere],
    ];
    return rows.flatMap(([endpoint, counts]) =>
      ENDS.flatMap((end, at) => {
        const count = counts[at] ?? 0;
        return count === 0 ? [] : [{ endpoint, end, count }];
      }),
    );
  }
}
