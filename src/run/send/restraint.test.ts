import { describe, expect, test } from 'vitest';
import { IN_A_ROW, Restraint, shownBy } from './restraint.ts';

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

test.each<
  [
    refused: string,
    trial: readonly [refusals: number, replies: number],
    before: number,
    shown: ReturnType<typeof shownBy>,
  ]
>([
  ['one in five as before', [12, 60], 1 / 5, 'alike'],
  ['one in five as before, before sixty replies', [12, 59], 1 / 5, undefined],
  ['a few more by chance', [20, 60], 1 / 5, 'alike'],
  ['twice as many', [24, 60], 1 / 5, 'more'],
  ['twice as many already', [24, 30], 1 / 5, 'more'],
  ['fewer', [4, 60], 1 / 5, 'fewer'],
  ['none, where sixty replies would bring one', [0, 60], 1 / 50, undefined],
  ['none, where as many replies would bring five', [0, 250], 1 / 50, 'fewer'],
  ['fewer by chance', [2, 250], 1 / 50, 'alike'],
  ['more by chance', [10, 250], 1 / 50, 'alike'],
  ['many, where one in a hundred was', [11, 15], 1 / 100, 'more'],
  ['none, after a window that was used up', [0, 60], 17 / 18, 'fewer'],
  ['everything, as before', [60, 60], 1, 'alike'],
])('a trial in which is refused %s', (_, [refusals, replies], before, shown) => {
  expect(shownBy({ refusals, replies }, before)).toBe(shown);
});

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

  test('is kept where a trial falls into a window that has just begun', () => {
    const restraint = new Restraint(12);
    for (let at = 0; at < 10_000; at += 1)
      if (restraint.applies && at % 40 === 0) restraint.refused();
      else restraint.served();
    expect([restraint.applies, restraint.isUseless]).toEqual([true, false]);
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
