/** The stateful limits of a secret key: its rate and its sessions (§7.1 MaxRequestReject, MaxCCUReject; questions rate.limit and sessions.limit). */
import type { RefusalCode } from '../../../src/spec/codes.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import type { AuthToken, KeyLimits, SecretKey } from '../../../src/world/world.ts';
import { optionOf, type OptionsByEndpoint } from '../options-at.ts';

/** How long a token counts where the world file does not say. */
const SESSION_SECONDS = 60;
const RATE_WINDOW_MS = 1000;

/** What is remembered of one secret key: never more tokens than its limit. */
interface Usage {
  /** Requests that may come at once, and the time for which that is so. */
  left: number;
  at: number;
  /** When each token was last seen. */
  readonly seen: Map<AuthToken, number>;
}

function refill(usage: Usage, perSecond: number, now: number): void {
  usage.left = Math.min(perSecond, usage.left + ((now - usage.at) / RATE_WINDOW_MS) * perSecond);
  usage.at = now;
}

function forget({ seen }: Usage, seconds: number, now: number): void {
  for (const [token, at] of seen) if (now - at >= seconds * RATE_WINDOW_MS) seen.delete(token);
}

/** Whether the key serves the token: it does already, or it has room for one more. */
function hasRoom(usage: Usage, token: AuthToken, limits: KeyLimits, now: number): boolean {
  if (limits.sessions === undefined) return true;
  forget(usage, limits.sessionSeconds ?? SESSION_SECONDS, now);
  return usage.seen.has(token) || usage.seen.size < limits.sessions;
}

/** Counts one call; a call that is refused counts neither as a request nor as a session. */
function countCall(
  usage: Usage,
  token: AuthToken | undefined,
  limits: KeyLimits,
  now: number,
): RefusalCode | undefined {
  const { requestsPerSecond, sessions } = limits;
  if (requestsPerSecond !== undefined) {
    refill(usage, requestsPerSecond, now);
    if (usage.left < 1) return 'MaxRequestReject';
  }
  if (token !== undefined && !hasRoom(usage, token, limits, now)) return 'MaxCCUReject';
  usage.left -= 1;
  if (token !== undefined && sessions !== undefined) usage.seen.set(token, now);
  return undefined;
}

/** The limits of the key that the dialect enforces at this endpoint. */
function enforced({ limits }: SecretKey, call: Call, dialect: OptionsByEndpoint): KeyLimits {
  const options = dialect.get(call.endpoint.id);
  if (options === undefined) return limits;
  const rate = optionOf(options, 'rate.limit') === 'enforced';
  const sessions = optionOf(options, 'sessions.limit') === 'enforced';
  const { requestsPerSecond, ...ofSessions } = limits;
  return {
    ...(rate && requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(sessions && ofSessions),
  };
}

const isLimited = ({ limits }: SecretKey): boolean =>
  limits.requestsPerSecond !== undefined || limits.sessions !== undefined;

/**
 * The `admit` stage. The rate is a bucket of `requestsPerSecond` that refills at that rate; a session is a distinct
 * valid Auth-Token seen within `sessionSeconds`. `clock` gives milliseconds, perhaps of
 * the key's game. What is counted is forgotten with the key object.
 */
export function conditionsOf(
  dialect: OptionsByEndpoint,
  clock: () => number,
): (call: Call) => RefusalCode | undefined {
  const usages = new WeakMap<SecretKey, Usage>();
  return (call) => {
    if (call.key.is !== 'known' || !isLimited(call.key.value)) return undefined;
    const key = call.key.value;
    const now = clock();
    const limits = enforced(key, call, dialect);
    let usage = usages.get(key);
    if (usage === undefined)
      usages.set(key, (usage = { left: limits.requestsPerSecond ?? 0, at: now, seen: new Map() }));
    const token =
      call.endpoint.variant === 'client' && call.token.is === 'known' ? call.token.value : undefined;
    return countCall(usage, token, limits, now);
  };
}
