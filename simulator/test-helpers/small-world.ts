/** A small world of two games for the tests of the simulator. */
import { PERMISSION_RULES, type Resource } from '../../src/spec/endpoints.ts';
import type { TagItem } from '../../src/spec/envelope.ts';
import type { AuthToken, KeyLimits, SecretKey, Subject, WorldLimits } from '../../src/world/world.ts';
import { storeOf, type Store, type StoredWorld } from '../world/store.ts';

export const MEADOW = 'meadow';
export const HARBOR = 'harbor';

const every: ReadonlySet<string> = new Set(PERMISSION_RULES);

interface KeyOptions {
  readonly game?: string | null;
  readonly rules?: ReadonlySet<string>;
  readonly limits?: KeyLimits;
}

export function key(
  name: string,
  role: SecretKey['role'],
  { game = MEADOW, rules = every, limits = {} }: KeyOptions = {},
): SecretKey {
  return { name, role, game, rules, limits };
}

export const token = (name: string, userId: string, game: string = MEADOW, expired = false): AuthToken => ({
  name,
  holder: { kind: 'player', userId, game },
  expired,
});

export function subject(
  resource: Resource,
  id: string,
  tags: readonly TagItem[],
  owners: readonly string[],
  game: string = MEADOW,
): Subject {
  return { resource, id, game, owners, tags };
}

export const ANN = 'playerann1';
export const BOB = 'playerbob2';
export const VIP: TagItem = { key: 'vip', value: 'gold' };
export const GUILD: TagItem = { key: 'guild', value: 'lärks "& 🦜' };

export const WORLD: StoredWorld = {
  limits: { requestBytes: 4096 } satisfies WorldLimits,
  games: [MEADOW, HARBOR],
  secretKeys: [
    key('player', 'Player'),
    key('admin', 'Admin'),
    key('player-none', 'Player', { rules: new Set() }),
    key('player-roaming', 'Player', { game: null }),
    key('admin-roaming', 'Admin', { game: null }),
    key('admin-rate', 'Admin', { limits: { requestsPerSecond: 3 } }),
    key('player-sessions', 'Player', { limits: { sessions: 1, sessionSeconds: 5 } }),
  ],
  authTokens: [
    token('ann', ANN),
    token('bob', BOB),
    token('stale', ANN, MEADOW, true),
    token('harbor-ann', ANN, HARBOR),
    { name: 'dashboard', holder: { kind: 'dashboard' }, expired: false },
  ],
  subjects: [
    subject('gamePlayer', ANN, [VIP, GUILD], [ANN]),
    subject('gamePlayer', BOB, [], [BOB]),
    subject('gamePlayer', ANN, [VIP], [ANN], HARBOR),
    subject('characterPlayer', 'constructor', [VIP], [ANN]),
    subject('characterPlayer', 'characterA1', [GUILD], [ANN]),
    subject('group', 'grouplarks', [VIP, GUILD], [ANN, BOB]),
  ],
};

/** The value of a key or a token of this world. */
export const valueOf = (name: string): string => `value-of-${name}`;

export const SECRETS = [...WORLD.secretKeys, ...WORLD.authTokens].map(({ name }) => ({
  name,
  value: valueOf(name),
  envName: name.toUpperCase().replaceAll('-', '_'),
  public: true,
}));

export const STORE: Store = storeOf(WORLD, SECRETS);
