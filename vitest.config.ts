import { defineConfig } from 'vitest/config';

/** `npm test`: everything but the long sweeps of `*.deep.test.ts`, which `npm run test:deep` adds. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'simulator/**/*.test.ts', 'mutants/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.deep.test.ts'],
    // vitest takes one worker on two cores; two halve the time.
    maxWorkers: 2,
    testTimeout: 60_000,
    // A hook may have to build.
    hookTimeout: 120_000,
  },
});
