/**
 * What the rows of a command's options ask of its words, looked at before the code that does the work is loaded: no option is
 * ignored, files to read are there, and no output replaces what is read.
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import { fileTrouble, statIfThere } from '../../base/file-trouble.ts';
import type { OptionRow } from './option.ts';

/** A command line as commander has read it. */
interface ReadWords {
  readonly command: string;
  readonly rows: readonly OptionRow[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Its arguments that may be files. */
  readonly arguments: readonly string[];
}

/** An option that switches something off: commander has it as false under the name of what it switches. */
const NEGATED = '--no-';

/** `--target-file <name>` as commander calls its value: `targetFile`. */
const keyOf = (flags: string): string =>
  flags
    .replace(/ .*/, '')
    .slice(2)
    .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');

/** Throws a usage error for the first option that the command would ignore: it needs another one, or another one excludes it. */
function refuseIgnored({ command, rows, options }: ReadWords): void {
  const has = (flag: string): boolean =>
    flag.startsWith(NEGATED)
      ? options[keyOf(`--${flag.slice(NEGATED.length)}`)] === false
      : options[keyOf(flag)] !== undefined;
  for (const { flags, needs, excludes = [] } of rows) {
    const flag = flags.replace(/ .*/, '');
    if (!has(flag)) continue;
    const other = excludes.find(has);
    if (other !== undefined)
      throw new TagproofError(
        'usage',
        `${command} ${flag}: it has no effect with ${other}\nleave one of them out`,
      );
    if (needs !== undefined && !has(needs))
      throw new TagproofError(
        'usage',
        `${command} ${flag}: it has no effect without ${needs}\nadd ${needs}, or leave ${flag} out`,
      );
  }
}

/** A target may also be a URL, or a word that is neither: reading it reports that. */
const isYamlFile = (text: string): boolean => /\.ya?ml$/.test(text) && !text.includes('://');

/** Throws a `file` error for the first file that is not there. */
function refuseMissing({ rows, options }: ReadWords): void {
  const { target } = options;
  const files = [
    ...textsIn(target).filter(isYamlFile),
    ...rows.flatMap(({ flags, file, madeBy }) =>
      file === 'read' && (madeBy === undefined || options[keyOf(madeBy)] !== true)
        ? textsIn(options[keyOf(flags)])
        : [],
    ),
  ];
  const missing = files.find((file) => statIfThere(file, 'read') === undefined);
  if (missing === undefined) return;
  throw fileTrouble(missing, Object.assign(new Error('missing'), { code: 'ENOENT' }), 'read');
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

/** `junit=FILE`; without a path it goes to standard output. */
const pathOfReporter = (text: string): readonly string[] => text.split(/=(.*)/s).slice(1, 2);

/**
 * Throws a usage error where an output would replace what the command reads, or another output. Any text that is not an output may
 * name a file that is read.
 */
function refuseOverwriting({ rows, options, arguments: words }: ReadWords): void {
  const { reporter, ...others } = options;
  const outputs = new Set(rows.filter(({ file }) => file === 'written').map(({ flags }) => keyOf(flags)));
  const textsOf = (isOutput: boolean): readonly string[] =>
    Object.entries(others).flatMap(([key, value]) => (outputs.has(key) === isOutput ? textsIn(value) : []));
  const written = [...textsIn(reporter).flatMap(pathOfReporter), ...textsOf(true)];
  if (written.length === 0) return;
  const taken = new Set([...words, ...textsOf(false)].map(identityOf));
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

/** Throws the first error that the words themselves show. */
export function checkReadWords(words: ReadWords): void {
  refuseIgnored(words);
  refuseMissing(words);
  refuseOverwriting(words);
}
