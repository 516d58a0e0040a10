/** Sending the plain requests of the set-up check. */
import { TagproofError } from '../../../base/errors.ts';
import { attempt } from '../../send/attempt.ts';
import type { Target } from '../../send/target.ts';
import { tryName, plainReplyOf, plannedPlain, type SendPlain } from './plain-try.ts';

/** Sends at the target's pace, and again where it is busy. Rejects where the target is gone. */
export function plainSender(to: Target): SendPlain {
  return async (plain) => {
    const tried = await attempt(plannedPlain(plain, to.dialect), to, { name: tryName(plain) });
    const gone = to.pace.gaveUp ?? (tried.trouble === undefined ? undefined : await to.outage.found());
    if (gone !== undefined) throw new TagproofError('unreachable', gone);
    return plainReplyOf(tried.exchange, tried.judgement, to.mask);
  };
}
