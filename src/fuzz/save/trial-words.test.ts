import { describe, expect, test } from 'vitest';
import { exhaustiveTrials } from '../generate/exhaustive.ts';
import type { Step } from '../generate/step.ts';
import { stepsOf } from '../generate/plan-trial.ts';
import { smokeTrials } from '../generate/smoke.ts';
import { MATERIAL, step } from '../test-helpers/made.ts';
import { stepWords, requestLabel, trialWords } from './trial-words.ts';
import type { Trial } from '../generate/trial.ts';

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
      { ...PLAIN, provoke: 'OperationTimeout' },
      'a plain request to group.admin, but with the header that provokes OperationTimeout',
    ],
  ])('%#: $1', (each, words) => {
    expect(stepWords(each, MATERIAL)).toBe(words);
  });

  test('is told in one line of a bounded length, whatever is sent', () => {
    const all = [...smokeTrials(MATERIAL), ...exhaustiveTrials(MATERIAL)].flatMap(stepsOf);
    const words = all.map((each) => stepWords(each, MATERIAL));
    expect(words.map(({ length }) => length).filter((length) => length > 640)).toEqual([]);
    expect(words.filter((each) => each.includes('\n'))).toEqual([]);
    expect(words.filter((each) => /undefined|\[object|but $/.test(each))).toEqual([]);
  });
});

const TRIALS: readonly (readonly [trial: Trial, words: string])[] = [
  [{ kind: 'single', step: NULL }, 'a plain request to group.admin, but tagKeys is null'],
  [
    { kind: 'again', step: PLAIN, between: [NULL] },
    'the same request at the start and at the end: a plain request to group.admin; then a plain request to group.admin, but tagKeys is null; then a plain request to group.admin',
  ],
  [
    { kind: 'existence', step: step('group.admin', { set: { tagKeys: null } }), absent: 'nobody' },
    'the same about a subject that exists and about one that does not: a plain request to group.admin, but tagKeys is null; then a plain request to group.admin, but it asks about "nobody" of the game meadow-run; tagKeys is null',
  ],
  [
    { kind: 'variants', steps: [PLAIN, step('group.client')] },
    'one subject through several variants: a plain request to group.admin; then a plain request to group.client',
  ],
  [
    { kind: 'sequence', steps: [PLAIN, NULL] },
    'over one connection: a plain request to group.admin; then a plain request to group.admin, but tagKeys is null',
  ],
  [
    { kind: 'at-once', steps: Array.from({ length: 8 }, () => PLAIN) },
    `at once: ${Array.from({ length: 6 }, () => 'a plain request to group.admin; then ').join('')}and 2 more`,
  ],
  [
    { kind: 'after-odd', odd: step('group.admin', { method: 'DELETE' }), next: PLAIN },
    'after an odd request the plain one on the next connection: a plain request to group.admin, but the method is DELETE; then a plain request to group.admin',
  ],
];

describe('a trial', () => {
  test.each(TRIALS)('$kind', (trial, words) => {
    expect(trialWords(trial, MATERIAL)).toBe(words);
  });

  test('in two spellings says which is the other one', () => {
    const words = trialWords({ kind: 'spelled', step: PLAIN, spelling: 'white space' }, MATERIAL);
    expect(words).toMatch(
      /^one request in two spellings: a plain request to group\.admin; then a plain request to group\.admin, but ./,
    );
  });
});

test('requests are numbered where there are several', () => {
  expect(requestLabel({ kind: 'single', step: PLAIN }, 0)).toBe('');
  expect([0, 1].map((at) => requestLabel({ kind: 'sequence', steps: [PLAIN, NULL] }, at))).toEqual([
    '1 of 2',
    '2 of 2',
  ]);
});
