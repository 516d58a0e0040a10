import { describe, expect, it } from 'vitest';
import { crowd, everyNth } from './times.ts';

describe('everyNth', () => {
  it('is true for every n-th call', () => {
    const third = everyNth(3);
    expect(Array.from({ length: 7 }, third)).toEqual([false, false, true, false, false, true, false]);
  });
});

describe('crowd', () => {
  it('counts what comes at once', () => {
    const count = crowd();
    expect([count(), count(), count()]).toEqual([1, 2, 3]);
  });

  it('forgets what came before', async () => {
    const count = crowd();
    count();
    await new Promise((resolve) => setImmediate(resolve));
    expect(count()).toBe(1);
  });
});
