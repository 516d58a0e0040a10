import { defineConfig } from 'vitest/config';
import { ALONE } from './test/test-helpers/alone.ts';
import { SlowFirst } from './test/test-helpers/slow-first.ts';

const TESTS = '{src,simulator,mutants,test}/**/*.test.ts';
const DEEP = '**/*.deep.test.ts';

const every = {
  setupFiles: 'test/test-helpers/setup.ts',
  testTimeout: 60_000,
  // A hook may have to build.
  hookTimeout: 120_000,
  // What is to come may come late on a busy machine.
  expect: { poll: { timeout: 30_000 } },
};

/** `npm test`: everything but the long sweeps of `*.deep.test.ts`, which `npm run test:deep` adds. */
export default defineConfig({
  test: {
    // vitest takes one worker on two cores; two halve the time.
    maxWorkers: 2,
    // Tests that run side by side wait for servers and other processes.
    maxConcurrency: 20,
    // What is compiled is kept in node_modules, by its content: the next run imports in a third of the time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFirst },
    projects: [
      { test: { name: 'alone', include: [...ALONE], ...every } },
      { test: { name: 'shared', include: [TESTS], exclude: [DEEP, ...ALONE], isolate: false, ...every } },
    ],
  },
});
