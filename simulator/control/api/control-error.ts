/** Refusals of the control API. */

/** Each code belongs to one HTTP status. */
export const CONTROL_STATUSES = {
  /** The request can't be read, or says something impossible. Nothing was changed. */
  invalid: 400,
  /** The token is missing or wrong. */
  unauthorized: 401,
  /** A page of another origin asks, or the host name is not this server's. */
  forbidden: 403,
  /** There is no such route, game, player, …. */
  'not-found': 404,
  'method-not-allowed': 405,
  /** The body did not come in time. */
  timeout: 408,
  /** An id, a name or a value is taken. */
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  /** A bound of the simulator is reached, for instance the number of faults. */
  'too-many': 429,
  internal: 500,
  /** The simulator can't serve. */
  unavailable: 503,
} as const satisfies Record<string, number>;

type ControlCode = keyof typeof CONTROL_STATUSES;

/** One thing that is wrong, and where. */
export interface ControlProblem {
  readonly message: string;
  /** `tags[1].key`, `query limit`, `header Host`, `line 3, column 7`. */
  readonly at: string;
}

/** A request to the control API that was refused; nothing was changed. */
export class ControlError extends Error {
  readonly code: ControlCode;
  readonly at: string;
  /** All that is wrong, where that is more than one thing. */
  readonly problems: readonly ControlProblem[];

  constructor(code: ControlCode, message: string, at: string, problems: readonly ControlProblem[] = []) {
    super(message);
    this.name = 'ControlError';
    this.code = code;
    this.at = at;
    this.problems = problems;
  }
}

export const alreadyThere = (what: string, id: string, at: string): ControlError =>
  new ControlError('conflict', `the ${what} ${JSON.stringify(id)} is there already`, at);

/** A bound is reached: `at most 100 faults are set at a time`. */
export const tooMany = (most: number, of: string, at: string): ControlError =>
  new ControlError('too-many', `at most ${most} ${of}`, at);

export const notFound = (what: string, id: string, at: string): ControlError =>
  new ControlError('not-found', `no ${what} ${JSON.stringify(id)}`, at);
