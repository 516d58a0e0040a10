/** Work that must not overlap. */

/** Does a piece of work when its turn has come. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does one piece of work after the other, in the order in which they were handed over. */
export function oneAtATime(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
