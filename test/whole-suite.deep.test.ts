/** The compiled command line runs the whole suite, against the simulator that it embeds and against one in another process. */
import { beforeAll, describe, expect, test } from 'vitest';
import { lastLine } from '../src/cli/test-helpers/captured.ts';
import { buildWhereStale } from './test-helpers/built.ts';
import { tagproof } from './test-helpers/processes.ts';

beforeAll(buildWhereStale);

describe.concurrent('the whole suite', { timeout: 300_000 }, () => {
  test('--quick takes at most 1,500 requests, says what it leaves out, and calls its verdict quick', async () => {
    const run = tagproof('run', '--quick');
    expect(await run.end).toBe(0);
    expect(run.out()).toMatch(/^warning: a quick run: 6\d\d of 3\d\d\d cases/m);
    expect(run.out()).toMatch(/^PASSED: a quick run$/m);
    expect(lastLine(run.out())).toMatch(/^6\d\d passed, 0 failed, 0 warned, 0 skipped, 0 errored$/);
    expect(Number(/(\d+) requests in /.exec(run.out())?.[1])).toBeLessThanOrEqual(1500);
  });
});
