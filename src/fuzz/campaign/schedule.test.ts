import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { INPUTS, WIRELESS } from '../test-helpers/made.ts';
import { alterNames } from '../trials/alterations.ts';
import { exhaustiveTrials, plainTrials } from '../trials/fixed-trials.ts';
import { canShow, PROPERTY_NAMES, type Property } from '../trials/properties.ts';
import type { Trial } from '../trials/relations.ts';
import { blockSeed, Schedule } from './schedule.ts';

const made = (seed = 5, properties: readonly Property[] = PROPERTY_NAMES, inputs = WIRELESS): Schedule =>
  new Schedule(seed, inputs, properties);

interface Numbered {
  readonly number: number;
  readonly trial: Trial;
}

/** The first wanted trials, at most this many. */
function taken(schedule: Schedule, most: number): readonly Numbered[] {
  const all: Numbered[] = [];
  for (
    let next = schedule.wantedFrom(0);
    next !== undefined && all.length < most;
    next = schedule.wantedFrom(next + 1)
  )
    all.push({ number: next, trial: schedule.at(next) });
  return all;
}

describe('the trials of a run', () => {
  test('are the same for the same seed, whatever is wanted, and random ones others for another', () => {
    const first = taken(made(), 300);
    expect(taken(made(), 300)).toEqual(first);
    const concurrent = taken(made(5, ['concurrent']), 5);
    expect(concurrent.map(({ number, trial }) => [number, trial])).toEqual(
      concurrent.map(({ number }) => [number, made().at(number)]),
    );
    const other = taken(made(6), 300);
    const others = other.filter(
      ({ trial }, at) => JSON.stringify(trial) !== JSON.stringify(first[at]?.trial),
    );
    expect(others.length).toBeGreaterThan(60);
    expect(others.every(({ number }) => made().phaseOf(number) === 'random')).toBe(true);
  });

  test('begin with plain ones, and soon have both phases', () => {
    const schedule = made();
    const plain = plainTrials(WIRELESS);
    const all = taken(schedule, plain.length + 3);
    expect(all.slice(0, schedule.plain).map(({ trial }) => trial)).toEqual(plain);
    expect(all.slice(-3).map(({ number }) => schedule.phaseOf(number))).toEqual([
      'exhaustive',
      'exhaustive',
      'random',
    ]);
  });

  test('have each exhaustive one once, and each random one', () => {
    const schedule = made();
    const all = taken(schedule, 14_000);
    const fixed = all.filter(({ number }) => schedule.phaseOf(number) === 'exhaustive').slice(schedule.plain);
    expect(fixed.map(({ trial }) => trial)).toEqual(exhaustiveTrials(WIRELESS));
    const random = all.filter(({ number }) => schedule.phaseOf(number) === 'random');
    expect(all.at(-1)).toBe(random.at(-1));
    expect(new Set(random.map(({ trial }) => trial)).size).toBe(random.length);
  });

  test('are altered in most random ones, at once and in a row as well; malformed HTTP only where it may be sent', () => {
    const random = (inputs: typeof INPUTS): readonly Trial[] => {
      const schedule = made(5, PROPERTY_NAMES, inputs);
      return taken(schedule, 3000).flatMap(({ number, trial }) =>
        schedule.phaseOf(number) === 'random' ? [trial] : [],
      );
    };
    const all = random(INPUTS);
    const ways = new Set(all.map(({ delivery }) => delivery));
    expect(ways).toEqual(new Set(['in-turn', 'one-connection', 'concurrent']));
    const altered = all.filter(({ steps }) => steps.some(({ send }) => alterNames(send).length > 0));
    expect(altered.length).toBeGreaterThan(all.length / 3);
    const onWire = (trials: readonly Trial[]): boolean =>
      trials.some(({ steps }) => steps.some(({ send: { wire } }) => wire !== undefined));
    expect([onWire(all), onWire(random(WIRELESS))]).toEqual([true, false]);
  });

  test.each(PROPERTY_NAMES)('can all show %s where nothing else is wanted', (property) => {
    const all = taken(made(1, [property]), 60);
    expect(all.length).toBeGreaterThanOrEqual(ENDPOINT_IDS.length);
    expect(all.filter(({ trial }) => !canShow(property, trial))).toEqual([]);
  });

  test('end where none can show what is wanted', () => {
    expect(taken(made(1, []), 10)).toEqual([]);
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
