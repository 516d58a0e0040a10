/** The caller: what is known about a call's key and token, and the call with others in their place. */
import type { Call } from '../../src/judge/rules/call.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../src/world/world.ts';
import type { ReadCall } from '../../simulator/answer/stages.ts';

export const callWithKey = (call: ReadCall, value: SecretKey): ReadCall => ({
  ...call,
  key: { is: 'known', value },
});

export const withToken = (call: ReadCall, value: AuthToken): ReadCall => ({
  ...call,
  token: { is: 'known', value },
});

/** Whether a part of a call came in one of these ways: `comes('token', 'missing')`. */
export const comes =
  <P extends 'key' | 'token' | 'game'>(part: P, ...ways: readonly Call[P]['is'][]) =>
  (call: Call): boolean =>
    ways.includes(call[part].is);

/** The rules of a key that was issued. */
export const rulesOf = ({ key }: Call): ReadonlySet<string> | undefined =>
  key.is === 'known' && key.value.rules !== UNKNOWN ? key.value.rules : undefined;

/** Whether a key that was issued has a rule: the one that the endpoint asks for, unless another is named. */
export const hasRule = (call: Call, rule = call.endpoint.rule): boolean => rulesOf(call)?.has(rule) === true;
export const lacksRule = (call: Call, rule = call.endpoint.rule): boolean =>
  rulesOf(call)?.has(rule) === false;

/** The game that a key carries. */
export const boundGame = ({ key }: Call): string | undefined =>
  key.is === 'known' && typeof key.value.game === 'string' ? key.value.game : undefined;
export const isUnbound = ({ key }: Call): boolean => key.is === 'known' && key.value.game === null;

type Player = Extract<AuthToken['holder'], { kind: 'player' }>;

/** The player who holds a token. */
export const holdingPlayer = (token: AuthToken | undefined): Player | undefined =>
  token?.holder.kind === 'player' ? token.holder : undefined;

/** The player whose token is sent. */
export const sendingPlayer = ({ token }: Call): Player | undefined =>
  holdingPlayer(token.is === 'known' ? token.value : undefined);

/** Calls with a token that was issued and is like this. */
export const tokenIs =
  (fits: (token: AuthToken) => boolean) =>
  ({ token }: Call): boolean =>
    token.is === 'known' && fits(token.value);
export const isDashboard = tokenIs(({ holder }) => holder.kind === 'dashboard');
export const isExpired = tokenIs(({ expired }) => expired);
