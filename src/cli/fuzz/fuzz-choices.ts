/** What a fuzz run can be asked for: its mode and time, phases and properties by name, and the list of them all. */
import type { CommandOptions } from '../options/command-register.ts';
import { TagproofError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { allAlterationNames } from '../../fuzz/trials/all-alterations.ts';
import { PHASE_NAMES, PHASES } from '../../fuzz/campaign/phases.ts';
import { PROPERTIES, PROPERTY_NAMES } from '../../fuzz/trials/properties.ts';
import { inColumns } from '../../text/columns.ts';
import { grouped } from '../../text/grouping.ts';

type FuzzCommand = CommandOptions<'fuzz'>;
type FuzzMode = NonNullable<FuzzCommand['mode']>;

/** How long a mode takes where nothing else bounds it, and whether it grows the corpus. */
export const FUZZ_MODES = {
  change: { timeMs: 10_000, grows: false },
  batch: { timeMs: 600_000, grows: true },
} as const satisfies Record<FuzzMode, { timeMs: number; grows: boolean }>;

/** Without a mode and any other bound a run takes at most this long. */
const DEFAULT_TIME_MS = 20_000;

/** The time that a run has; undefined: another bound ends it. */
export function timeFor({
  mode,
  time,
  runs,
  until,
}: Pick<FuzzCommand, 'mode' | 'time' | 'runs' | 'until'>): number | undefined {
  if (time !== undefined) return time;
  if (runs !== undefined || until !== undefined) return undefined;
  return mode === undefined ? DEFAULT_TIME_MS : FUZZ_MODES[mode].timeMs;
}

/** The rows that are named, in the table's order; all where none is. A name that the table lacks is an error. */
export function chooseNames<N extends string>(
  option: string,
  named: readonly string[] | undefined,
  table: readonly N[],
): readonly N[] {
  if (named === undefined || named.length === 0) return table;
  const wanted = new Set(named.flatMap((each) => each.split(',')).map((each) => each.trim()));
  const unknown = [...wanted].find((each) => !table.some((name) => name === each));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, table) ?? `one of: ${table.join(', ')}`;
    throw new TagproofError('usage', `${option} ${unknown}: unknown name\n${hint}`);
  }
  return table.filter((name) => wanted.has(name));
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

function alterationsByPart(): readonly string[] {
  const names = allAlterationNames(true).map((name) => name.split(' '));
  return [...grouped(names, ([part = '']) => part)].map(
    ([part, its]) => `${part}: ${its.map(([, alteration = '']) => alteration).join(', ')}`,
  );
}

export function fuzzList(): string {
  const properties = PROPERTY_NAMES.map((name) => {
    const { description, clauses } = PROPERTIES[name];
    return [name, description, clauses.join(', ')];
  });
  const phases = PHASE_NAMES.map((name) => [name, PHASES[name].description]);
  return [
    `properties (--property)\n${indented(inColumns(properties))}`,
    `phases (--phase)\n${indented(inColumns(phases))}`,
    `alterations (shared with the suite's alter:, body:, path: and wire:)\n${indented(alterationsByPart())}`,
  ].join('\n');
}
