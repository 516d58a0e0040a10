/** The exit codes of the command line. */
export const EXIT = {
  /** The target is conformant, or the command did its work. */
  ok: 0,
  /** A must is broken, or not verified where all are wanted. */
  broken: 1,
  /** The command, a suite or a target file is wrong, nothing was selected, or nothing could be verified. */
  usage: 2,
  /** The target could not be reached, stopped answering, or was not checked to the end. */
  unreached: 3,
  /** A fault of tagproof itself. */
  bug: 4,
  /** Ended by Ctrl-C, as shells have it; by another signal the process ends with that signal's code. */
  interrupted: 130,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];
