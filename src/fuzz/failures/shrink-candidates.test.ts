import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { none } from '../../../test/test-helpers/property.ts';
import { concurrentTrial, randomTrial, sequenceTrial } from '../trials/random-trials.ts';
import { exhaustiveTrials } from '../trials/fixed-trials.ts';
import { requestOf } from '../trials/step-request.ts';
import { shrinkCandidates, type ShrinkCandidate } from './shrink-candidates.ts';
import { INPUTS, step } from '../test-helpers/made.ts';
import { concurrent, related, sequence, single, type Trial } from '../trials/relations.ts';
import { DEEP } from '../../../test/test-helpers/deep.ts';

const SEED = 20_261_120;
const RANDOM: readonly Trial[] = [randomTrial, sequenceTrial, concurrentTrial].flatMap((make) =>
  fc.sample(make(INPUTS), { seed: SEED, numRuns: DEEP ? 100 : 20 }),
);

const changes = (trial: Trial): readonly string[] =>
  shrinkCandidates(trial, INPUTS).map(({ change }) => change);
const one = (...parts: Parameters<typeof step>): Trial => single(step(...parts));
const to = (trial: Trial, change: string): readonly Trial[] =>
  shrinkCandidates(trial, INPUTS)
    .filter((each) => each.change === change)
    .map((each) => each.to);

describe('the shrink candidates of random trials', () => {
  test.each<
    [which: string, take: (all: readonly ShrinkCandidate<Trial>[]) => ShrinkCandidate<Trial> | undefined]
  >([
    ['first', (all) => all[0]],
    ['last', (all) => all.at(-1)],
    ['one in the middle', (all) => all[Math.floor(all.length / 2)]],
  ])('end if the %s is taken repeatedly', (_, take) => {
    const endless = RANDOM.filter((start) => {
      let trial = start;
      for (let taken = 0; taken < 2000; taken += 1) {
        const next = take(shrinkCandidates(trial, INPUTS));
        if (next === undefined) return false;
        trial = next.to;
      }
      return true;
    });
    none(endless.map((trial) => JSON.stringify(trial)));
  });

  test('differ from the trial', () => {
    const same = RANDOM.flatMap((trial) =>
      shrinkCandidates(trial, INPUTS).flatMap(({ change, to: next }) =>
        isDeepStrictEqual(next, trial) ? [`${change} of ${JSON.stringify(trial)}`] : [],
      ),
    );
    none(same);
  });

  test('can be made into requests', () => {
    const failed: string[] = [];
    const seen = new Set<string>();
    for (const trial of [
      ...RANDOM,
      ...exhaustiveTrials(INPUTS).filter((_, at) => at % (DEEP ? 7 : 80) === 0),
    ])
      for (const { change, to: next } of shrinkCandidates(trial, INPUTS))
        for (const each of next.steps) {
          const key = JSON.stringify(each);
          if (seen.has(key)) continue;
          seen.add(key);
          try {
            requestOf(each, INPUTS, 'a');
          } catch (error) {
            failed.push(`${change} of ${JSON.stringify(trial)}: ${String(error)}`);
          }
        }
    expect(seen.size).toBeGreaterThan(500);
    none(failed);
  });
});

describe('a single request', () => {
  test('that is plain has no candidates', () => {
    expect(shrinkCandidates(one('group.admin'), INPUTS)).toEqual([]);
  });

  test('has the plain request as its first candidate', () => {
    const altered = one('group.admin', { method: 'PUT' }, { id: 'groupwrens' });
    expect(shrinkCandidates(altered, INPUTS)[0]).toEqual({
      change: 'a plain request',
      to: one('group.admin'),
    });
  });

  test.each<[send: Send, expected: readonly string[]]>([
    [{ method: 'PUT', body: 'spaced' }, ['without method', 'without body']],
    [{ set: { a: 1, b: 0 } }, ['set without a', 'a simpler a', 'set without b']],
    [{ alter: { $id: 'empty' } }, ['alter without $id']],
    [{ without: ['$id', 'tagKeys'] }, ['without without $id', 'without without tagKeys']],
    [
      { headers: { set: { 'Game-Id': 'x' }, without: ['Secret-Key'] } },
      ['headers: set without Game-Id', 'headers: without without Secret-Key'],
    ],
  ])('of %j loses one part at a time', (send, expected) => {
    expect(changes(single({ ...step('group.admin'), send })).slice(1)).toEqual(expected);
  });

  test('loses the headers part with its last header', () => {
    const altered = one('group.admin', { headers: { without: ['Game-Id'] }, method: 'PUT' });
    expect(to(altered, 'headers: without without Game-Id')).toEqual([one('group.admin', { method: 'PUT' })]);
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
    const all = to(one('group.admin', { set: { note: value } }), 'a simpler note');
    const values = all.map((each) => (each.steps.length === 1 ? each.steps[0]?.send.set?.['note'] : each));
    expect(values).toEqual(simpler);
  });

  test('with other fixtures goes back to the plain ones', () => {
    const given = { key: 'player-every-rule', token: 'bob', id: 'groupwrens' };
    expect(changes(one('group.client', {}, given))).toEqual([
      'a plain request',
      'the plain key, token and subject',
      'the plain subject',
      'the plain key',
      'the plain token',
    ]);
  });

  test('with the token as a header keeps a token', () => {
    const send = { headers: { set: { 'Auth-Token': '$token' } } };
    const served = shrinkCandidates(one('group.admin', send, { token: 'ann' }), INPUTS).map(
      ({ to: next }) => next,
    );
    const lost = served.filter(
      ({ steps: [only] }) => only?.send.headers !== undefined && only.given.token === undefined,
    );
    expect(lost).toEqual([]);
  });
});

describe('several requests', () => {
  const altered = step('group.admin', { method: 'PUT' });
  const plain = step('group.admin');

  test.each<[trial: Trial, first: readonly Trial[]]>([
    [
      sequence([plain, altered, plain]),
      [single(plain), single(altered), single(plain), sequence([altered, plain])],
    ],
    [
      concurrent([plain, altered]),
      [single(plain), single(altered), sequence([plain, altered]), concurrent([plain, plain])],
    ],
    [
      related('next-works', altered, plain),
      [single(altered), single(plain), related('next-works', plain, plain)],
    ],
  ])('of %j may be fewer', (trial, first) => {
    const found = shrinkCandidates(trial, INPUTS).map(({ to: next }) => next);
    expect(found.slice(0, first.length)).toEqual(first);
  });

  test('of a sequence shrink to at least two, or to a single one', () => {
    const trial: Trial = sequence([plain, altered, plain]);
    const sizes = shrinkCandidates(trial, INPUTS).map(({ to: next }) => [next.delivery, next.steps.length]);
    expect(sizes.filter(([delivery, size]) => delivery === 'one-connection' && Number(size) < 2)).toEqual([]);
    expect(sizes).toContainEqual(['one-connection', 2]);
    expect(sizes).toContainEqual(['in-turn', 1]);
  });
});
