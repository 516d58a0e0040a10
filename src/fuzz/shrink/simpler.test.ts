import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../suite/format/case-schema.ts';
import { none } from '../../../test/test-helpers/property.ts';
import { concurrentTrial, randomTrial, sequenceTrial } from '../generate/arbitrary-trial.ts';
import { boundaryTrials } from '../generate/boundaries.ts';
import { recipesOf, shotsOf } from '../generate/shots.ts';
import { simplerTrials, type Simpler } from './simpler.ts';
import { requestOf } from '../generate/request-of.ts';
import { MATERIAL, recipe } from '../test-helpers/made.ts';
import type { Trial } from '../generate/trial.ts';

const SEED = 20_261_120;
const RANDOM: readonly Trial[] = [randomTrial, sequenceTrial, concurrentTrial].flatMap((make) =>
  fc.sample(make(MATERIAL), { seed: SEED, numRuns: 100 }),
);

const steps = (trial: Trial): readonly string[] => simplerTrials(trial, MATERIAL).map(({ step }) => step);
const single = (...parts: Parameters<typeof recipe>): Trial => ({ kind: 'single', recipe: recipe(...parts) });
const to = (trial: Trial, step: string): readonly Trial[] =>
  simplerTrials(trial, MATERIAL)
    .filter((each) => each.step === step)
    .map((each) => each.to);

describe('the simplifications of random trials', () => {
  test.each<[which: string, take: (all: readonly Simpler<Trial>[]) => Simpler<Trial> | undefined]>([
    ['first', (all) => all[0]],
    ['last', (all) => all.at(-1)],
    ['one in the middle', (all) => all[Math.floor(all.length / 2)]],
  ])('end, if the %s is taken again and again', (_, take) => {
    const endless = RANDOM.filter((start) => {
      let trial = start;
      for (let taken = 0; taken < 2000; taken += 1) {
        const next = take(simplerTrials(trial, MATERIAL));
        if (next === undefined) return false;
        trial = next.to;
      }
      return true;
    });
    none(endless.map((trial) => JSON.stringify(trial)));
  });

  test('are other trials', () => {
    const same = RANDOM.flatMap((trial) =>
      simplerTrials(trial, MATERIAL).flatMap(({ step, to: next }) =>
        isDeepStrictEqual(next, trial) ? [`${step} of ${JSON.stringify(trial)}`] : [],
      ),
    );
    none(same);
  });

  test('can be made into requests', () => {
    const failed: string[] = [];
    const seen = new Set<string>();
    for (const trial of [...RANDOM, ...boundaryTrials(MATERIAL).filter((_, at) => at % 7 === 0)])
      for (const { step, to: next } of simplerTrials(trial, MATERIAL))
        for (const each of recipesOf(next)) {
          const key = JSON.stringify(each);
          if (seen.has(key)) continue;
          seen.add(key);
          try {
            requestOf(each, MATERIAL, 'a');
          } catch (error) {
            failed.push(`${step} of ${JSON.stringify(trial)}: ${String(error)}`);
          }
        }
    expect(seen.size).toBeGreaterThan(1000);
    none(failed);
  });

  test('of a trial with what is allowed have it, too', () => {
    for (const trial of RANDOM.filter((_, at) => at % 10 === 0))
      for (const { to: next } of simplerTrials(trial, MATERIAL).slice(0, 5))
        expect(shotsOf(next, MATERIAL, 'a')).toHaveLength(recipesOf(next).length);
  });
});

