/** A backend whose target file declares each of its choices is not accused for any of them, whichever they are. */
import { expect, test } from 'vitest';
import { answersOf } from '../simulator/choices-in-pairs.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { COMBINATIONS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

const world = readTargetFile('fixtures/world.yaml', {});
/** Cases of rate and sessions want real time, and have no accepted option. */
const instances = expand(loadSuite(['suites'])).filter(({ from }) => from.written.alone !== true);

test.each(COMBINATIONS.map((combination, index) => [index + 1, combination] as const))(
  'dialect %i, declared, is not accused',
  async (_, combination) => {
    const result = await runInProcess({
      instances,
      served: world,
      dialect: completeDialect(answersOf(combination)),
      simulator: simulatorOf(combination),
    });
    expect(troubles(result).filter((line) => !line.startsWith('skip'))).toEqual([]);
  },
);
