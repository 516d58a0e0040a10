/** Independent backends in three temperaments: the whole suite, over real sockets. */
import { expect, test } from 'vitest';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { CASES, FILE, WORLD } from './test-helpers/shipped.ts';

// At once: most of the time is spent waiting for declared rates to recover.
test.concurrent.each(INDEPENDENT)(
  'the independent backend %s is not accused, and all of it is verified',
  { timeout: 300_000 },
  async (name) => {
    const result = await runOnSocket(await startIndependent(name, WORLD), {
      instances: CASES,
      declared: FILE,
    });
    expect(troubles(result)).toEqual([]);
    expect(result.totals.pass).toBe(CASES.length);
  },
);
