import { defineConfig } from 'vitest/config';
import { ALONE_DEEP } from './test/test-helpers/alone.ts';
import { SlowFirst } from './test/test-helpers/slow-first.ts';

const every = {
  setupFiles: 'test/test-helpers/setup.ts',
  env: { TAGPROOF_DEEP: '1' },
  // A slow machine is no failure; what hangs still ends.
  testTimeout: 240_000,
  // A hook may have to build.
  hookTimeout: 180_000,
  // What is to come may come late on a busy machine.
  expect: { poll: { timeout: 30_000 } },
};

/** `npm run test:deep`: the long sweeps, and in full size those that `npm test` samples (`test/test-helpers/deep.ts`). */
export default defineConfig({
  test: {
    // All of it works within the process, so that two cores halve it.
    maxWorkers: 2,
    // Concurrent tests of a file mostly wait for what hangs.
    maxConcurrency: 12,
    sequence: { sequencer: SlowFirst },
    projects: [
      { test: { name: 'alone', include: [...ALONE_DEEP], ...every } },
      {
        test: {
          name: 'shared',
          include: [
            '{src,mutants,test}/**/*.deep.test.ts',
            'test/tolerance.test.ts',
            'test/fuzz-tolerance.test.ts',
            'src/judge/judge-and-simulator.test.ts',
            'simulator/server/plain-path.test.ts',
            'src/http/curl/curl.test.ts',
            'src/http/secrets/mask.test.ts',
            'src/cli/{outputs-over-inputs,commands/hostile-records}.test.ts',
            'test/{setup-faults,hostile-replies}.test.ts',
            'src/fuzz/failures/case-of-failure.test.ts',
            'src/fuzz/failures/simpler-trials.test.ts',
          ],
          exclude: [...ALONE_DEEP],
          isolate: false,
          ...every,
        },
      },
    ],
  },
});
