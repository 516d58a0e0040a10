/** Defects that show at times only: with the n-th request, or in a crowd. */

/** Counts from one; true for every n-th. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => (count += 1) % n === 0;
}

/** A request counts as one of a crowd for this many turns of the microtask queue: about as long as it takes to answer it. */
const TURNS = 8;

async function aWhile(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await undefined;
}

/** Counts the requests that come at once; the function is called with each. */
export function crowd(): () => number {
  let present = 0;
  return () => {
    present += 1;
    void aWhile().then(() => (present -= 1));
    return present;
  };
}
