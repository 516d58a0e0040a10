/** The one error of tagproof: everything that a user can fix. Only bugs throw anything else. */

/** Each code belongs to one exit code of the command line. */
export const ERROR_EXITS = {
  /** The command line is wrong. */
  usage: 2,
  /** A file can't be read or says something impossible. */
  file: 2,
  /** A selection or a suite holds nothing to run. */
  'nothing-selected': 2,
  /** A port can't be listened on. */
  port: 2,
  /** The target file does not fit the target: a wrong key, another environment. Nothing was judged. */
  setup: 3,
  /** The target could not be reached, or stopped answering. */
  unreachable: 3,
} as const satisfies Record<string, number>;

type FaultCode = keyof typeof ERROR_EXITS;

export class TagproofError extends Error {
  readonly code: FaultCode;

  /** `message` says what is wrong, where, and what to do; it may have several lines. */
  constructor(code: FaultCode, message: string) {
    super(message);
    this.name = 'TagproofError';
    this.code = code;
  }

  /** The same error with its text changed; any other error is a bug, whose text helps to find it. */
  static changed(error: unknown, change: ((text: string) => string) | undefined): unknown {
    return error instanceof TagproofError && change !== undefined
      ? new TagproofError(error.code, change(error.message))
      : error;
  }
}
