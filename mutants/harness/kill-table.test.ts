import { describe, expect, test } from 'vitest';
import type { Mutant } from '../defects/mutant.ts';
import type { Fate } from './hunt.ts';
import { endingOf, rowWriter, tableEnd } from './kill-table.ts';
import type { Sighting } from './sighting.ts';

const mutant = (name: string, clause: string, fuzz?: true): Mutant => ({
  name,
  clause,
  says: `does ${name}`,
  alter: (stages) => stages,
  ...(fuzz === true && { fuzz }),
});
const sighting = (caseId: string, clause: string): Sighting => ({
  caseId,
  finding: { clause, kind: 'wrong-outcome' },
});

const right = sighting('id/one-short@group.admin', '7.3/string-min-length');
const killed: Fate = { mutant: mutant('short', '2.1/length'), kill: right, noticed: right };
const survived: Fate = {
  mutant: mutant('hidden', '1/json'),
  kill: undefined,
  noticed: sighting('reply/success@group.admin', '4.5.2/tags'),
};
const unseen: Fate = { mutant: mutant('unseen', '1/json'), kill: undefined, noticed: undefined };
const left: Fate = { mutant: mutant('rare', '1/json', true), kill: undefined, noticed: undefined };
const found: Fate = { mutant: mutant('rare', '2.1/length', true), kill: right, noticed: right };

describe('the ending of a mutant', () => {
  test.each([
    ['killed', killed],
    ['survived', survived],
    ['survived', unseen],
    ['fuzz', left],
    ['killed', found],
  ] as const)('%s', (ending, fate) => {
    expect(endingOf(fate)).toBe(ending);
  });
});

test('rows stand in columns', () => {
  const row = rowWriter([killed.mutant, survived.mutant, left.mutant]);
  expect([killed, survived, left].map(row)).toEqual([
    'short   2.1/length  id/one-short@group.admin  wrong-outcome of 7.3/string-min-length\n',
    'hidden  1/json      SURVIVED\n',
    'rare    1/json      left to the fuzzer\n',
  ]);
});

test('the end tells of survivors first, then of what is left to the fuzzer, then the counts', () => {
  expect(tableEnd([killed, left, survived, unseen], 21_300)).toBe(
    [
      '',
      'SURVIVED hidden (1/json): does hidden; only reply/success@group.admin noticed it, by a finding of 4.5.2/tags',
      'SURVIVED unseen (1/json): does unseen; no case noticed anything',
      'fuzz     rare (1/json): does rare',
      '4 mutants: 1 killed, 1 marked fuzz, 2 survived in 21.3 s',
      '',
    ].join('\n'),
  );
});
