/** The files that a command line names, looked at before the code that reads or writes them is loaded. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { fileTrouble, statIfThere } from '../../file-trouble.ts';

/** The options whose value is a file to read. */
const READ = ['world', 'dialect', 'from', 'baseline'] as const;

/** A target may also be a URL, or a word that is neither: reading it reports that. */
const isYamlFile = (text: string): boolean => /\.ya?ml$/.test(text) && !text.includes('://');

/** Throws a `file` error for the first file that is not there. */
export function refuseMissing(options: Readonly<Record<string, unknown>>): void {
  const { target } = options;
  const files = [
    ...(typeof target === 'string' && isYamlFile(target) ? [target] : []),
    ...READ.flatMap((name) => options[name] ?? []).filter((file) => typeof file === 'string'),
  ];
  const missing = files.find((file) => statIfThere(file, 'read') === undefined);
  if (missing === undefined) return;
  throw fileTrouble(missing, Object.assign(new Error('missing'), { code: 'ENOENT' }), 'read');
}

/** The options whose value is a file to write. Whatever else names a file is read. */
const WRITTEN = new Set(['out', 'output', 'statement', 'state']);

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

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');

/** Throws a usage error where an output would replace what the command reads, or another output. `words`: its arguments. */
export function refuseOverwriting(
  { reporter, ...options }: Readonly<Record<string, unknown>>,
  words: readonly string[],
): void {
  const named = Object.entries(options);
  const written = [
    ...textsIn(reporter).flatMap(pathOfReporter),
    ...named.flatMap(([name, value]) => (WRITTEN.has(name) ? textsIn(value) : [])),
  ];
  if (written.length === 0) return;
  const read = [...words, ...named.flatMap(([name, value]) => (WRITTEN.has(name) ? [] : textsIn(value)))];
  const taken = new Set(read.map(identityOf));
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
