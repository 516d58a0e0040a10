/** What an experiment found: values that budgets and the README name, tables and plots to read. */

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be known to read it. */
  readonly note?: string;
}

export interface Series {
  readonly name: string;
  /** x and y; both above 0. */
  readonly points: readonly (readonly [number, number])[];
}

/** A plot with logarithmic axes: a straight line of slope 1 is linear growth. */
export interface Plot {
  /** Its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

export interface Outcome {
  /** Medians and ratios by a permanent name: `startup.version.ratio`. */
  readonly values: Readonly<Record<string, number>>;
  readonly tables: readonly Table[];
  readonly plots?: readonly Plot[];
  /** What was left out and why, what was not reached. */
  readonly notes?: readonly string[];
}
