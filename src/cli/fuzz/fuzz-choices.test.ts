import { expect, test } from 'vitest';
import { timeFor } from './fuzz-choices.ts';

test.each<readonly [bounds: Parameters<typeof timeFor>[0], time: number | undefined]>([
  [{}, 20_000],
  [{ mode: 'change' }, 10_000],
  [{ mode: 'batch' }, 600_000],
  [{ runs: 5 }, undefined],
  [{ until: 5 }, undefined],
  [{ mode: 'batch', runs: 5 }, undefined],
  [{ mode: 'change', time: 7 }, 7],
  [{ runs: 5, until: 5, time: 7 }, 7],
])('%j gives %s ms', (bounds, time) => {
  expect(timeFor(bounds)).toBe(time);
});
