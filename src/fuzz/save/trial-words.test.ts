import { describe, expect, test } from 'vitest';
import { boundaryTrials } from '../generate/boundaries.ts';
import type { Recipe } from '../generate/recipe.ts';
import { recipesOf } from '../generate/shots.ts';
import { smokeTrials } from '../generate/smoke.ts';
import { MATERIAL, recipe } from '../test-helpers/made.ts';
import { recipeWords, shotLabel, trialWords } from './trial-words.ts';
import type { Trial } from '../generate/trial.ts';

const PLAIN = recipe('group.admin');
const NULL = recipe('group.admin', { set: { tagKeys: null } });

describe('a request', () => {
  test.each<readonly [recipe: Recipe, words: string]>([
    [PLAIN, 'a plain request to group.admin'],
    [NULL, 'a plain request to group.admin, but tagKeys is null'],
    [
      recipe('group.admin', {}, { key: 'roaming-admin' }),
      'a plain request to group.admin, but the secret key is roaming-admin',
    ],
    [
      recipe('group.admin', {}, { key: undefined }),
      'a plain request to group.admin, but the secret key is none',
    ],
    [
      recipe('group.client', {}, { token: 'bob', id: 'nobody' }),
      'a plain request to group.client, but the auth token is bob; it asks about "nobody" of the game meadow-run',
    ],
    [
      recipe('group.admin', {}, { id: 'a"b\n' }),
      String.raw`a plain request to group.admin, but it asks about "a\"b\n" of the game meadow-run`,
    ],
    [
      { ...PLAIN, provoke: 'OperationTimeout' },
      'a plain request to group.admin, but with the header that provokes OperationTimeout',
    ],
  ])('%#: $1', (each, words) => {
    expect(recipeWords(each, MATERIAL)).toBe(words);
  });

  test('is told in one line of a bounded length, whatever is sent', () => {
    const all = [...smokeTrials(MATERIAL), ...boundaryTrials(MATERIAL)].flatMap(recipesOf);
    const words = all.map((each) => recipeWords(each, MATERIAL));
    expect(words.map(({ length }) => length).filter((length) => length > 640)).toEqual([]);
    expect(words.filter((each) => each.includes('\n'))).toEqual([]);
    expect(words.filter((each) => /undefined|\[object|but $/.test(each))).toEqual([]);
  });
});

const TRIALS: readonly (readonly [trial: Trial, words: string])[] = [
  [{ kind: 'single', recipe: NULL }, 'a plain request to group.admin, but tagKeys is null'],
  [
    { kind: 'again', recipe: PLAIN, between: [NULL] },
    'the same request at the start and at the end: a plain request to group.admin; then a plain request to group.admin, but tagKeys is null; then a plain request to group.admin',
  ],
  [
    { kind: 'existence', recipe: recipe('group.admin', { set: { tagKeys: null } }), absent: 'nobody' },
    'the same about a subject that exists and about one that does not: a plain request to group.admin, but tagKeys is null; then a plain request to group.admin, but it asks about "nobody" of the game meadow-run; tagKeys is null',
  ],
  [
    { kind: 'variants', recipes: [PLAIN, recipe('group.client')] },
    'one subject through several variants: a plain request to group.admin; then a plain request to group.client',
  ],
  [
    { kind: 'sequence', recipes: [PLAIN, NULL] },
    'over one connection: a plain request to group.admin; then a plain request to group.admin, but tagKeys is null',
  ],
  [
    { kind: 'at-once', recipes: Array.from({ length: 8 }, () => PLAIN) },
    `at once: ${Array.from({ length: 6 }, () => 'a plain request to group.admin; then ').join('')}and 2 more`,
  ],
  [
    { kind: 'after-odd', odd: recipe('group.admin', { method: 'DELETE' }), next: PLAIN },
    'after an odd request the plain one on the next connection: a plain request to group.admin, but the method is DELETE; then a plain request to group.admin',
  ],
];

describe('a trial', () => {
  test.each(TRIALS)('$kind', (trial, words) => {
    expect(trialWords(trial, MATERIAL)).toBe(words);
  });

  test('in two spellings says which is the other one', () => {
    const words = trialWords({ kind: 'spelled', recipe: PLAIN, spelling: 'white space' }, MATERIAL);
    expect(words).toMatch(
      /^one request in two spellings: a plain request to group\.admin; then a plain request to group\.admin, but ./,
    );
  });
});

test('requests are numbered where there are several', () => {
  expect(shotLabel({ kind: 'single', recipe: PLAIN }, 0)).toBe('');
  expect([0, 1].map((at) => shotLabel({ kind: 'sequence', recipes: [PLAIN, NULL] }, at))).toEqual([
    '1 of 2',
    '2 of 2',
  ]);
});
