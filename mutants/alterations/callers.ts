/** The caller: what is known about a call's key and token, and the call with others in their place. */
import type { Call } from '../../src/rules/call.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../src/world/world.ts';
import type { ReadCall } from '../../simulator/pipeline/stages.ts';

export const withKey = (call: ReadCall, value: SecretKey): ReadCall => ({
  ...call,
  key: { is: 'known', value },
});

export const withToken = (call: ReadCall, value: AuthToken): ReadCall => ({
  ...call,
  token: { is: 'known', value },
});

/** Whether a key that was issued lacks a rule: the one that the endpoint asks for, unless another is named. */
export const lacksRule = ({ key, endpoint }: Call, rule = endpoint.rule): boolean =>
  key.is === 'known' && key.value.rules !== UNKNOWN && !key.value.rules.has(rule);

export const isUnbound = ({ key }: Call): boolean => key.is === 'known' && key.value.game === null;

/** Calls with a token that was issued and is like this. */
export const tokenIs =
  (fits: (token: AuthToken) => boolean) =>
  ({ token }: Call): boolean =>
    token.is === 'known' && fits(token.value);
export const isDashboard = tokenIs(({ holder }) => holder.kind === 'dashboard');
export const isExpired = tokenIs(({ expired }) => expired);
