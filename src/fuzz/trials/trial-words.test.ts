import { describe, expect, test } from 'vitest';
import { exhaustiveTrials, plainTrials } from './fixed-trials.ts';
import type { Step } from './step.ts';
import { INPUTS, step } from '../test-helpers/made.ts';
import { stepWords, requestLabel, trialWords } from './trial-words.ts';
import { concurrent, equivalent, related, sequence, single, variants, type Trial } from './relations.ts';

const PLAIN = step('group.admin');
const NULL = step('group.admin', { set: { tagKeys: null } });

describe('a request', () => {
  test.each<readonly [step: Step, words: string]>([
    [PLAIN, 'a plain request to group.admin'],
    [NULL, 'a plain request to group.admin, but tagKeys is null'],
    [
      step('group.admin', {}, { key: 'roaming-admin' }),
      'a plain request to group.admin, but the secret key is roaming-admin',
    ],
    [
      step('group.admin', {}, { key: undefined }),
      'a plain request to group.admin, but the secret key is none',
    ],
    [
      step('group.client', {}, { token: 'bob', id: 'nobody' }),
      'a plain request to group.client, but the auth token is bob; it asks about "nobody" of the game meadow-run',
    ],
    [
      step('group.admin', {}, { id: 'a"b\n' }),
      String.raw`a plain request to group.admin, but it asks about "a\"b\n" of the game meadow-run`,
    ],
    [
      step('group.admin', { headers: { alter: { 'Auth-Token': 'prototype-name' } } }),
      'a plain request to group.admin, but the header Auth-Token is replaced by __proto__',
    ],
    [
      step('group.admin', {
        headers: { alter: { 'Secret-Key': 'bearer-before' } },
        alter: { $id: 'regex-anchored' },
      }),
      'a plain request to group.admin, but the header Secret-Key has the word Bearer before it; groupId is wrapped in ^…$',
    ],
    [
      step('group.admin', { alter: { $id: 'newline-behind' } }),
      'a plain request to group.admin, but groupId has a line feed behind it',
    ],
    [
      { ...PLAIN, provoke: 'OperationTimeout' },
      'a plain request to group.admin, but with the header that provokes OperationTimeout',
    ],
  ])('%#: $1', (each, words) => {
    expect(stepWords(each, INPUTS)).toBe(words);
  });

  test('is described in one line of bounded length, whatever is sent', () => {
    const all = [...plainTrials(INPUTS), ...exhaustiveTrials(INPUTS)].flatMap(({ steps }) => steps);
    const words = all.map((each) => stepWords(each, INPUTS));
    expect(words.map(({ length }) => length).filter((length) => length > 640)).toEqual([]);
    expect(words.filter((each) => each.includes('\n'))).toEqual([]);
    expect(words.filter((each) => /undefined|\[object|but $| is with /.test(each))).toEqual([]);
  });
});

const TRIALS: readonly (readonly [trial: Trial, words: string])[] = [
  [single(NULL), 'a plain request to group.admin, but tagKeys is null'],
  [
    related(
      'same-refusal',
      step('group.admin', { set: { tagKeys: null } }),
      step('group.admin', {}, { id: 'nobody' }),
    ),
    'the same about a subject that exists and about one that does not: a plain request to group.admin, but tagKeys is null; then a plain request to group.admin, but it asks about "nobody" of the game meadow-run; tagKeys is null',
  ],
  [
    variants([PLAIN, step('group.client')]),
    'one subject through several variants: a plain request to group.admin; then a plain request to group.client',
  ],
  [
    sequence([PLAIN, NULL]),
    'over one connection: a plain request to group.admin; then a plain request to group.admin, but tagKeys is null',
  ],
  [
    concurrent(Array.from({ length: 8 }, () => PLAIN)),
    `at once: ${Array.from({ length: 6 }, () => 'a plain request to group.admin; then ').join('')}and 2 more`,
  ],
  [
    related('next-works', step('group.admin', { method: 'DELETE' }), PLAIN),
    'after an odd request the plain one on the next connection: a plain request to group.admin, but the method is DELETE; then a plain request to group.admin',
  ],
];

describe('a trial', () => {
  test.each(TRIALS)('%#: $1', (trial, words) => {
    expect(trialWords(trial, INPUTS)).toBe(words);
  });

  test('in two forms describes the second form', () => {
    const words = trialWords(equivalent(PLAIN, 'white space'), INPUTS);
    expect(words).toMatch(
      /^one request in two forms: a plain request to group\.admin; then a plain request to group\.admin, but ./,
    );
  });
});

test('requests are numbered if there are several', () => {
  expect(requestLabel(single(PLAIN), 0)).toBe('');
  expect([0, 1].map((at) => requestLabel(sequence([PLAIN, NULL]), at))).toEqual(['1 of 2', '2 of 2']);
});
