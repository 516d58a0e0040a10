/** What an incomplete request gets: an envelope like any other, where bytes can be answered at all (§1). */
import { refusal, type Answer } from '../answer.ts';
import type { Trouble } from '../incoming.ts';

const ANSWERS = {
  'body too large': refusal('MaxSizeRequestReject', 'the body is larger than this backend reads'),
  'head too large': refusal(
    'MaxSizeRequestReject',
    'the request line and the headers are larger than this backend reads',
  ),
  'timed out': refusal('OperationTimeout', 'the request did not end in the time given'),
  'broken off': refusal(
    'InvalidRequestParameters',
    'the request ended before its body did, or its body is badly framed',
  ),
  'no HTTP': refusal('InvalidRequestParameters', 'the bytes are not an HTTP/1.1 request'),
} as const satisfies Record<Trouble, Answer>;

export function answerToTrouble(trouble: Trouble): Answer {
  return ANSWERS[trouble];
}
