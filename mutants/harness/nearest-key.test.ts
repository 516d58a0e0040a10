/** With a file that has no key with all rules but one, the nearest key still shows which rule a backend asks for. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTargetSource } from '../../src/world/target-file/read-target-file.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import { MUTANTS } from '../defects/mutants.ts';
import { benchOf } from './bench.ts';
import { runMutant } from './run-mutant.ts';

const ALL_BUT = /^    - name: all-but-[^]*?\]\n/gm;

test.each(['rules-compared-by-prefix', 'any-rule-of-resource', 'permission-stays-with-key'])(
  '%s',
  async (name) => {
    const text = readFileSync('fixtures/world.yaml', 'utf8').replaceAll(ALL_BUT, '');
    const file = readTargetSource({ file: 'fixtures/world.yaml', text }, {});
    expect(file.world.secretKeys.filter((key) => key.name.startsWith('all-but'))).toEqual([]);
    const mutant = MUTANTS.find((each) => each.name === name);
    if (mutant === undefined) throw new Error(`no mutant ${name}`);
    const instances = expand(loadSuite(['suites/4.1-endpoints.yaml']));
    const { kill } = await runMutant(
      mutant,
      benchOf(file, instances, completeDialect()),
      new AbortController().signal,
    );
    expect(kill?.caseId).toMatch(/^rule\/all-but-own@/);
  },
);
