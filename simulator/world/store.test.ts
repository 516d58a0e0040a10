import { describe, expect, it } from 'vitest';
import { storeOf } from './store.ts';
import {
  ANN,
  HARBOR,
  MEADOW,
  SECRETS,
  STORE,
  subject,
  VIP,
  WORLD,
  valueOf,
} from '../test-helpers/small-world.ts';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

describe('a store', () => {
  it('finds a subject by kind, game and id, all three', () => {
    expect(STORE.subject('gamePlayer', HARBOR, ANN)).toMatchObject({ value: { game: HARBOR, tags: [VIP] } });
    expect(STORE.subject('group', MEADOW, ANN)).toEqual({ is: 'absent' });
    expect(STORE.subject('gamePlayer', 'nowhere', ANN)).toEqual({ is: 'absent' });
    expect(STORE.subject('gamePlayer', MEADOW, ANN.toUpperCase())).toEqual({ is: 'absent' });
  });

  it.each(NAMES)('has nothing by the name %s unless it is there', (name) => {
    expect(STORE.subject('gamePlayer', MEADOW, name)).toEqual({ is: 'absent' });
    expect(STORE.subject('gamePlayer', name, name)).toEqual({ is: 'absent' });
    expect(STORE.game(name)).toEqual({ is: 'absent' });
    expect(STORE.keyOf(name)).toBeUndefined();
    expect(STORE.tokenOf(name)).toBeUndefined();
    const there = storeOf({ ...WORLD, games: [name], subjects: [subject('group', name, [], [], name)] }, []);
    expect(there.subject('group', name, name)).toMatchObject({ is: 'present', value: { id: name } });
  });

  it('finds keys and tokens by their values, not by their names', () => {
    expect(STORE.keyOf(valueOf('admin'))?.name).toBe('admin');
    expect(STORE.tokenOf(valueOf('ann'))?.name).toBe('ann');
    expect(STORE.keyOf(valueOf('ann'))).toBeUndefined();
    expect(STORE.keyOf('admin')).toBeUndefined();
    expect(storeOf(WORLD, SECRETS.slice(0, 1)).keyOf(valueOf('admin'))).toBeUndefined();
  });
});
