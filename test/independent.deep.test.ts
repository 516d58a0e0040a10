/** Independent backends in three temperaments: the whole suite, over real sockets. */
import { describe, expect, test } from 'vitest';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';

const WORLD = 'fixtures/world.yaml';
const declared = readTargetFile(WORLD, {});
const instances = expand(loadSuite(['suites']));

describe('an independent backend', () => {
  // At once: most of the time is spent waiting for declared rates to recover.
  test.concurrent.each(INDEPENDENT)(
    '%s is not accused, and all of it is verified',
    { timeout: 300_000 },
    async (name) => {
      const result = await runOnSocket(await startIndependent(name, WORLD), { instances, declared });
      expect(troubles(result)).toEqual([]);
      expect(result.totals.pass).toBe(instances.length);
    },
  );
});
