/** What the pipeline shows of each request: references alone, so that it costs next to nothing. */
import type { ChosenFault } from '../faults/fault.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Incoming } from '../pipeline/incoming.ts';
import type { Delivery, ReadCall } from '../pipeline/stages.ts';

/** `call` is undefined where no operation was reached. */
export type Observe = (
  incoming: Incoming,
  call: ReadCall | undefined,
  answer: Answer,
  delivery: Delivery,
  fault: ChosenFault | undefined,
) => void;
