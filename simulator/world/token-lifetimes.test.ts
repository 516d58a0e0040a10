import { describe, expect, it } from 'vitest';
import type { AuthToken } from '../../src/world/world.ts';
import { stateOf } from './store.ts';
import { Clock } from './clock.ts';
import { LiveWorld } from './live-world.ts';
const GAME = 'g';
const TOKEN: AuthToken = {
  name: 'short',
  holder: { kind: 'player', userId: 'playerann1', game: GAME },
  expired: false,
  expiresInSeconds: 60,
};

/** A world with a token for a minute, and its clock. */
function minute(): { readonly world: LiveWorld; readonly pass: (seconds: number) => void } {
  const clock = new Clock(() => 5_000_000);
  const declared = { limits: {}, games: [GAME], secretKeys: [], authTokens: [TOKEN], subjects: [] };
  const world = new LiveWorld(
    () => stateOf(declared, [{ name: 'short', value: 'a-value-of-a-token' }]),
    clock,
  );
  return { world, pass: (seconds) => clock.advance(seconds * 1000) };
}

const isExpired = ({ store }: LiveWorld): boolean | undefined => store.tokenOf('a-value-of-a-token')?.expired;

function left(world: LiveWorld): number | undefined {
  const held = world.state.tokens.get('short');
  return held && world.tokenNow(held).expiresInSeconds;
}

describe('a token with a limited time', () => {
  it('expires its number of seconds after the world is served', () => {
    const { world, pass } = minute();
    pass(59);
    expect([isExpired(world), left(world)]).toEqual([false, 1]);
    pass(1);
    expect(isExpired(world)).toBe(true);
  });

  it('has all of it again after a reset', () => {
    const { world, pass } = minute();
    pass(100);
    world.reset();
    expect([isExpired(world), left(world)]).toEqual([false, 60]);
  });

  it('is the same object to requests until it expires, as sessions are counted by it', () => {
    const { world, pass } = minute();
    const before = world.store.tokenOf('a-value-of-a-token');
    pass(30);
    expect(world.store.tokenOf('a-value-of-a-token')).toBe(before);
  });

  it('is shown as expired, without a time, once that is over', () => {
    const { world, pass } = minute();
    pass(61);
    const held = world.state.tokens.get('short');
    expect(held && world.tokenNow(held)).toEqual({ name: 'short', holder: TOKEN.holder, expired: true });
  });
});
