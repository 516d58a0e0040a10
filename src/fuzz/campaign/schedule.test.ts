import { describe, expect, test } from 'vitest';
import { blockSeed, NO_YIELDS, type OpenPhases, phasesOfLap, TURN_PHASES, type Yields } from './schedule.ts';
import { type Phase, PHASE_NAMES } from './phases.ts';

const OPEN: OpenPhases = {
  phases: TURN_PHASES,
  isOpen: (phase) => phase !== 'exhaustive',
  isFixedOver: true,
};
const WITH_EXHAUSTIVE: OpenPhases = { ...OPEN, isOpen: () => true, isFixedOver: false };
const counted = (phases: readonly Phase[], phase: Phase): number =>
  phases.filter((each) => each === phase).length;

/** Yields of one phase that shows a new behaviour with every second request, while the others show none. */
const fruitful = (phase: Phase): Yields => ({
  onceBy: (each) => (each === phase ? 5000 : 0),
  requestsOf: () => 10_000,
});

describe('the phases of a lap', () => {
  test('alternate at first and while the exhaustive phase has blocks left', () => {
    const first = phasesOfLap(0, 1, NO_YIELDS, OPEN);
    expect(first).toEqual(['random', 'sequences', 'random', 'concurrent', 'random', 'wire']);
    expect(phasesOfLap(9, 1, fruitful('wire'), WITH_EXHAUSTIVE)).toEqual(
      phasesOfLap(0, 1, NO_YIELDS, WITH_EXHAUSTIVE),
    );
  });

  test('depend only on the seed, the lap and the yields', () => {
    const lap = phasesOfLap(5, 7, NO_YIELDS, OPEN);
    expect(phasesOfLap(5, 7, NO_YIELDS, OPEN)).toEqual(lap);
    expect(phasesOfLap(6, 7, NO_YIELDS, OPEN)).not.toEqual(lap);
    expect(phasesOfLap(5, 8, NO_YIELDS, OPEN)).not.toEqual(lap);
  });

  test.each<Phase>(['random', 'sequences', 'wire', 'concurrent'])(
    'are mostly %s if it promises most',
    (phase) => {
      const laps = Array.from({ length: 20 }, (_, lap) =>
        phasesOfLap(lap + 2, 1, fruitful(phase), OPEN),
      ).flat();
      expect(counted(laps, phase)).toBeGreaterThan(laps.length * 0.6);
      for (const other of TURN_PHASES.filter((each) => each !== 'exhaustive'))
        expect(counted(laps, other)).toBeGreaterThanOrEqual(20);
    },
  );

  test('are selected phases with blocks left', () => {
    expect(phasesOfLap(4, 1, NO_YIELDS, { ...OPEN, phases: ['wire'] })).toEqual(
      Array.from({ length: 13 }, () => 'wire'),
    );
    expect(phasesOfLap(4, 1, NO_YIELDS, { ...OPEN, isOpen: () => false })).toEqual([]);
    const few: OpenPhases = { ...OPEN, isOpen: (phase, taken) => phase === 'exhaustive' && taken < 3 };
    expect(phasesOfLap(0, 1, NO_YIELDS, few)).toEqual(['exhaustive', 'exhaustive', 'exhaustive']);
  });
});

test.each([
  [1, 'random', 0, 450_506_546],
  [1, 'random', 1, -214_131_008],
  [42, 'concurrent', 7, 400_790_675],
] as const)('with seed %i the block %s:%i always has seed %i', (seed, phase, block, expected) => {
  expect(blockSeed(seed, phase, block)).toBe(expected);
});

test('neighbours in seed, phase and number have different seeds of 32 bits', () => {
  const seeds = [-1, 0, 1, 2, 11, 111].flatMap((seed) =>
    PHASE_NAMES.flatMap((phase) => Array.from({ length: 300 }, (_, block) => blockSeed(seed, phase, block))),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds.every((seed) => seed === (seed | 0))).toBe(true);
});

test('neighbours differ in about half of their bits', () => {
  const flipped = Array.from({ length: 1000 }, (_, block) => {
    const both = blockSeed(1, 'random', block) ^ blockSeed(1, 'random', block + 1);
    return (both >>> 0).toString(2).replaceAll('0', '').length;
  });
  const mean = flipped.reduce((sum, each) => sum + each, 0) / flipped.length;
  expect(mean).toBeGreaterThan(14);
  expect(mean).toBeLessThan(18);
});
