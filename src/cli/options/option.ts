/** An option or an argument of a command as a row: its type, its help and its checks derive from the row. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { notEmpty } from './values.ts';

interface ValueRow {
  readonly help: string;
  /** Reads the text of its value; left out: one of `choices`, or any text that is not empty. */
  readonly read?: (text: string) => unknown;
  readonly choices?: readonly string[];
}

export interface OptionRow extends ValueRow {
  /** As the help shows it: `--target <url-or-file>`; without a value it is a switch: `--write`, `--no-control`. */
  readonly flags: string;
  /** What a choice was called before, and what it is called now. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** It may be given several times, and its value is a list; a reader that gives lists adds to one. */
  readonly repeats?: true;
  readonly default?: unknown;
  /** The default as the help shows it. */
  readonly defaultText?: string;
  /** The flag without which it would be ignored. */
  readonly needs?: string;
  /** The flags with which it would be ignored. */
  readonly excludes?: readonly string[];
  /** The names of options that can't be given together with it. */
  readonly conflicts?: readonly string[];
  /** Its value names a file: one that must be there, or one that is written. */
  readonly file?: 'read' | 'written';
  /** An option with which the file that is read need not be there yet. */
  readonly madeBy?: string;
}

export interface ArgumentRow extends ValueRow {
  /** Its name among the options of the command. */
  readonly key: string;
  /** As the help shows it: `<name>`, `[url]`, `<file...>`. */
  readonly word: string;
}

type CamelCase<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : T;
type LongName<F extends string> = F extends `--no-${infer N}`
  ? N
  : F extends `--${infer N} ${string}`
    ? N
    : F extends `--${infer N}`
      ? N
      : never;

/** What one text becomes. */
type ReadBy<R> = R extends { readonly choices: readonly (infer C)[] }
  ? C
  : R extends { readonly read: (text: string) => infer T }
    ? T
    : string;
type ListOf<T> = T extends readonly unknown[] ? T : readonly T[];
type ValueOf<R> = R extends { readonly flags: `${string}<${string}` }
  ? R extends { readonly repeats: true }
    ? ListOf<ReadBy<R>>
    : ReadBy<R>
  : boolean;

/** Rows whose value is always there. */
type AlwaysGiven<R> = R extends { readonly default: unknown } | { readonly flags: `--no-${string}` }
  ? R
  : never;

type FlagsOf<R extends OptionRow> = R['flags'];
type WithFlags<R extends OptionRow, F> = Extract<R, { readonly flags: F }>;

/** The values of these options by their names: `--max-time <time>` is `maxTime`. */
export type OptionsOf<R extends OptionRow> = {
  readonly [F in FlagsOf<AlwaysGiven<R>> as CamelCase<LongName<F>>]: ValueOf<WithFlags<R, F>>;
} & {
  readonly [F in Exclude<FlagsOf<R>, FlagsOf<AlwaysGiven<R>>> as CamelCase<LongName<F>>]?: ValueOf<
    WithFlags<R, F>
  >;
};

type ArgumentValue<A extends ArgumentRow> = A extends { readonly word: `${string}...${string}` }
  ? readonly ReadBy<A>[]
  : ReadBy<A>;
/** A list is empty where it is left out. */
type OptionalKey<A extends ArgumentRow> = A extends { readonly word: `${string}...${string}` }
  ? never
  : A extends { readonly word: `[${string}` }
    ? A['key']
    : never;

/** The values of these arguments by their keys; one that may be left out is then undefined. */
export type ArgumentsOf<A extends ArgumentRow> = {
  readonly [K in Exclude<A['key'], OptionalKey<A>>]: ArgumentValue<Extract<A, { readonly key: K }>>;
} & {
  readonly [K in OptionalKey<A>]?: ArgumentValue<Extract<A, { readonly key: K }>> | undefined;
};

function oneOf(choices: readonly string[], renamed: Readonly<Record<string, string>> = {}) {
  return (text: string): string => {
    if (choices.includes(text)) return text;
    const now = Object.hasOwn(renamed, text) ? renamed[text] : undefined;
    throw new InvalidArgumentError(
      now === undefined ? `Allowed choices are ${choices.join(', ')}.` : `Did you mean ${now}?`,
    );
  };
}

const readerOf = ({
  read,
  choices,
  renamed,
}: Pick<OptionRow, 'read' | 'choices' | 'renamed'>): ((text: string) => unknown) =>
  read ?? (choices === undefined ? notEmpty : oneOf(choices, renamed));

/** Adds each value to those before it. */
const gathering =
  (read: (text: string) => unknown) =>
  (text: string, before: readonly unknown[] | undefined): readonly unknown[] =>
    [before ?? [], read(text)].flat();

export function commanderOption(row: OptionRow): Option {
  const option = new Option(row.flags, row.help);
  const read = readerOf(row);
  if (row.choices !== undefined) option.choices(row.choices);
  if (option.required && row.repeats === true) option.argParser(gathering(read));
  if (option.required && row.repeats !== true) option.argParser((text: string): unknown => read(text));
  if (row.default !== undefined) option.default(row.default, row.defaultText);
  if (row.conflicts !== undefined) option.conflicts([...row.conflicts]);
  return option;
}

export function commanderArgument(row: ArgumentRow): Argument {
  const argument = new Argument(row.word, row.help);
  const read = readerOf(row);
  if (row.choices !== undefined) argument.choices(row.choices);
  if (!argument.variadic) return argument.argParser((text: string): unknown => read(text));
  argument.argParser(gathering(read));
  return argument.required ? argument : argument.default([]);
}
