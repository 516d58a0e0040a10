/** Refusals of the control API. All have one shape: `{ error: { code, problems: [{ message, at }] } }`. */

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
  /** A value is taken. */
  conflict: 409,
  'too-large': 413,
  /** A bound of the simulator is reached, for instance the number of faults. */
  'too-many': 429,
  internal: 500,
} as const satisfies Record<string, number>;

type ControlCode = keyof typeof CONTROL_STATUSES;

/** One thing that is wrong, and where. */
export interface ControlProblem {
  readonly message: string;
  /** `tags[1].key`, `query limit`, `header Host`, `line 3, column 7`. */
  readonly at: string;
}

/** The most problems that are listed. */
export const MAX_LISTED = 20;

/** A request to the control API that was refused; nothing was changed. */
export class ControlError extends Error {
  readonly code: ControlCode;
  /** All that is wrong: one thing or more. */
  readonly problems: readonly ControlProblem[];

  constructor(code: ControlCode, ...problems: readonly ControlProblem[]) {
    super(problems[0]?.message);
    this.name = 'ControlError';
    this.code = code;
    this.problems = problems.slice(0, MAX_LISTED);
  }
}

export const refusedFor = (code: ControlCode, message: string, at: string): ControlError =>
  new ControlError(code, { message, at });

export function notFound(what: string, id: string, at: string): ControlError {
  const list = at.startsWith('path') ? 'the path without the id' : '/world';
  return refusedFor('not-found', `no ${what} ${JSON.stringify(id)}; GET ${list} lists what there is`, at);
}
