import { expect, test } from 'vitest';
import { exhaustiveTrials, plainTrials } from './fixed-trials.ts';
import type { Step } from './step.ts';
import { INPUTS, step } from '../test-helpers/made.ts';
import { stepWords, requestLabel, trialWords } from './trial-words.ts';
import { concurrent, equivalent, related, sequence, single, variants, type Trial } from './relations.ts';

const PLAIN = step('group.admin');
const NULL = step('group.admin', { set: { tagKeys: null } });

const STEPS: readonly Step[] = [
  PLAIN,
  NULL,
  step('group.admin', {}, { key: 'roaming-admin' }),
  step('group.admin', {}, { key: undefined }),
  step('group.client', {}, { token: 'bob', id: 'nobody' }),
  step('group.admin', {}, { id: 'a"b\n' }),
  step('group.admin', { headers: { alter: { 'Auth-Token': 'prototype-name' } } }),
  step('group.admin', {
    headers: { alter: { 'Secret-Key': 'bearer-before' } },
    alter: { $id: 'regex-anchored' },
  }),
  step('group.admin', { alter: { $id: 'newline-behind' } }),
  { ...PLAIN, provoke: 'OperationTimeout' },
];

const TRIALS: readonly Trial[] = [
  single(NULL),
  related('same-refusal', NULL, step('group.admin', {}, { id: 'nobody' })),
  variants([PLAIN, step('group.client')]),
  sequence([PLAIN, NULL]),
  concurrent(Array.from({ length: 8 }, () => PLAIN)),
  related('next-works', step('group.admin', { method: 'DELETE' }), PLAIN),
  equivalent(PLAIN, 'white space'),
];

test('steps and trials are described as the committed text says', async () => {
  const texts = [
    ...STEPS.map((each) => stepWords(each, INPUTS)),
    ...TRIALS.map((each) => trialWords(each, INPUTS)),
  ];
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/words.txt');
});

test('a request is described in one line of bounded length, whatever is sent', () => {
  const all = [...plainTrials(INPUTS), ...exhaustiveTrials(INPUTS)].flatMap(({ steps }) => steps);
  const words = all.map((each) => stepWords(each, INPUTS));
  expect(words.map(({ length }) => length).filter((length) => length > 640)).toEqual([]);
  expect(words.filter((each) => each.includes('\n'))).toEqual([]);
  expect(words.filter((each) => /undefined|\[object|but $| is with /.test(each))).toEqual([]);
});

test('requests are numbered if there are several', () => {
  expect(requestLabel(single(PLAIN), 0)).toBe('');
  expect([0, 1].map((at) => requestLabel(sequence([PLAIN, NULL]), at))).toEqual(['1 of 2', '2 of 2']);
});
