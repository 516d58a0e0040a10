import { defineConfig } from 'vitest/config';
import { SHARED_ROOMS } from './test/test-helpers/shared-rooms.ts';

const SHARED = `src/{${SHARED_ROOMS.join()}}/**/*.test.ts`;
const DEEP = '**/*.deep.test.ts';

const timeouts = {
  testTimeout: 60_000,
  // A hook may have to build.
  hookTimeout: 120_000,
};

/** `npm test`: everything but the long sweeps of `*.deep.test.ts`, which `npm run test:deep` adds. */
export default defineConfig({
  test: {
    // vitest takes one worker on two cores; two halve the time.
    maxWorkers: 2,
    projects: [
      { test: { name: 'rooms', include: [SHARED], exclude: [DEEP], isolate: false, ...timeouts } },
      {
        test: {
          name: 'doors',
          include: ['{src,simulator,mutants,test}/**/*.test.ts'],
          exclude: [SHARED, DEEP],
          ...timeouts,
        },
      },
    ],
  },
});
