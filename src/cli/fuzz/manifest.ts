/** The list of the files that tagproof wrote into a folder of failures: only what it names may be deleted. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { TagproofError } from '../../errors.ts';
import { writeWhole } from '../../file-in-place.ts';
import { withFile } from '../../file-trouble.ts';
import { readSource } from '../../config/yaml/source.ts';

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
export type ListedFile = z.infer<typeof schema>['files'][number];

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
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw corrupt(path, 'it is not valid JSON');
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw corrupt(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`);
}

/** What tagproof wrote into a folder before; undefined: the folder has no list. TagproofError('file') where the list is corrupt. */
export function readManifest(folder: string): readonly ListedFile[] | undefined {
  const path = join(folder, MANIFEST);
  const there = withFile(path, 'read', () => lstatSync(path, { throwIfNoEntry: false }));
  if (there === undefined) return undefined;
  if (!there.isFile()) throw corrupt(path, 'it is not a regular file');
  return parsed(path, readSource(path).text).files;
}

/** Writes the list to a draft, then renames it: no reader sees half of it. An empty list is removed. */
export function writeManifest(folder: string, files: readonly ListedFile[]): void {
  const path = join(folder, MANIFEST);
  if (files.length === 0) return rmSync(path, { force: true });
  writeWhole(path, `${JSON.stringify({ format: 1, files }, null, 2)}\n`);
}

/** Whether a file is still the regular file that was written: what is changed, or a link, is the user's. */
export function isUnchanged(folder: string, { name, sha256 }: ListedFile): boolean {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return listed(name, readFileSync(path)).sha256 === sha256;
}
