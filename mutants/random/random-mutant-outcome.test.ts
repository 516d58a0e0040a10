import { describe, expect, test } from 'vitest';
import {
  killedWords,
  randomCountsOf,
  randomEndingOf,
  type Kill,
  type RandomMutantOutcome,
} from './random-mutant-outcome.ts';
import { mutantOf } from './test-helpers/mutants.ts';

const mutant = mutantOf();
const row = { file: mutant.file, context: mutant.context, because: 'it is the same' };
const mutantOutcome = (kill: Kill | undefined, isEquivalent = false): RandomMutantOutcome => ({
  mutant,
  kill,
  equivalent: isEquivalent ? row : undefined,
  reached: true,
  ms: 1,
});
const byRun: Kill = { by: 'run', setting: 'plain', caseId: 'a/b@group.admin', clause: '1/json' };
const byFuzz: Kill = { by: 'fuzz', seed: 2, property: 'allowed', clause: '1/json' };

describe('a mutant ends', () => {
  test.each<readonly [ending: string, kill: Kill | undefined, isEquivalent: boolean]>([
    ['run', byRun, false],
    ['run', { by: 'outage', during: 'run' }, false],
    ['run', { by: 'crash', during: 'start' }, false],
    ['run', { by: 'hang', during: 'run' }, false],
    ['fuzz', byFuzz, false],
    ['fuzz', { by: 'hang', during: 'fuzz' }, false],
    ['fuzz', { by: 'outage', during: 'fuzz' }, false],
    ['equivalent', undefined, true],
    ['missed', undefined, false],
    ['run', byRun, true],
  ])('%s, killed by %o, in the table of equivalents: %s', (ending, kill, isEquivalent) => {
    expect(randomEndingOf(mutantOutcome(kill, isEquivalent))).toBe(ending);
  });
});

test('counts hold each mutant once, and equivalents are not part of the share', () => {
  const counts = randomCountsOf([
    mutantOutcome(byRun),
    mutantOutcome(byRun),
    mutantOutcome(byFuzz),
    mutantOutcome(undefined),
    mutantOutcome(undefined, true),
  ]);
  expect(counts).toEqual({ sampled: 5, run: 2, fuzz: 1, equivalent: 1, missed: 1 });
  expect(killedWords(counts)).toBe('killed 3 of 4 that are not equivalent (75.0 %)');
  expect(killedWords({ run: 0, fuzz: 0, missed: 0 })).toBe('killed 0 of 0 that are not equivalent');
});
