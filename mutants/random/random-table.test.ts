import { expect, test } from 'vitest';
import type { Kill, RandomMutantOutcome } from './random-mutant-outcome.ts';
import { randomJson, randomRow, randomTableEnd } from './random-table.ts';
import { mutantOf } from './test-helpers/mutants.ts';

const mutant = mutantOf();
const mutantOutcome = (given: Partial<RandomMutantOutcome>): RandomMutantOutcome => ({
  mutant,
  kill: undefined,
  equivalent: undefined,
  reached: true,
  ms: 1200,
  ...given,
});
const killed: Kill = { by: 'run', setting: 'plain', caseId: 'a/b@group.admin', clause: '1/json' };
const because = 'a is never b';
const equivalent = { file: mutant.file, context: mutant.context, because };

test.each<readonly [said: string, given: Partial<RandomMutantOutcome>]>([
  ['run: a/b@group.admin', { kill: killed }],
  ['run: a/b@group.admin (other choices 3)', { kill: { ...killed, setting: 'other choices 3' } }],
  [
    'fuzz: allowed of 1/json, seed 2',
    { kill: { by: 'fuzz', seed: 2, property: 'allowed', clause: '1/json' } },
  ],
  ['start: crashes', { kill: { by: 'crash', during: 'start' } }],
  ['run: hangs', { kill: { by: 'hang', during: 'run' } }],
  ['fuzz: stopped answering', { kill: { by: 'outage', during: 'fuzz' } }],
  ['equivalent: a is never b', { equivalent }],
  ['MISSED', {}],
  ['MISSED, and no case reaches it', { reached: false }],
])('a row shows %s', (said, given) => {
  expect(randomRow(mutantOutcome(given))).toBe(
    `simulator/pipeline/decide/decide.ts:42  a < b -> a <= b  ${said}; 1.2 s\n`,
  );
});

test('long code is cut in a row, and shown whole where it is missed', () => {
  const long = mutantOf({ original: 'x'.repeat(100) });
  expect(randomRow(mutantOutcome({ mutant: long }))).toContain(`${'x'.repeat(59)}… -> a <= b`);
  expect(randomTableEnd([mutantOutcome({ mutant: long })], 5)).toContain(`  - ${'x'.repeat(100)}\n`);
});

test('the end lists what is missed, then the counts', () => {
  expect(
    randomTableEnd(
      [mutantOutcome({ kill: killed }), mutantOutcome({ equivalent }), mutantOutcome({})],
      61_000,
    ),
  ).toBe(
    [
      '',
      'MISSED simulator/pipeline/decide/decide.ts:42 EqualityOperator',
      '  - a < b',
      '  + a <= b',
      '3 random mutants: 1 killed by run, 0 by fuzz, 1 equivalent, 1 missed: killed 1 of 2 that are not equivalent (50.0 %); in 1 min 1 s',
      '',
    ].join('\n'),
  );
});

test('the document for machines holds no times and no names of switches', () => {
  const text = randomJson([mutantOutcome({ kill: killed }), mutantOutcome({ equivalent })], {
    seed: 4,
    of: 99,
  });
  expect(JSON.parse(text)).toEqual({
    seed: 4,
    of: 99,
    counts: { sampled: 2, run: 1, fuzz: 0, equivalent: 1, missed: 0 },
    mutants: [
      { ...withoutId(), ending: 'run', reached: true, kill: killed },
      { ...withoutId(), ending: 'equivalent', reached: true, because },
    ],
  });
});

function withoutId(): object {
  const { id: _, ...rest } = mutant;
  return rest;
}
