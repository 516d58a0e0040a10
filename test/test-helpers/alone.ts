/** Test files that mock a module, which another file may have loaded already: each has a process of its own. All others share what they import. */
export const ALONE: readonly string[] = [
  'src/run/waits.test.ts',
  'src/engine/outage.test.ts',
  'src/engine/preflight.test.ts',
];
