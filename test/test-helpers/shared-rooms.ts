/** Rooms whose test files share what they import: they keep nothing at module level that another test could meet, and mock no module. */
export const SHARED_ROOMS =
  'attest compare config contract coverage dialect drift embedded engine explain fuzz gate http init judge openapi probe report rules shard suite text world worldgen'.split(
    ' ',
  );
