/** An option or an argument of a command as a row: its type, what commander reads and what the help says derive from the row. */
import { Argument, Option } from 'commander';
import { notEmpty } from './values.ts';

type Reader<T = unknown> = (text: string) => T;

/** What only some options have. */
interface More {
  /** The heading below which the help lists it; left out: with the everyday ones. */
  readonly group?: string;
  /** It may be given several times, and its value is a list; a reader that gives lists adds to one. */
  readonly repeats?: true;
  /** The text that is read where the option is left out. */
  readonly default?: string;
  /** The option without which it would be ignored. */
  readonly needs?: string;
  /** The options that can't be given together with it. */
  readonly conflicts?: readonly string[];
  /** Its value names a file that is written. */
  readonly writes?: true;
}

export interface OptionRow extends More {
  /** As the help shows it: `-t, --target <url|file>`; a switch: `--write`, `--no-control`; an argument: `<name>`, `[port]`, `<file...>`. */
  readonly flags: string;
  readonly help: string;
  /** Reads the text of its value. */
  readonly read: Reader;
}

/** A row; without a reader its value is any text that is not empty. */
export const option = <const F extends string, T = string, const M extends More = object>(
  flags: F,
  help: string,
  read: Reader<T> = notEmpty as Reader<T>,
  more: M = {} as M,
): { readonly flags: F; readonly help: string; readonly read: Reader<NoInfer<T>> } & NoInfer<M> => ({
  flags,
  help,
  read,
  ...more,
});

/** Options or arguments by the names that their values have. */
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** The same options below a heading of the help. */
export const grouped = <O extends OptionRows>(group: string, rows: O): O =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, group }])) as unknown as O;

type ReadBy<R> = R extends { readonly read: Reader<infer T> } ? T : string;
type ItemOf<T> = T extends readonly (infer I)[] ? I : T;
type ListRow = { readonly repeats: true } | { readonly flags: `${string}...${string}` };
type ValueOf<R> = R extends { readonly flags: `${string}${'<' | '['}${string}` }
  ? R extends ListRow
    ? readonly ItemOf<ReadBy<R>>[]
    : ReadBy<R>
  : boolean;
/** Options and arguments whose value is always there. */
type Always = { readonly default: string } | { readonly flags: `--no-${string}` | `<${string}` };
type AlwaysIn<O> = { [K in keyof O]: O[K] extends Always ? K : never }[keyof O];

/** The values of these options and arguments by their names. */
export type ValuesOf<O> = { readonly [K in AlwaysIn<O>]: ValueOf<O[K]> } & {
  readonly [K in Exclude<keyof O, AlwaysIn<O>>]?: ValueOf<O[K]>;
};

/** Gives each value, or adds it to those before it. */
const reading =
  (read: Reader, gathers: boolean) =>
  (text: string, before: unknown): unknown =>
    gathers ? [before ?? [], read(text)].flat() : read(text);

export function commanderOption({ read, ...row }: OptionRow): Option {
  const made = new Option(row.flags, row.help).conflicts([...(row.conflicts ?? [])]);
  if (made.required) made.argParser(reading(read, row.repeats === true));
  if (row.default !== undefined) made.default(read(row.default), row.default);
  return row.group === undefined ? made : made.helpGroup(row.group);
}

export function commanderArgument({ flags, help, read, ...row }: OptionRow): Argument {
  const made = new Argument(flags, help);
  if (row.default !== undefined) made.default(read(row.default), row.default);
  return made.argParser(reading(read, made.variadic));
}
