import { describe, expect, test } from 'vitest';
import { IN_A_ROW, Restraint } from './restraint.ts';

/** Replies in the order of a pattern of refusals (x) and answers (.), again and again. */
function feed(restraint: Restraint, pattern: string, replies: number): void {
  for (let at = 0; at < replies; at += 1)
    if (pattern[at % pattern.length] === 'x') restraint.refused();
    else restraint.served();
}

/** A limit: one request in twenty is refused while we hold back, and four of five else. Returns how often it was tried out. */
function limited(restraint: Restraint, replies: number): number {
  let trials = 0;
  for (let at = 0; at < replies; at += 1) {
    const before = restraint.applies;
    if (before ? at % 20 === 0 : at % 5 > 0) restraint.refused();
    else restraint.served();
    if (before && !restraint.applies) trials += 1;
  }
  return trials;
}

describe('restraint', () => {
  test.each(['x.', 'x....', `x${'.'.repeat(49)}`])(
    'is given up where %j is refused with it and without it',
    (pattern) => {
      const restraint = new Restraint(5);
      feed(restraint, pattern, 1000);
      expect(restraint).toMatchObject({ applies: false, isUseless: true });
    },
  );

  test('is kept where more is refused without it, and tried less and less often', () => {
    const restraint = new Restraint(5);
    expect(limited(restraint, 5000)).toBeLessThan(8);
    expect(restraint.isUseless).toBe(false);
  });

  test('is not tried out while everything is refused', () => {
    const restraint = new Restraint(5);
    feed(restraint, 'x', 1000);
    expect(restraint.applies).toBe(true);
  });

  test('comes back where everything is refused later', () => {
    const restraint = new Restraint(5);
    feed(restraint, 'x.', 1000);
    feed(restraint, 'x', IN_A_ROW);
    expect(restraint).toMatchObject({ applies: true, isUseless: false });
  });
});
