/** Keys and tokens where a request brings none: made up, or left over from a request before. */
import type { Role } from '../../src/spec/endpoints.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../src/world/world.ts';
import type { Incoming } from '../../simulator/answer/incoming.ts';
import { headerOf } from './requests.ts';
import type { ReadCall } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';

/** A key that may do all that the endpoint of a call is for. */
export const masterKey = ({ endpoint }: Call, game: string): SecretKey => ({
  name: 'master',
  role: endpoint.role,
  game,
  rules: new Set([endpoint.rule, endpoint.otherRule]),
  limits: {},
});

/** The token that a player would get who logged in. */
export const tokenOf = (userId: string, game: string): AuthToken => ({
  name: 'made up',
  holder: { kind: 'player', userId, game },
  expired: false,
});

export interface Remembered {
  readonly key: SecretKey | undefined;
  readonly token: AuthToken | undefined;
}

const NOTHING: Remembered = { key: undefined, token: undefined };

/** A key with which its caller was served: it carries a game and the rule, and is under no limit. */
function servedKey({ key, endpoint }: ReadCall): SecretKey | undefined {
  if (key.is !== 'known') return undefined;
  const { game, rules, limits } = key.value;
  const permitted = rules !== UNKNOWN && rules.has(endpoint.rule);
  return typeof game === 'string' && permitted && Object.keys(limits).length === 0 ? key.value : undefined;
}

/** The token of a player, in force. */
function servedToken({ token }: ReadCall): AuthToken | undefined {
  const known = token.is === 'known' ? token.value : undefined;
  return known?.holder.kind === 'player' && !known.expired ? known : undefined;
}

/** Remembers the first key and the first token. */
const remember = (call: ReadCall, { key, token }: Remembered): Remembered => ({
  key: key ?? servedKey(call),
  token: token ?? servedToken(call),
});

/** Calls made with what is left over of those before: of the same client, or of the same role. */
const leftOver =
  (
    placeOf: (incoming: Incoming, call: ReadCall) => string,
    alter: (call: ReadCall, left: Remembered, incoming: Incoming) => ReadCall,
  ): Alter =>
  (stages) => {
    const memory = new Map<string, Remembered>();
    return {
      ...stages,
      read: (incoming) => {
        const reading = stages.read(incoming);
        if (reading.kind !== 'call') return reading;
        const place = placeOf(incoming, reading.call);
        const left = memory.get(place) ?? NOTHING;
        memory.set(place, remember(reading.call, left));
        return { kind: 'call', call: alter(reading.call, left, incoming) };
      },
    };
  };

/** With what the same client sent first; clients are distinguished by the names they give themselves. */
export const withClientsOwn = (alter: (call: ReadCall, left: Remembered) => ReadCall): Alter =>
  leftOver((incoming) => headerOf(incoming, 'User-Agent') ?? '', alter);

/** With what the first caller of the same role's variants sent. */
export const withFirstCallers = (
  alter: (call: ReadCall, left: Remembered, incoming: Incoming) => ReadCall,
): Alter => leftOver((_, { endpoint }): Role => endpoint.role, alter);
