/** The folder with the failures of the latest fuzz run, each as a file that can be replayed. */
import { parsedJson } from '../../text/parsed-json.ts';
import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { checkWritableFolder, namesIn, withFile } from '../../file-trouble.ts';
import { type Failure, failureName, slug } from '../../fuzz/failures/failure-buckets.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { writeWhole } from '../../file-in-place.ts';
import { readSource } from '../../config/yaml/source.ts';

// The list of the files that tagproof wrote into a folder of failures: only what it names may be deleted.

export const MANIFEST = 'tagproof-failures.json';
/** The ends of the names of files that tagproof writes. */
export const FAILURE = '.failure.yaml';
export const RAW = '.raw';

const isOurName = (name: string): boolean =>
  basename(name) === name && !name.includes('\\') && (name.endsWith(FAILURE) || name.endsWith(RAW));

const schema = z.strictObject({
  format: z.literal(1),
  files: z.array(
    z.strictObject({
      name: z.string().refine(isOurName, 'is not a name that tagproof gives'),
      sha256: z.string(),
    }),
  ),
});

/** A file as it was written. */
type ListedFile = z.infer<typeof schema>['files'][number];

export function listed(name: string, content: string | Uint8Array): ListedFile {
  return { name, sha256: createHash('sha256').update(content).digest('hex') };
}

function corrupt(path: string, what: string): TagproofError {
  return new TagproofError(
    'file',
    `${path}: is not the list of files that tagproof wrote here: ${what}\nnothing was deleted; remove that file, or name another folder`,
  );
}

function parsed(path: string, text: string): z.infer<typeof schema> {
  const json = parsedJson(text);
  if (json === undefined) throw corrupt(path, 'it is not valid JSON');
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw corrupt(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`);
}

/** What tagproof wrote into a folder before; undefined: the folder has no list. TagproofError('file') where the list is corrupt. */
function readManifest(folder: string): readonly ListedFile[] | undefined {
  const path = join(folder, MANIFEST);
  const there = withFile(path, 'read', () => lstatSync(path, { throwIfNoEntry: false }));
  if (there === undefined) return undefined;
  if (!there.isFile()) throw corrupt(path, 'it is not a regular file');
  return parsed(path, readSource(path).text).files;
}

/** Writes the list to a draft, then renames it: no reader sees half of it. An empty list is removed. */
function writeManifest(folder: string, files: readonly ListedFile[]): void {
  const path = join(folder, MANIFEST);
  if (files.length === 0) return rmSync(path, { force: true });
  writeWhole(path, `${JSON.stringify({ format: 1, files }, null, 2)}\n`);
}

/** Whether a file is still the regular file that was written: what is changed, or a link, is the user's. */
function isUnchanged(folder: string, { name, sha256 }: ListedFile): boolean {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return listed(name, readFileSync(path)).sha256 === sha256;
}

function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof TagproofError) throw error;
    const { message } = error as Error;
    throw new TagproofError(
      'file',
      `${path}: can't be written: ${message}\nmake it a folder that you may write to`,
    );
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Refuses a path that can't hold failures before the run: after it, the findings would be lost. */
export function checkFailureFolder(option: string, path: string | undefined): void {
  if (path === undefined) return;
  checkWritableFolder(option, path);
  readManifest(path);
}

/** File systems may ignore case. */
const folded = (name: string): string => name.toLowerCase();

/** Names its files before they are written, so that a report can name them. It never takes the name of a file that it did not write. */
export class FailureFolder {
  readonly #folder: string;
  /** The names by what they are for. */
  readonly #names = new Map<string, string>();
  #earlier: readonly ListedFile[] | undefined;
  #taken: Set<string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a failure. */
  fileOf(failure: Failure): string {
    return this.#named(slug(failureName(failure)), FAILURE);
  }

  /** The file with the bytes of one of its requests. */
  rawFileOf(failure: Failure, request: number): string {
    return this.#named(`${slug(failureName(failure))}-${request + 1}`, RAW);
  }

  /**
   * Writes these files, by their paths, and removes those that an earlier run wrote here: only what the folder's own list names
   * and that is unchanged is deleted.
   */
  replace(files: ReadonlyMap<string, string | Uint8Array>): void {
    writing(this.#folder, () => {
      const earlier = this.#own();
      if (files.size === 0 && !isFolder(this.#folder)) return;
      mkdirSync(this.#folder, { recursive: true });
      const news = [...files].map(([path, content]) => ({ path, content }));
      const list = news.map(({ path, content }) => listed(basename(path), content));
      if (list.length === 0 && readManifest(this.#folder) === undefined) return;
      // Whatever ends this half-way, the list names all that tagproof wrote.
      writeManifest(this.#folder, [...earlier, ...list]);
      for (const each of earlier) if (isUnchanged(this.#folder, each)) rmSync(join(this.#folder, each.name));
      for (const { path, content } of news) writeFileSync(path, content, { flag: 'wx' });
      writeManifest(this.#folder, list);
    });
  }

  /** What an earlier run wrote here, and is as it was. */
  #own(): readonly ListedFile[] {
    this.#earlier ??= isFolder(this.#folder)
      ? (readManifest(this.#folder) ?? []).filter((each) => isUnchanged(this.#folder, each))
      : [];
    return this.#earlier;
  }

  #named(stem: string, end: string): string {
    const known = this.#names.get(`${stem}${end}`);
    const name = known ?? this.#freeName(stem, end);
    this.#names.set(`${stem}${end}`, name);
    return join(this.#folder, name);
  }

  #freeName(stem: string, end: string): string {
    const taken = (this.#taken ??= this.#foreign());
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number === 1 ? '' : `-${number}`}${end}`;
      if (taken.has(folded(name))) continue;
      taken.add(folded(name));
      return name;
    }
  }

  /** The names of all that stays in the folder. */
  #foreign(): Set<string> {
    const own = new Set(this.#own().map(({ name }) => name));
    const all = isFolder(this.#folder) ? namesIn(this.#folder) : [];
    return new Set(all.filter((name) => !own.has(name)).map(folded));
  }
}
