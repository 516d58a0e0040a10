/**
 * Ends helpers after a test file. Files share what they import, so that an afterAll of a helper would only follow the first of
 * them: `test/test-helpers/setup.ts`, which runs before each file, calls `endFile` after each.
 */
const ends: (() => unknown)[] = [];

export function atFileEnd(end: () => unknown): void {
  ends.push(end);
}

/** Ends what was started last first, without waiting for one after the other. */
export async function endFile(): Promise<void> {
  await Promise.all(
    ends
      .splice(0)
      .toReversed()
      .map((end) => end()),
  );
}
