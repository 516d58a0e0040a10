import { defineConfig } from 'vitest/config';

/** Tests of these rooms keep nothing at module level that another test could meet, so the files of a worker share what they import. */
const SHARED =
  'src/{attest,compare,config,contract,coverage,dialect,drift,embedded,engine,explain,fuzz,gate,http,init,judge,openapi,probe,report,rules,shard,suite,text,world,worldgen}/**/*.test.ts';
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
