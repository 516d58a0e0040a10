/** Test files that mock a module, which another file may have loaded already: each has a process of its own. All others share what they import. */
export const ALONE: readonly string[] = [
  'src/run/suite/waits.test.ts',
  'src/run/send/outage.test.ts',
  'src/run/send/preflight.test.ts',
];

/** Those of the deep run. */
export const ALONE_DEEP: readonly string[] = [
  'test/fronts.deep.test.ts',
  'test/undeclared-limits.deep.test.ts',
];
