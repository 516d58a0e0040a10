/** What an experiment is and finds: rows of the four tables of the report, and how figures are written. */
import { median, medianRatio, ratios, type Measured } from '../measure/rounds.ts';
import { versionOf, type Machine } from '../measure/machine.ts';

/** The tables by their columns: what was measured, and what came out. */
export const TABLES = {
  rivals: {
    title: 'Beside other tools',
    of: ['work', 'tool'],
    measured: ['wall or pace', 'CPU', 'tagproof beside it'],
    note: 'Wall clock and CPU of whole commands, start-up included; of servers, requests for each second of their CPU. Every client asserts the status, the returnCode and every key and value of the tags, and fails where one reply is wrong; every reply of a server holds the tags.',
  },
  floors: {
    title: 'Beside the floor',
    of: ['what', 'floor', 'aim'],
    measured: ['tagproof', 'floor', 'ratio, and its range'],
    note: 'A floor does the bare work: no planning, no judging, no report, no rules of the protocol.',
  },
  growth: {
    title: 'As the work grows',
    of: ['of', 'size'],
    measured: ['wall', 'CPU', 'peak memory', 'slope of CPU'],
    note: 'Slope: how CPU grows from the size before, on logarithmic axes; 1 is linear. One run each.',
  },
  latency: {
    title: 'A backend that is some milliseconds away',
    of: ['latency', 'at once'],
    measured: ['requests', 'wall', 'ideal', 'beside the ideal'],
    note: 'The whole suite through a proxy that delays each reply. The ideal is requests x latency / concurrency, for auto with the 64 that it may come to. One run each; start-up and the waits of rate cases count.',
  },
} as const satisfies Record<string, object>;

export interface Row {
  readonly table: keyof typeof TABLES;
  /** Names the row: its cells in the columns `of`. */
  readonly of: readonly string[];
  readonly measured: readonly string[];
  /** The line of Node.js, where it is another one than that of the bench. */
  readonly node?: string;
}

export interface Context {
  readonly rounds: number;
  /** Shorter and smaller: to try the bench out, not to quote. */
  readonly quick: boolean;
  /** A folder for files that are needed while it runs. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface Outcome {
  readonly rows: readonly Row[];
  /** Ratios by a permanent name, for the README. */
  readonly values?: Readonly<Record<string, number>>;
  /** What was left out and why. */
  readonly notes?: readonly string[];
}

/** A question, and how it is measured. */
export interface Experiment {
  /** The word for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly run: (context: Context) => Promise<Outcome>;
}

/** What one command measured, as it is kept in JSON. */
export interface Results {
  readonly command: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly quick: boolean;
  /** Seconds that the whole took. */
  readonly tookS: number;
  readonly rows: readonly Row[];
  readonly values: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** As many digits as a measurement on a shared machine justifies, three at most: 0.123, 1.23, 12.3, 1,230. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1000) return Number(value.toPrecision(3)).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toPrecision(2);
}

export const seconds = (value: number): string => `${figure(value)} s`;
export const mebibytes = (value: number): string => `${figure(value)} MiB`;

/** The median of the ratios within each round, and their range. */
export function ratioText(ours: readonly number[], theirs: readonly number[]): string {
  const all = ratios(ours, theirs);
  return `${figure(median(all))} (${figure(Math.min(...all))} to ${figure(Math.max(...all))})`;
}

/** A row of the table of floors: the medians of both sides, and the ratio of ours to the floor's. */
export function besideFloor(
  of: readonly [what: string, floor: string, aim: string],
  ours: readonly number[],
  floor: readonly number[],
  write: (value: number) => string = seconds,
): Row {
  const measured = [write(median(ours)), write(median(floor)), ratioText(ours, floor)];
  return { table: 'floors', of, measured };
}

export interface Contender {
  readonly name: string;
  /** The npm package whose version is noted. */
  readonly package?: string;
  /** How it does the work. */
  readonly how?: string;
}

/** The rows of those who did the work, with the ratio of the first one's figure to theirs; a note names each other one. */
export function besideRivals<Sample>(
  work: string,
  contenders: readonly Contender[],
  measured: ReadonlyMap<string, Measured<Sample>>,
  figureOf: (sample: Sample) => number,
  write: (samples: readonly Sample[]) => readonly [pace: string, cpu: string],
): Outcome {
  const of = (name = ''): readonly number[] => measured.get(name)?.samples.map(figureOf) ?? [];
  const [us] = contenders;
  const rows: Row[] = [];
  const notes: string[] = [];
  const values: Record<string, number> = {};
  for (const each of contenders) {
    const { name, package: from, how } = each;
    const { samples = [], failed } = measured.get(name) ?? {};
    if (failed !== undefined) notes.push(`${name} is left out: ${failed}`);
    if (failed !== undefined || samples.length === 0) continue;
    const tool = from === undefined ? name : `${name} ${versionOf(from)}`;
    const beside = each === us ? '-' : ratioText(of(us?.name), of(name));
    const cells = [work, how === undefined ? tool : `${tool}, ${how}`];
    rows.push({ table: 'rivals', of: cells, measured: [...write(samples), beside] });
    values[name] = medianRatio(of(us?.name), of(name));
  }
  return { rows, notes, values };
}
