/** Replies that are no answer to the request: the target is too busy just now, or a gateway has answered in its place (P4). */
import type { ReturnCode } from '../contract/codes.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Allowed } from '../judge/allowed.ts';
import type { Judgement } from '../judge/check.ts';
import type { KeyLimits, SecretKey } from '../world/world.ts';
import { gatewayTrouble, isGatewayReply, retryAfterMs, type GatewayReply } from './gateway.ts';
import type { Pace } from './pace.ts';

/** What is right for a request, and the key on whose limits it draws. */
export interface Expecting {
  readonly allowed: Allowed;
  /** What other replies may be, where only some must be as `allowed` says. */
  readonly rest?: Allowed;
  readonly cast: { readonly key: SecretKey | undefined };
}

/** Refusals that may come at any time from a target whose limits are not declared. */
const CONDITIONS: ReadonlySet<ReturnCode> = new Set(['MaxRequestReject', 'MaxCCUReject', 'OperationTimeout']);
const isConditionCode = (code: ReturnCode): boolean => CONDITIONS.has(code);
/** How often a request is sent before its case is an error. */
const TRIES = 5;
const TRIES_OF_ACCEPTABLE = 2;
const FIRST_PAUSE_MS = 200;

/** Whether the target says that it is too busy for this just now. */
export function isBusy({ envelope }: Judgement): boolean {
  return envelope !== undefined && isConditionCode(envelope.returnCode);
}

/** The limit of a key by which a refusal is an answer to the request rather than a condition. */
const LIMITS: ReadonlyMap<ReturnCode, keyof KeyLimits> = new Map([
  ['MaxRequestReject', 'requestsPerSecond'],
  ['MaxCCUReject', 'sessions'],
]);

const breaksMust = ({ findings }: Judgement): boolean => findings.some(({ level }) => level === 'must');

function allows({ outcomes }: Allowed, isWanted: (code: ReturnCode) => boolean): boolean {
  return outcomes.some(({ expected }) => expected.kind === 'refused' && isWanted(expected.code));
}

/** Whether a refusal is a condition of the target's load rather than an answer to this request. */
function isCondition({ envelope }: Judgement, { allowed, rest, cast }: Expecting): boolean {
  if (envelope === undefined || !isConditionCode(envelope.returnCode)) return false;
  const limit = LIMITS.get(envelope.returnCode);
  const declared = limit !== undefined && cast.key?.limits[limit] !== undefined;
  const isThis = (code: ReturnCode): boolean => code === envelope.returnCode;
  return !declared && !allows(allowed, isThis) && (rest === undefined || !allows(rest, isThis));
}

/** Whether a condition is what is wanted, whatever the answers to open questions are. */
function wantsCondition({ outcomes }: Allowed): boolean {
  return outcomes.some(
    ({ expected, when }) =>
      expected.kind === 'refused' && when.length === 0 && isConditionCode(expected.code),
  );
}

/** Whether the request is meant to meet a condition: sent slowly or repeated, it would prove nothing. */
export function provokesCondition({ allowed, rest }: Expecting): boolean {
  return wantsCondition(allowed) || (rest !== undefined && wantsCondition(rest));
}

/** What keeps a reply from being judged. */
export interface Hindrance {
  /** Whether another try may bring an answer. */
  readonly repeats: boolean;
  /** Holds the run back before the next try. */
  readonly holdBack: (pace: Pace) => void;
  /** What to say where no further try brings one. */
  readonly trouble: string;
  /** Any status is right for the request: where the target is there, even a gateway's reply may be judged. */
  readonly acceptable: boolean;
}

function busy({ envelope }: Judgement, attempt: number, ms: number): Hindrance {
  return {
    repeats: attempt < TRIES,
    holdBack: (pace) => pace.rest(ms),
    trouble: `the target answered ${envelope?.returnCode ?? ''} ${TRIES} times: it limits us; run with a lower --rate or --concurrency, or declare the limits of the key`,
    acceptable: false,
  };
}

function fromGateway(
  reply: GatewayReply,
  acceptable: boolean,
  planned: Expecting,
  attempt: number,
  ms: number,
): Hindrance {
  return {
    repeats: attempt < (acceptable ? TRIES_OF_ACCEPTABLE : TRIES) && !provokesCondition(planned),
    holdBack: (pace) => pace.slow(Math.max(ms, retryAfterMs(reply))),
    trouble: gatewayTrouble(reply, attempt),
    acceptable,
  };
}

/** What keeps the `attempt`th try, counted from 1, from being judged; undefined: nothing does. */
export function hindranceOf(
  { outcome }: Exchange,
  judgement: Judgement,
  planned: Expecting,
  attempt: number,
): Hindrance | undefined {
  const ms = FIRST_PAUSE_MS * 2 ** (attempt - 1);
  if (isCondition(judgement, planned)) return busy(judgement, attempt, ms);
  if (planned.allowed.reach === 'alive' || !isGatewayReply(outcome)) return undefined;
  return fromGateway(outcome, !breaksMust(judgement), planned, attempt, ms);
}
