/** Options that have an effect only with another one, or only without it: where they would be ignored they are refused. */
import { TagproofError } from '../../errors.ts';

interface Row {
  readonly command: string;
  readonly option: string;
  /** The option that it needs. */
  readonly beside?: string;
  /** The option with which it would be ignored. */
  readonly without?: string;
}

const ROWS: readonly Row[] = [
  { command: 'run', option: '--wait-for-start', beside: '--target' },
  { command: 'run', option: '--min-coverage', without: '--shard' },
  { command: 'run', option: '--fail-on-unverified', without: '--shard' },
  { command: 'run', option: '--requirements', without: '--shard' },
  { command: 'run', option: '--update-lock', without: '--shard' },
  { command: 'merge', option: '--update-lock', beside: '--dialect-lock' },
  { command: 'run', option: '--update-lock', beside: '--dialect-lock' },
  { command: 'fuzz', option: '--wait-for-start', beside: '--target' },
  ...['simulate', 'exec'].flatMap((command): readonly Row[] => [
    { command, option: '--control-token', without: '--no-control' },
    { command, option: '--control-host', without: '--no-control' },
    { command, option: '--no-isolation', beside: '--serve' },
    { command, option: '--cert', beside: '--key' },
    { command, option: '--key', beside: '--cert' },
  ]),
  { command: 'probe', option: '--wait-for-start', beside: '--target' },
  { command: 'list', option: '--target', beside: '--lint' },
  { command: 'list', option: '--world', beside: '--lint' },
  { command: 'list', option: '--only', without: '--lint' },
  { command: 'list', option: '--skip', without: '--lint' },
  { command: 'list', option: '--count', without: '--lint' },
  { command: 'mutants', option: '--seed', beside: '--fuzz' },
  { command: 'mutants', option: '--runs', beside: '--fuzz' },
  { command: 'mutants', option: '--full', without: '--fuzz' },
  { command: 'mutants', option: '--full', without: '--target-file' },
];

/** An option that switches something off: commander has it as false under the name of what it switches. */
const NEGATED = '--no-';

/** `--target-file` as commander calls its value: `targetFile`. */
const keyOf = (option: string): string =>
  option.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Throws a usage error for the first option that the command would ignore. */
export function refuseLonely(command: string, options: Readonly<Record<string, unknown>>): void {
  const has = (option: string): boolean =>
    option.startsWith(NEGATED)
      ? options[keyOf(`--${option.slice(NEGATED.length)}`)] === false
      : options[keyOf(option)] !== undefined;
  const wrong = ROWS.find(
    ({ command: of, option, beside, without }) =>
      of === command &&
      has(option) &&
      ((beside !== undefined && !has(beside)) || (without !== undefined && has(without))),
  );
  if (wrong === undefined) return;
  const { option, beside, without } = wrong;
  throw new TagproofError(
    'usage',
    beside === undefined
      ? `${command} ${option}: it has no effect with ${without}\nleave one of them out`
      : `${command} ${option}: it has no effect without ${beside}\nadd ${beside}, or leave ${option} out`,
  );
}
