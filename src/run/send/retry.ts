/** What keeps a reply from being judged, and how often such a request is sent at most; `attempt.ts` knows which are sent once. */
import { isConditionCode, type ReturnCode } from '../../spec/codes.ts';
import { type Exchange, withHint } from '../../http/exchange.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { Judgement } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/finding.ts';
import { unreadCoding } from '../../judge/reply/reply-body.ts';
import type { PlannedRequest } from '../../cases/planned.ts';
import type { KeyLimits } from '../../world/world.ts';
import {
  firewallRefused,
  type GatewayReply,
  gatewayAnswered,
  isFirewallReply,
  isGatewayReply,
  looksOdd,
  often,
  LIMITED_STATUS,
  MAX_RETRY_AFTER_MS,
  overlongWait,
  retryAfterMs,
} from './gateway.ts';

export const RETRY = {
  /** A closed connection or a time-out: one of them may be the network's. */
  'no reply': { tries: 2 },
  /** The fault of the machine that runs this, of its network or its proxy: fewer at once, then no more. */
  own: { tries: 3, slows: true },
  /** A status that firewalls send, to an odd request. */
  firewall: { tries: 2 },
  /** A gateway answers in the backend's place. */
  gateway: { tries: 5, slows: true },
  /** MaxRequestReject, MaxCCUReject or OperationTimeout where no declared limit says so, and HTTP 429. */
  limited: { tries: 5, slows: true },
  /** Compressed in a way that is not known here. */
  compressed: { tries: 1 },
} as const;

export interface Trouble {
  readonly is: keyof typeof RETRY;
  /** Why there is nothing to judge, and what to do; `tries`: how often it was sent. */
  readonly text: (tries: number) => string;
  /** How long the target asks to wait, in milliseconds. */
  readonly waitMs: number;
  /** The code or status by which the target limits how much is sent. */
  readonly limit?: string;
  /** Where the target answers the control request, this is its answer to this request after all, and is judged. */
  readonly isAnswerOfLiving: boolean;
  /** Nothing more may be sent where no further try helps. */
  readonly endsRun?: true;
}

/** The limit of a key by which a refusal is an answer to the request rather than a condition. */
const LIMITS: ReadonlyMap<ReturnCode, keyof KeyLimits> = new Map([
  ['MaxRequestReject', 'requestsPerSecond'],
  ['MaxCCUReject', 'sessions'],
]);

const isLimit = ({ expected }: AllowedOutcome): boolean =>
  expected.kind === 'refused' && LIMITS.has(expected.code);

const bothOf = ({ allowed, rest }: PlannedRequest): readonly Allowed[] =>
  rest === undefined ? [allowed] : [allowed, rest];

/** Whether a refusal for a limit is one of the right answers. */
export const mayMeetLimit = (planned: PlannedRequest): boolean =>
  bothOf(planned).some(({ outcomes }) => outcomes.some(isLimit));

/** Whether the request is meant to meet a limit, whatever the answers to open questions are: sent slowly or repeated, it would prove nothing. */
export const provokesLimit = (planned: PlannedRequest): boolean =>
  bothOf(planned).some(({ outcomes }) => outcomes.some((each) => isLimit(each) && each.when.length === 0));

/** Whether the target says that it is too busy for this just now. */
export function isBusy({ envelope }: Judgement): boolean {
  return envelope !== undefined && isConditionCode(envelope.returnCode);
}

/** Whether a refusal is a condition of the target's load rather than an answer to this request. */
function isCondition({ envelope }: Judgement, planned: PlannedRequest): boolean {
  if (envelope === undefined || !isConditionCode(envelope.returnCode)) return false;
  const { returnCode } = envelope;
  const limit = LIMITS.get(returnCode);
  if (limit !== undefined && planned.who.key?.limits[limit] !== undefined) return false;
  return !bothOf(planned).some(({ outcomes }) =>
    outcomes.some(({ expected }) => expected.kind === 'refused' && expected.code === returnCode),
  );
}

/** A gateway that fails and asks for more patience than this is asked again as others are. */
const MAX_GATEWAY_PAUSE_MS = 5000;

const cameCompressed = (coding: string): string =>
  `its reply came compressed (Content-Encoding: ${coding}), which tagproof can't read: let the backend, or the proxy in front of it, compress only what a request asks for`;

const LIMITED = 'run with a lower --rate or --concurrency, or declare the limits of the key';

/** What keeps a reply from being judged; undefined: nothing does. */
export function troubleOf(
  { outcome }: Exchange,
  judgement: Judgement,
  planned: PlannedRequest,
): Trouble | undefined {
  const isOfLiveness = planned.allowed.strictness === 'only liveness';
  const plain = { waitMs: 0, isAnswerOfLiving: false };
  if (isCondition(judgement, planned)) {
    const code = judgement.envelope?.returnCode ?? '';
    const text = (tries: number): string =>
      `the target answered ${code} ${often(tries)}: it limits us; ${LIMITED}`;
    return { ...plain, is: 'limited', limit: code, text };
  }
  if (outcome.kind === 'no-reply' && outcome.own === true)
    return { ...plain, is: 'own', text: () => withHint(outcome), endsRun: true };
  if (isOfLiveness) return undefined;
  if (outcome.kind === 'no-reply') {
    const isAnswerOfLiving = outcome.why === 'closed' || outcome.why === 'not-http';
    const why = outcome.why === 'aborted' ? 'the run was ended' : withHint(outcome);
    return { ...plain, is: 'no reply', text: () => why, isAnswerOfLiving };
  }
  const isRight = !breaksMust(judgement.findings);
  if (isGatewayReply(outcome) && outcome.status === LIMITED_STATUS) return limitedByGateway(outcome, isRight);
  if (!isRight && isFirewallReply(outcome) && looksOdd(planned.request))
    return { ...plain, is: 'firewall', text: () => firewallRefused(outcome) };
  const coding = outcome.status === 200 ? unreadCoding(outcome) : undefined;
  if (coding !== undefined) return { ...plain, is: 'compressed', text: () => cameCompressed(coding) };
  if (!isGatewayReply(outcome)) return undefined;
  const asked = retryAfterMs(outcome);
  const waitMs = asked > MAX_GATEWAY_PAUSE_MS ? 0 : asked;
  return {
    is: 'gateway',
    text: (tries) => gatewayAnswered(outcome, tries),
    waitMs,
    isAnswerOfLiving: isRight,
  };
}

function limitedByGateway(reply: GatewayReply, isAnswerOfLiving: boolean): Trouble {
  const waitMs = retryAfterMs(reply);
  const limited = { is: 'limited', limit: `HTTP ${LIMITED_STATUS}`, waitMs, isAnswerOfLiving } as const;
  return waitMs > MAX_RETRY_AFTER_MS
    ? { ...limited, text: () => overlongWait(reply, waitMs), endsRun: true }
    : { ...limited, text: (tries) => gatewayAnswered(reply, tries) };
}
