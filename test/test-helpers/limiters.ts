/** What limits a simulator beyond its document: small counters, written without any of the runner's own. */
import type { Stages } from '../../simulator/answer/stages.ts';
import type { RefusalCode } from '../../src/spec/codes.ts';
import type { Call } from '../../src/judge/rules/call.ts';

type Alter = (stages: Stages) => Stages;
type Clock = () => number;

const keyOf = ({ key }: Call): string => (key.is === 'known' ? key.value.name : '');
const tokenOf = ({ token, endpoint }: Call): string | undefined =>
  endpoint.variant === 'client' && token.is === 'known' ? token.value.name : undefined;
const declaresLimits = ({ key }: Call): boolean =>
  key.is === 'known' && Object.keys(key.value.limits).length > 0;

/** Refuses calls beyond what the world declares; keys with declared limits keep to those. */
const refusing =
  (refusal: (call: Call) => RefusalCode | undefined): Alter =>
  (stages) => ({
    ...stages,
    admit: (call) => stages.admit(call) ?? (declaresLimits(call) ? undefined : refusal(call)),
  });

/** At most `most` requests of a key in each window, whether refused ones count or not. */
export function fixedWindow(most: number, windowMs: number, clock: Clock, countsRefused = false): Alter {
  const windows = new Map<string, { since: number; count: number }>();
  return refusing((call) => {
    const now = clock();
    let window = windows.get(keyOf(call));
    if (window === undefined || now - window.since >= windowMs)
      windows.set(keyOf(call), (window = { since: now, count: 0 }));
    const isOver = window.count >= most;
    if (!isOver || countsRefused) window.count += 1;
    return isOver ? 'MaxRequestReject' : undefined;
  });
}

/** A bucket for each key, refilled evenly. */
export function tokenBucket(perSecond: number, size: number, clock: Clock): Alter {
  const buckets = new Map<string, { left: number; at: number }>();
  return refusing((call) => {
    const now = clock();
    const bucket = buckets.get(keyOf(call)) ?? { left: size, at: now };
    const left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    const isOver = left < 1;
    buckets.set(keyOf(call), { left: isOver ? left : left - 1, at: now });
    return isOver ? 'MaxRequestReject' : undefined;
  });
}

/** One token of a key at a time: another one is refused until the first was not seen for a while; `before`: also one that was never issued. */
export function oneSession(idleMs: number, clock: Clock, before = false): Alter {
  const sessions = new Map<string, { token: string; at: number }>();
  return refusing((call) => {
    const token = tokenOf(call);
    if (token === undefined && !(before && call.token.is === 'unknown')) return undefined;
    const now = clock();
    const held = sessions.get(keyOf(call));
    if (held !== undefined && held.token !== token && now - held.at < idleMs) return 'MaxCCUReject';
    if (token === undefined) return undefined;
    sessions.set(keyOf(call), { token, at: now });
    return undefined;
  });
}
