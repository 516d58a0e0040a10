/** Something wrong with the set-up rather than with the backend. */
import type { DeclaredPlace } from '../../config/target-file/target-file.ts';

export interface SetupFault {
  /** What in the file it is about, for its place; undefined: the target as a whole. */
  readonly about: DeclaredPlace | undefined;
  /** What is wrong, in one line. */
  readonly message: string;
  /** What it may be, and what to do. */
  readonly hint: string;
}
