/** Refusals that a test asks for: the next requests that fit are answered with a code of its choice. */
import { refusal } from '../../simulator/pipeline/answer.ts';
import type { ReadCall, Stages } from '../../simulator/pipeline/stages.ts';
import { RETURN_CODES, type RefusalCode } from '../contract/codes.ts';
import { ENDPOINT_IDS, type EndpointId } from '../contract/endpoints.ts';
import { TagproofError } from '../errors.ts';

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

interface Armed extends FaultGiven {
  left: number;
}

function check({ returnCode, endpoint, times = 1 }: FaultGiven): void {
  if (!Object.hasOwn(RETURN_CODES, returnCode) || (returnCode as string) === 'Ok')
    throw new TagproofError(
      'usage',
      `returnCode: "${returnCode}" is no refusal\none of: ${Object.keys(RETURN_CODES)
        .filter((code) => code !== 'Ok')
        .join(', ')}`,
    );
  if (endpoint !== undefined && !ENDPOINT_IDS.includes(endpoint))
    throw new TagproofError(
      'usage',
      `endpoint: there is no "${endpoint}"\none of: ${ENDPOINT_IDS.join(', ')}`,
    );
  if (!Number.isInteger(times) || times < 1)
    throw new TagproofError('usage', `times: ${times} is no number of requests; give 1 or more`);
}

const fits = ({ endpoint, key }: FaultGiven, call: ReadCall): boolean =>
  (endpoint === undefined || endpoint === call.endpoint.id) &&
  (key === undefined || (call.key.is === 'known' && call.key.value.name === key));

export class SimulatedFaults {
  #armed: Armed[] = [];

  /** The next requests that fit are refused; several faults are met in the order in which they were asked for. */
  next(fault: FaultGiven): void {
    check(fault);
    this.#armed.push({ ...fault, left: fault.times ?? 1 });
  }

  /** How many requests are still to be refused. */
  get pending(): number {
    return this.#armed.reduce((sum, { left }) => sum + left, 0);
  }

  /** Takes back what no request has met yet. */
  clear(): void {
    this.#armed = [];
  }

  /** The stages with these faults before their decision. */
  over(stages: Stages): Stages {
    return {
      ...stages,
      read: (incoming) => {
        const reading = stages.read(incoming);
        const code = reading.kind === 'call' ? this.#due(reading.call) : undefined;
        if (code === undefined) return reading;
        return { kind: 'answered', answer: refusal(code, 'a fault that the test asked for') };
      },
    };
  }

  #due(call: ReadCall): RefusalCode | undefined {
    const found = this.#armed.find((fault) => fits(fault, call));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#armed = this.#armed.filter((fault) => fault !== found);
    return found.returnCode;
  }
}
