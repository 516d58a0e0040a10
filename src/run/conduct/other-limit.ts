/** A declared limit that is refused with the code of the other limit: the wrong code, or a limit that the target file does not know. */
import type { ReturnCode } from '../../contract/codes.ts';
import type { Transport } from '../../http/exchange.ts';
import { refusesAsOtherLimit } from '../../engine/backoff.ts';
import { sendJudged, type Sender } from '../../engine/send.ts';
import type { CaseRequest } from '../../judge/planned.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import type { Sent } from '../verdict/sent.ts';

const codeOf = ({ judgement: { envelope } }: Pick<Sent, 'judgement'>): ReturnCode | undefined =>
  envelope?.returnCode;

/** Sends requests in turn over one connection until one is not answered as `isExpected` says; whether none was. */
async function answersAll(
  requests: readonly CaseRequest[],
  isExpected: (code: ReturnCode | undefined, index: number) => boolean,
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  for (const [index, planned] of requests.entries()) {
    const judged = await sendJudged(planned, connection, { ...sender, atOnce: true });
    if (!isExpected(codeOf(judged), index)) return false;
  }
  return true;
}

/** A limit of sessions serves a known session between refusals of a new one; a limit of the rate would refuse both, or neither. */
const NEW_SESSION = [false, false, true, true, false, true];

async function isOfSessions(
  met: Sent,
  sent: readonly Sent[],
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  const { planned } = met;
  const known = sent.find(
    (each) => codeOf(each) === 'Ok' && each.planned.who.token?.name !== planned.who.token?.name,
  );
  if (known === undefined) return false;
  // With what is right for the new one, so that a refusal of it is not taken for a busy target and sent again.
  const again: CaseRequest = { ...planned, request: known.planned.request, who: known.planned.who };
  return answersAll(
    NEW_SESSION.map((isNew) => (isNew ? planned : again)),
    (code, index) => code === (NEW_SESSION[index] === true ? codeOf(met) : 'Ok'),
    connection,
    sender,
  );
}

/** A target that is too slow for its declared rate in turn is asked no longer. */
const MOST_MS = 5000;

/** One caller who sends in turn over one connection is one session: what refuses it after the declared number is the rate. */
async function isOfRate(
  met: Sent,
  perSecond: number,
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  const { planned } = met;
  await sender.keyRest.wait(planned.who.key, [], sender.signal);
  const end = performance.now() + MOST_MS;
  let served = 0;
  let refusal: ReturnCode | undefined;
  const requests = Array.from({ length: 3 * perSecond }, () => planned);
  await answersAll(
    requests,
    (code) => {
      if (code === 'Ok') served += 1;
      else refusal = code;
      return code === 'Ok' && performance.now() < end;
    },
    connection,
    sender,
  );
  return served >= perSecond && refusal === codeOf(met);
}

/** Whether it is the declared limit that was refused so, as a few requests in turn show. */
async function isDeclaredLimit(met: Sent, sent: readonly Sent[], sender: Sender): Promise<boolean> {
  const perSecond = met.planned.who.key?.limits.requestsPerSecond;
  const connection = sender.transport.single();
  try {
    return perSecond === undefined
      ? await isOfSessions(met, sent, connection, sender)
      : await isOfRate(met, perSecond, connection, sender);
  } finally {
    await connection.close();
  }
}

export const OTHER_LIMIT =
  'not verified: the target refused it for a limit of the key that is not declared; declare its rate and its sessions';

/** Whether a case failed by a limit that is not declared; it is asked again, in turn, whether it is the declared one. */
export async function metOtherLimit({ verdict, sent }: CaseResult, sender: Sender): Promise<boolean> {
  const met = sent.find(({ judgement, planned }) => refusesAsOtherLimit(judgement, planned));
  return verdict === 'fail' && met !== undefined && !(await isDeclaredLimit(met, sent, sender));
}
