/** The seed kit: backends that hold nothing else are not accused, and what it can't show is what no entity could. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { folder } from '../src/cli/test-helpers/captured.ts';
import { onOneEndpoint } from './test-helpers/deep.ts';
import { runOnSocket, troubles } from './test-helpers/in-process-run.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { filledKit } from './test-helpers/seed-kit.ts';
import { CASES as instances } from './test-helpers/shipped.ts';

const WORLD = join(folder(), 'filled.yaml');
writeFileSync(WORLD, filledKit());
const declared = readTargetFile(WORLD, {});

/** What no entity can show: limits, members that are no part of the document, and failures that the file says how to provoke. */
const BEYOND = /limits|size limit|extensions|\(provoke\)/;

// One of them meets every case on each endpoint, the others on one.
test.concurrent.each(INDEPENDENT)(
  'the independent backend %s, which holds the kit alone, is not accused',
  { timeout: 300_000 },
  async (name) => {
    const isWhole = name === 'minimal';
    const { cases, finished, ...result } = await runOnSocket(await startIndependent(name, WORLD), {
      instances: isWhole ? instances : onOneEndpoint(instances, INDEPENDENT.indexOf(name)),
      declared,
    });
    const skipped = cases.filter(({ verdict }) => verdict === 'skip');
    expect(troubles({ cases, finished, ...result }).filter((line) => !BEYOND.test(line))).toEqual([]);
    expect(skipped.map(({ reason }) => reason ?? '').filter((reason) => !BEYOND.test(reason))).toEqual([]);
    if (!isWhole) return;
    expect(finished.cells?.verified).toBeGreaterThan(0.8 * (finished.cells?.mustCells ?? Infinity));
  },
);
