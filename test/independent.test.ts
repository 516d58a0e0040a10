/** Backends that nobody of this project wrote, in three temperaments: the whole suite, over real sockets. */
import { describe, expect, test } from 'vitest';
import { believed } from '../src/dialect/dialect.ts';
import type { CaseFinished } from '../src/run/events.ts';
import { run } from '../src/run/run.ts';
import { expand } from '../src/suite/instance.ts';
import { loadSuite } from '../src/suite/load-suite.ts';
import { readTargetFile } from '../src/target/read-target-file.ts';
import { openTransport } from '../src/wire/open-transport.ts';
import { secretFinderOf } from '../src/wire/secret-finder.ts';
import { vaultOf } from '../src/wire/secrets.ts';
import { troubles } from './test-helpers/in-process-run.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';

const WORLD = 'fixtures/world.yaml';
const world = readTargetFile(WORLD, {});
const instances = expand(loadSuite(['suites']));

describe('an independent backend', () => {
  // At once: most of the time is spent waiting for declared rates to recover.
  test.concurrent.each(INDEPENDENT)(
    '%s is not accused, and all of it is verified',
    { timeout: 60_000 },
    async (name) => {
      const baseUrl = await startIndependent(name, WORLD);
      const vault = vaultOf(world.secrets);
      const settings = { headers: [], timeoutMs: 20_000, connections: 8, maxReplyBytes: 2 ** 25 };
      const transport = openTransport({ baseUrl, vault, settings });
      const cases: CaseFinished[] = [];
      const { totals } = await run({
        instances,
        facts: {
          world: world.world,
          extensions: world.extensions,
          provocations: world.provoke,
          dialect: believed(),
        },
        transport,
        sight: {
          mask: (text) => text,
          secretIn: secretFinderOf(vault),
          curl: () => '',
          secret: (secret) => secret,
        },
        target: name,
        fresh: true,
        warnings: [],
        concurrency: 8,
        rate: undefined,
        maxTimeMs: undefined,
        failFast: false,
        signal: new AbortController().signal,
        emit: (event) => {
          if (event.kind === 'case-finished') cases.push(event);
        },
        at: new Date(0),
      });
      await transport.close();
      expect(troubles({ totals, cases })).toEqual([]);
      expect(totals.pass).toBe(instances.length);
    },
  );
});
