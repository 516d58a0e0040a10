import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { none } from '../../../test/test-helpers/property.ts';
import { randomTrial } from '../trials/random-trials.ts';
import { exhaustiveTrials } from '../trials/fixed-trials.ts';
import { requestOf } from '../trials/step-request.ts';
import { simplerTrials } from './simpler-trials.ts';
import { INPUTS, step } from '../test-helpers/made.ts';
import { concurrent, related, sequence, single, type Trial } from '../trials/relations.ts';
import { DEEP } from '../../../test/test-helpers/deep.ts';

const RANDOM: readonly Trial[] = fc.sample(randomTrial(INPUTS), { numRuns: DEEP ? 100 : 40 });

const one = (...parts: Parameters<typeof step>): Trial => single(step(...parts));
/** What is sent by the simplifications of a single request, but for the plain one. */
const sends = (send: Send): readonly Send[] =>
  simplerTrials(one('group.admin', send), INPUTS)
    .slice(1)
    .flatMap(({ steps }) => steps.map((each) => each.send));

describe('the simplifications of random trials', () => {
  test.each<[which: string, take: (all: readonly Trial[]) => Trial | undefined]>([
    ['first', (all) => all[0]],
    ['last', (all) => all.at(-1)],
    ['one in the middle', (all) => all[Math.floor(all.length / 2)]],
  ])('end if the %s is taken repeatedly', (_, take) => {
    const endless = RANDOM.filter((start) => {
      let trial = start;
      for (let taken = 0; taken < 2000; taken += 1) {
        const next = take(simplerTrials(trial, INPUTS));
        if (next === undefined) return false;
        trial = next;
      }
      return true;
    });
    none(endless.map((trial) => JSON.stringify(trial)));
  });

  test('differ from the trial', () => {
    const same = RANDOM.filter((trial) =>
      simplerTrials(trial, INPUTS).some((next) => isDeepStrictEqual(next, trial)),
    );
    none(same.map((trial) => JSON.stringify(trial)));
  });

  test('can be made into requests', () => {
    const failed: string[] = [];
    const seen = new Set<string>();
    for (const trial of [
      ...RANDOM,
      ...exhaustiveTrials(INPUTS).filter((_, at) => at % (DEEP ? 7 : 80) === 0),
    ])
      for (const next of simplerTrials(trial, INPUTS))
        for (const each of next.steps) {
          const key = JSON.stringify(each);
          if (seen.has(key)) continue;
          seen.add(key);
          try {
            requestOf(each, INPUTS, 'a');
          } catch (error) {
            failed.push(`${JSON.stringify(next)} of ${JSON.stringify(trial)}: ${String(error)}`);
          }
        }
    expect(seen.size).toBeGreaterThan(300);
    none(failed);
  });
});

describe('a single request', () => {
  test('that is plain has none', () => {
    expect(simplerTrials(one('group.admin'), INPUTS)).toEqual([]);
  });

  test('has the plain request as its first', () => {
    const altered = one('group.admin', { method: 'PUT' }, { id: 'groupwrens' });
    expect(simplerTrials(altered, INPUTS)[0]).toEqual(one('group.admin'));
  });

  test.each<[send: Send, expected: readonly Send[]]>([
    [{ method: 'PUT', body: 'spaced' }, [{ body: 'spaced' }, { method: 'PUT' }]],
    [{ set: { a: 1, b: 0 } }, [{ set: { b: 0 } }, { set: { a: 0, b: 0 } }, { set: { a: 1 } }]],
    [{ alter: { $id: 'empty' } }, []],
    [{ without: ['$id', 'tagKeys'] }, [{ without: ['tagKeys'] }, { without: ['$id'] }]],
    [
      { headers: { set: { 'Game-Id': '$game' }, without: ['Secret-Key'] } },
      [{ headers: { without: ['Secret-Key'] } }, { headers: { set: { 'Game-Id': '$game' } } }],
    ],
  ])('of %j loses one part at a time', (send, expected) => {
    const found = sends(send).filter((each) => Object.keys(each).length > 0);
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected as Send[]));
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
    const values = sends({ set: { note: value } }).flatMap(({ set }) =>
      set === undefined ? [] : [set['note']],
    );
    expect(values).toEqual(simpler);
  });

  test('with other fixtures goes back to the plain ones', () => {
    const given = { key: 'player-every-rule', token: 'bob', id: 'groupwrens' };
    const plain = step('group.client').given;
    const all = simplerTrials(one('group.client', {}, given), INPUTS).map(({ steps }) => steps[0]?.given);
    expect(all).toEqual([
      plain,
      { ...plain, ...given, id: plain.id },
      { ...plain, ...given, key: plain.key },
      { ...plain, ...given, token: plain.token },
    ]);
  });

  test('with the token as a header keeps a token', () => {
    const send = { headers: { set: { 'Auth-Token': '$token' } } };
    const lost = simplerTrials(one('group.admin', send, { token: 'ann' }), INPUTS).filter(
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
    const found = simplerTrials(trial, INPUTS);
    expect(found.slice(0, first.length)).toEqual(first);
  });

  test('of a sequence shrink to at least two, or to a single one', () => {
    const trial: Trial = sequence([plain, altered, plain]);
    const sizes = simplerTrials(trial, INPUTS).map((next) => [next.delivery, next.steps.length]);
    expect(sizes.filter(([delivery, size]) => delivery === 'one-connection' && Number(size) < 2)).toEqual([]);
    expect(sizes).toContainEqual(['one-connection', 2]);
    expect(sizes).toContainEqual(['in-turn', 1]);
  });
});
