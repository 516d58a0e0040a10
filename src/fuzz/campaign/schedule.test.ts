import { describe, expect, test } from 'vitest';
import { INPUTS, WIRELESS } from '../test-helpers/made.ts';
import { alterNames } from '../trials/all-alterations.ts';
import { exhaustiveTrials, smokeTrials } from '../trials/fixed-trials.ts';
import { canShow, PROPERTY_NAMES, type Property } from '../trials/properties.ts';
import { blockSeed, Schedule, type Placed } from './schedule.ts';

const made = (seed = 5, properties: readonly Property[] = PROPERTY_NAMES): Schedule =>
  new Schedule(seed, WIRELESS, properties);

/** The next trials, at most this many. */
function taken(schedule: Schedule, most: number): readonly Placed[] {
  const all: Placed[] = [];
  for (let next = schedule.next(); next !== undefined && all.length < most; next = schedule.next())
    all.push(next);
  return all;
}

describe('the trials of a run', () => {
  test('are the same for the same seed, and random ones others for another', () => {
    const first = taken(made(), 300);
    expect(taken(made(), 300)).toEqual(first);
    const other = taken(made(6), 300);
    expect(other.map(({ path }) => path)).toEqual(first.map(({ path }) => path));
    expect(
      other.filter(({ trial }, at) => JSON.stringify(trial) !== JSON.stringify(first[at]?.trial)).length,
    ).toBeGreaterThan(20);
  });

  test('begin with plain ones, and soon have both phases', () => {
    const all = taken(made(), 300);
    const plain = smokeTrials(WIRELESS);
    expect(all.filter(({ isPlain }) => isPlain).map(({ trial }) => trial)).toEqual(plain);
    expect(all.findIndex(({ isPlain }) => !isPlain)).toBe(plain.length);
    expect(new Set(all.slice(0, 80).map(({ phase }) => phase))).toEqual(new Set(['exhaustive', 'random']));
    expect(all.map(({ order }) => order)).toEqual(all.map((_, at) => at));
  });

  test('have each exhaustive one once', () => {
    const all = taken(made(), 20_000);
    const fixed = all.filter(({ phase, isPlain }) => phase === 'exhaustive' && !isPlain);
    expect(fixed.map(({ trial }) => trial)).toEqual(exhaustiveTrials(WIRELESS));
    expect(all.at(-1)?.phase).toBe('random');
  });

  test('are altered in most random ones, at once and in a row as well; malformed HTTP only where it may be sent', () => {
    const random = taken(new Schedule(5, INPUTS, PROPERTY_NAMES), 3000).filter(
      ({ phase }) => phase === 'random',
    );
    const ways = new Set(random.map(({ trial: { delivery } }) => delivery));
    expect(ways).toEqual(new Set(['in-turn', 'one-connection', 'concurrent']));
    const altered = random.filter(({ trial: { steps } }) =>
      steps.some(({ send }) => alterNames(send).length > 0),
    );
    expect(altered.length).toBeGreaterThan(random.length / 3);
    const onWire = (placed: readonly Placed[]): boolean =>
      placed.some(({ trial: { steps } }) => steps.some(({ send: { wire } }) => wire !== undefined));
    expect([onWire(random), onWire(taken(made(), 3000))]).toEqual([true, false]);
  });

  test.each<Property>(['repeat', 'equivalent', 'variants', 'concurrent', 'history'])(
    'can all show %s where nothing else is wanted',
    (property) => {
      const all = taken(made(1, [property]), 60);
      expect(all.length).toBe(60);
      expect(all.filter(({ trial }) => !canShow(property, trial))).toEqual([]);
    },
  );

  test('end where no random one can show what is wanted', () => {
    expect(taken(made(1, []), 10)).toEqual([]);
  });

  test('come after others of their block', () => {
    const schedule = made();
    const all = taken(schedule, 200);
    const placed = all.find(({ path }) => /^random:\d+:7$/.test(path));
    const block = placed?.path.replace(/7$/, '');
    const before = all.filter(
      ({ path, order }) => path.startsWith(block ?? '-') && order < (placed?.order ?? 0),
    );
    expect(schedule.before(placed?.path ?? '')).toEqual(before.map(({ trial }) => trial));
    expect(before).toHaveLength(7);
  });
});

test('a block always has the same seed, and neighbours differ in about half of their bits', () => {
  expect([blockSeed(1, 0), blockSeed(1, 1)]).toEqual([450_506_546, -214_131_008]);
  const flipped = Array.from({ length: 1000 }, (_, block) => {
    const both = blockSeed(1, block) ^ blockSeed(1, block + 1);
    return (both >>> 0).toString(2).replaceAll('0', '').length;
  });
  const mean = flipped.reduce((sum, each) => sum + each, 0) / flipped.length;
  expect(mean).toBeGreaterThan(14);
  expect(mean).toBeLessThan(18);
});
