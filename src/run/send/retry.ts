/** What keeps a reply from being judged, and how often such a request is sent at most; `attempt.ts` knows which are sent once. */
import { isConditionCode, type ReturnCode } from '../../spec/codes.ts';
import { type Exchange, withHint } from '../../http/exchange.ts';
import type { Judgement } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/finding.ts';
import { unreadCoding } from '../../judge/reply/reply-body.ts';
import type { PlannedRequest } from '../../cases/planned.ts';
import type { KeyLimits } from '../../world/world.ts';
import {
  firewallRefused,
  gatewayAnswered,
  isFirewallReply,
  isGatewayReply,
  looksOdd,
  often,
  LIMITED_STATUS,
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

/** Whether the target says that it is too busy for this just now. */
export function isBusy({ envelope }: Judgement): boolean {
  return envelope !== undefined && isConditionCode(envelope.returnCode);
}

/** Whether a refusal is a condition of the target's load rather than an answer to this request. */
function isCondition(code: ReturnCode, planned: PlannedRequest): boolean {
  const limit = LIMITS.get(code);
  if (limit !== undefined && planned.who.key?.limits[limit] !== undefined) return false;
  const { allowed, rest } = planned;
  return ![allowed, ...(rest === undefined ? [] : [rest])].some(({ outcomes }) =>
    outcomes.some(({ expected }) => expected.kind === 'refused' && expected.code === code),
  );
}

/** A gateway that limits us and asks for more patience than this ends the run. */
const MAX_RETRY_AFTER_MS = 60_000;
/** A gateway that fails and asks for more patience than this is asked again as others are. */
const MAX_GATEWAY_PAUSE_MS = 5000;

const cameCompressed = (coding: string): string =>
  `its reply came compressed (Content-Encoding: ${coding}), which tagproof can't read: let the backend, or the proxy in front of it, compress only what a request asks for`;

const LIMITED = 'run with a lower --rate or --concurrency, or declare the limits of the key';

/** Of most troubles. */
const PLAIN = { waitMs: 0, isAnswerOfLiving: false };

/** What keeps a reply from being judged; undefined: nothing does. */
export function troubleOf(
  { outcome }: Exchange,
  judgement: Judgement,
  planned: PlannedRequest,
): Trouble | undefined {
  const code = judgement.envelope?.returnCode;
  if (code !== undefined && isBusy(judgement) && isCondition(code, planned)) {
    const text = (tries: number): string =>
      `the target answered ${code} ${often(tries)}: it limits us; ${LIMITED}`;
    return { ...PLAIN, is: 'limited', limit: code, text };
  }
  if (outcome.kind === 'no-reply' && outcome.own === true)
    return { ...PLAIN, is: 'own', text: () => withHint(outcome), endsRun: true };
  if (planned.allowed.strictness === 'only liveness') return undefined;
  if (outcome.kind === 'no-reply') {
    const isAnswerOfLiving = outcome.why === 'closed' || outcome.why === 'not-http';
    const why = outcome.why === 'aborted' ? 'the run was ended' : withHint(outcome);
    return { ...PLAIN, is: 'no reply', text: () => why, isAnswerOfLiving };
  }
  if (outcome.status === 200) {
    const coding = unreadCoding(outcome);
    return coding === undefined
      ? undefined
      : { ...PLAIN, is: 'compressed', text: () => cameCompressed(coding) };
  }
  const isAnswerOfLiving = !breaksMust(judgement.findings);
  if (
    !isAnswerOfLiving &&
    isFirewallReply(outcome) &&
    outcome.status !== LIMITED_STATUS &&
    looksOdd(planned.request)
  )
    return { ...PLAIN, is: 'firewall', text: () => firewallRefused(outcome) };
  if (!isGatewayReply(outcome)) return undefined;
  const asked = retryAfterMs(outcome);
  const text = (tries: number): string => gatewayAnswered(outcome, tries);
  if (outcome.status === LIMITED_STATUS) {
    const limited = {
      is: 'limited',
      text,
      waitMs: asked,
      isAnswerOfLiving,
      limit: `HTTP ${LIMITED_STATUS}`,
    } as const;
    return asked > MAX_RETRY_AFTER_MS ? { ...limited, endsRun: true } : limited;
  }
  return { is: 'gateway', text, waitMs: asked > MAX_GATEWAY_PAUSE_MS ? 0 : asked, isAnswerOfLiving };
}
