/** A mark is no excuse: what is left to the fuzzer is found by generated requests, judged by the rulebook. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MUTANTS } from '../../../simulator/mutants/mutants.ts';
import type { Mutant } from '../../../simulator/mutants/mutant.ts';
import { settled } from '../../dialect/dialect.ts';
import type { Request } from '../../exchange/request.ts';
import { allowedForRequest } from '../../judge/allowed-for-request.ts';
import { check } from '../../judge/check.ts';
import { arbitraryRequest, type Material } from '../../judge/test-helpers/arbitrary-request.ts';
import { readTargetFile } from '../../target/read-target-file.ts';
import { benchOf, openMutant } from './bench.ts';
import { shows } from './same-statement.ts';

const file = readTargetFile('fixtures/world.yaml', {});
/** How busy a key is, is a condition and no rule. */
const world = { ...file.world, secretKeys: file.world.secretKeys.map((key) => ({ ...key, limits: {} })) };
const material: Material = { world, extensions: file.extensions };
const dialect = settled(file.dialectAnswers);
const bench = benchOf({ ...file, world }, [], dialect);

const BLOCK = 500;
const BLOCKS = 40;

async function finds(mutant: Mutant, asked: readonly Request[]): Promise<boolean> {
  const { transport, close } = await openMutant(mutant, bench);
  for (const request of asked) {
    const { findings } = check(allowedForRequest(request, material), await transport.send(request), dialect);
    if (findings.some(({ clause }) => shows(clause, mutant.clause))) return true;
  }
  await close();
  return false;
}

describe('what is marked fuzz', () => {
  test.each(MUTANTS.filter(({ fuzz }) => fuzz === true))(
    '$name is found by generated requests',
    async (mutant) => {
      let found = false;
      for (let seed = 1; seed <= BLOCKS && !found; seed += 1)
        found = await finds(mutant, fc.sample(arbitraryRequest(material), { numRuns: BLOCK, seed }));
      expect(found).toBe(true);
    },
  );
});
