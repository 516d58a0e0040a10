/** What counts as a kill, on simulators that are sound, wrong everywhere, or wrong in one way. */
import { describe, expect, test } from 'vitest';
import { answering } from '../alterations/answers.ts';
import type { Alter, Mutant } from '../defects/mutant.ts';
import { refusal } from '../../simulator/answer/answer.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import type { RegisteredClause } from '../../src/spec/clause-register.ts';
import { benchOf } from './bench.ts';
import { runMutant, type MutantOutcome } from './run-mutant.ts';

const instances = expand(loadSuite(['suites/7.3-member-checks.yaml', 'suites/1-service.yaml']));
const bench = benchOf(readTargetFile('fixtures/world.yaml', {}), instances, completeDialect());
const never = new AbortController().signal;

const mutantOutcomeOf = (clause: RegisteredClause, alter: Alter, framing?: true): Promise<MutantOutcome> => {
  const mutant: Mutant = {
    name: 'tried',
    clause,
    description: 'is tried',
    alter,
    ...(framing === true && { framing }),
  };
  return runMutant(mutant, bench, never);
};

const crash: Alter = answering(() => refusal('InternalServerError', 'out of order'));

describe('a hunt', () => {
  test('does not count a crash of everything as a kill of a clause that no finding names', async () => {
    const { kill, noticed } = await mutantOutcomeOf('7.3/known', crash);
    expect(kill).toBeUndefined();
    expect(noticed?.finding.kind).toBe('wrong-outcome');
  });

  test('ends with a finding of the right clause, though others were met before', async () => {
    const { kill } = await mutantOutcomeOf('7.3/number-must-int', crash);
    expect(kill?.caseId).toMatch(/^member\/number-fraction@/);
  });
});