describe('a single request', () => {
  test('that is plain has none', () => {
    expect(simplerTrials(single('group.admin'), MATERIAL)).toEqual([]);
  });

  test('is a plain one first', () => {
    const bent = single('group.admin', { method: 'PUT' }, { id: 'groupwrens' });
    expect(simplerTrials(bent, MATERIAL)[0]).toEqual({ step: 'a plain request', to: single('group.admin') });
  });

  test.each<[send: Send, expected: readonly string[]]>([
    [{ method: 'PUT', body: 'spaced' }, ['without method', 'without body']],
    [{ set: { a: 1, b: 0 } }, ['set without a', 'a simpler a', 'set without b']],
    [{ bend: { $id: 'empty' } }, ['bend without $id']],
    [{ without: ['$id', 'tagKeys'] }, ['without without $id', 'without without tagKeys']],
    [
      { headers: { set: { 'Game-Id': 'x' }, without: ['Secret-Key'] } },
      ['headers: set without Game-Id', 'headers: without without Secret-Key'],
    ],
  ])('of %j loses one thing at a time', (send, expected) => {
    expect(steps({ kind: 'single', recipe: { ...recipe('group.admin'), send } }).slice(1)).toEqual(expected);
  });

  test('loses its last header without a trace', () => {
    const bent = single('group.admin', { headers: { without: ['Game-Id'] }, method: 'PUT' });
    expect(to(bent, 'headers: without without Game-Id')).toEqual([single('group.admin', { method: 'PUT' })]);
  });

  test.each<[value: unknown, simpler: readonly unknown[]]>([
    ['long', ['x', 'lo']],
    ['x', []],
    ['', []],
    ['$subject.id', []],
    [7, [0]],
    [0, []],
    [null, []],
    [true, []],
    [
      ['a', 'b'],
      [['b'], ['a']],
    ],
    [['long'], [[], ['x'], ['lo']]],
  ])('with the value %j has the simpler values %j', (value, simpler) => {
    const all = to(single('group.admin', { set: { note: value } }), 'a simpler note');
    const values = all.map((each) => (each.kind === 'single' ? each.recipe.send.set?.['note'] : each));
    expect(values).toEqual(simpler);
  });

  test('by and about others goes back to the plain ones', () => {
    const who = { key: 'player-every-rule', token: 'bob', id: 'groupwrens' };
    expect(steps(single('group.client', {}, who))).toEqual([
      'a plain request',
      'the plain key, token and subject',
      'the plain subject',
      'the plain key',
      'the plain token',
    ]);
  });

  test('with the token as a header keeps a token', () => {
    const send = { headers: { set: { 'Auth-Token': '$token' } } };
    const served = simplerTrials(single('group.admin', send, { token: 'ann' }), MATERIAL).map(
      ({ to: next }) => next,
    );
    const lost = served.filter(
      (each) =>
        each.kind === 'single' &&
        each.recipe.send.headers !== undefined &&
        each.recipe.who.token === undefined,
    );
    expect(lost).toEqual([]);
  });
});

describe('several requests', () => {
  const bent = recipe('group.admin', { method: 'PUT' });
  const plain = recipe('group.admin');

  test.each<[trial: Trial, first: readonly Trial[]]>([
    [
      { kind: 'again', recipe: plain, between: [bent] },
      [
        { kind: 'single', recipe: plain },
        { kind: 'single', recipe: bent },
        { kind: 'single', recipe: plain },
        { kind: 'again', recipe: plain, between: [] },
      ],
    ],
    [
      { kind: 'at-once', recipes: [plain, bent] },
      [
        { kind: 'single', recipe: plain },
        { kind: 'single', recipe: bent },
        { kind: 'sequence', recipes: [plain, bent] },
        { kind: 'at-once', recipes: [plain, plain] },
      ],
    ],
    [
      { kind: 'after-odd', odd: bent, next: plain },
      [
        { kind: 'single', recipe: bent },
        { kind: 'single', recipe: plain },
        { kind: 'after-odd', odd: plain, next: plain },
      ],
    ],
  ])('of %j may be fewer', (trial, first) => {
    const found = simplerTrials(trial, MATERIAL).map(({ to: next }) => next);
    expect(found.slice(0, first.length)).toEqual(first);
  });

  test('of a sequence are two at least, or one alone', () => {
    const trial: Trial = { kind: 'sequence', recipes: [plain, bent, plain] };
    const sizes = simplerTrials(trial, MATERIAL).map(({ to: next }) => [next.kind, recipesOf(next).length]);
    expect(sizes.filter(([kind, size]) => kind === 'sequence' && Number(size) < 2)).toEqual([]);
    expect(sizes).toContainEqual(['sequence', 2]);
    expect(sizes).toContainEqual(['single', 1]);
  });
});
