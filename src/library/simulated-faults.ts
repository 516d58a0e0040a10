/** Refusals that a test asks for: the next requests that fit are answered with a code of its choice. */
import type { FaultSet } from '../../simulator/faults/fault-set.ts';
import { RETURN_CODES, type RefusalCode } from '../spec/codes.ts';
import { ENDPOINT_IDS, type EndpointId } from '../spec/endpoints.ts';
import { TagproofError } from '../base/errors.ts';

export interface FaultGiven {
  /** The refusal: each returnCode but Ok. */
  readonly returnCode: RefusalCode;
  /** Only on this endpoint; left out: on any. */
  readonly endpoint?: EndpointId | undefined;
  /** Only for requests with the secret key of this name; left out: with any or none. */
  readonly key?: string | undefined;
  /** How many requests meet it; 1 where it is left out. */
  readonly times?: number | undefined;
}

function check({ returnCode, endpoint, times = 1 }: FaultGiven): void {
  if (!Object.hasOwn(RETURN_CODES, returnCode) || (returnCode as string) === 'Ok')
    throw new TagproofError(
      'usage',
      `returnCode: "${returnCode}" is not a refusal\none of: ${Object.keys(RETURN_CODES)
        .filter((code) => code !== 'Ok')
        .join(', ')}`,
    );
  if (endpoint !== undefined && !ENDPOINT_IDS.includes(endpoint))
    throw new TagproofError(
      'usage',
      `endpoint: there is no "${endpoint}"\none of: ${ENDPOINT_IDS.join(', ')}`,
    );
  if (!Number.isInteger(times) || times < 1)
    throw new TagproofError('usage', `times: ${times} is not a number of requests; give 1 or more`);
}

export class SimulatedFaults {
  readonly #set: FaultSet;

  /** @internal */
  constructor(set: FaultSet) {
    this.#set = set;
  }

  /** The next requests that fit are refused; several faults are met in the order in which they were asked for. */
  next(fault: FaultGiven): void {
    check(fault);
    const { times = 1, ...given } = fault;
    this.#set.set({ ...given, id: this.#set.newId(), seed: 0, next: times });
  }

  /** How many requests are still to be refused. */
  get pending(): number {
    return this.#set.list().reduce((sum, { next = 0, made }) => sum + next - made, 0);
  }

  /** Takes back what no request has met yet. */
  clear(): void {
    this.#set.clear();
  }
}
