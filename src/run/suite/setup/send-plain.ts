/** Sending the plain requests of the set-up check by a sender. */
import { TagproofError } from '../../../base/errors.ts';
import { isAnswer } from '../../send/gateway.ts';
import { OutageWatch } from '../../send/outage.ts';
import { sendControl, sendJudged, type Sender } from '../../send/send.ts';
import { nameOf, plainReplyOf, plannedPlain, type SendPlain } from './plain-try.ts';

/** Sends at the sender's pace, and again where the target is busy. Rejects where the target is gone. */
export function plainSender(sender: Sender): SendPlain {
  const watch = new OutageWatch(() => sendControl(sender), sender.signal);
  return async (plain) => {
    const planned = plannedPlain(plain, sender.dialect);
    const transport = watch.over(nameOf(plain), new Map([[planned.request, '']]), sender.transport);
    const attempt = await sendJudged(planned, transport, sender);
    const overlong = sender.pace.givenUp();
    if (overlong !== undefined) throw new TagproofError('unreachable', overlong);
    const isSilent = !isAnswer(attempt.exchange.outcome) && !sender.signal.aborted;
    if (isSilent && (await watch.isOutage()))
      throw new TagproofError('unreachable', watch.describe(sender.mask));
    return plainReplyOf(attempt, sender.mask);
  };
}
