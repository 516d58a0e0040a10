/** What the words of a command show before the code that does the work is loaded: an option that would be ignored, an output over an input. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import type { OptionRow, OptionRows } from './option.ts';
import type { WantedReport } from '../../world/target-file/report-word.ts';

/** Values by the names of options and arguments. */
export type Values = Readonly<Record<string, unknown>>;

/** An option as it is written: `--target`. */
export const flagOf = ({ flags }: OptionRow): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Throws a usage error for the first option that the command would ignore without another one. */
export function refuseIgnored(command: string, rows: OptionRows, values: Values): void {
  for (const [name, row] of Object.entries(rows)) {
    const needed = rows[row.needs ?? ''];
    if (values[name] === undefined || needed === undefined || values[row.needs ?? ''] !== undefined) continue;
    const [flag, other] = [flagOf(row), flagOf(needed)];
    throw new TagproofError(
      'usage',
      `${command} ${flag}: it has no effect without ${other}\nadd ${other}, or leave ${flag} out`,
    );
  }
}

/** The same for all names of one file: other spellings, symbolic and hard links. */
function identityOf(path: string): string {
  try {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (there !== undefined) return `${there.dev}:${there.ino}`;
    return join(realpathSync(dirname(resolve(path))), basename(path));
  } catch {
    return resolve(path);
  }
}

const textsIn = (values: readonly unknown[]): readonly string[] =>
  values.flat().filter((each): each is string => typeof each === 'string' && each !== '');

/** Throws a usage error where an output would replace another one, or what is read: any text that is no output may name that. */
export function refuseOverwriting(rows: OptionRows, { reporter = [], ...values }: Values): void {
  const [outputs, others] = [true, false].map((writes) =>
    textsIn(
      Object.keys(values).flatMap((name) => ((rows[name]?.writes === true) === writes ? values[name] : [])),
    ),
  );
  const reports = (reporter as readonly WantedReport[]).map(({ path }) => path);
  const written = [...textsIn(reports), ...(outputs ?? [])];
  const taken = new Set(written.length === 0 ? [] : others?.map(identityOf));
  for (const path of written) {
    const identity = identityOf(path);
    if (taken.has(identity))
      throw new TagproofError(
        'usage',
        `${path}: the command reads this file, or writes something else to it, so it can't be written here\ngive each output a file of its own`,
      );
    taken.add(identity);
  }
}
