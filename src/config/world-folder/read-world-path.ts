/** A world from a file, or from all world files of a folder, read as one world. */
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { namesIn, statIfThere } from '../../file-trouble.ts';
import { isNdjson } from '../target-file/ndjson-world.ts';
import { checkTargetDocument, isSecret } from '../target-file/check-target.ts';
import { readTargetFile } from '../target-file/read-target-file.ts';
import type { TargetFile } from '../target-file/target-file.ts';
import { targetSchema, type TargetInput } from '../target-file/target-schema.ts';
import { faultsError } from '../yaml/fault.ts';
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { readSource } from '../yaml/source.ts';
import { readYaml, type Read } from '../yaml/read-yaml.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { clashes, MergedFile } from './merged-world.ts';

const isWorldFile = (name: string): boolean => /^[^.].*\.(?:ya?ml|json)$/i.test(name);

/** The files that a world at this path is made of: itself, or those of the folder in the order of their names. */
export function worldFiles(path: string): readonly string[] {
  if (statIfThere(path, 'read')?.isDirectory() !== true) return [path];
  const names = namesIn(path);
  const large = names.find(isNdjson);
  if (large !== undefined)
    throw new TagproofError(
      'file',
      `${join(path, large)}: a world in NDJSON can't be combined with the other files of a folder\nname the file, or move it elsewhere`,
    );
  const files = names.filter(isWorldFile).map((name) => join(path, name));
  if (files.length > 0) return files;
  throw new TagproofError(
    'file',
    `${path}: this folder has no world file\nput .yaml files into it, or name a file`,
  );
}

/** One document of several, whose places are those in the files. */
function joined(folder: string, parts: readonly Read<TargetInput>[]): Read<TargetInput> {
  const file = new MergedFile(parts);
  /** Asks the file that something comes from, with its path there. */
  const ask = <A>(path: YamlPath, question: (part: Located, own: YamlPath) => A): A => {
    const from = file.origin(path);
    return question(from.part, from.path);
  };
  return {
    ok: true,
    value: file.value,
    file: folder,
    at: (path, side) => ask(path, (part, own) => part.at(own, side)),
    faultAt: (path, ...about) => ask(path, (part, own) => part.faultAt(own, ...about)),
    envAt: (path) => ask(path, (part, own) => part.envAt(own)),
    envs: () => parts.flatMap((part) => part.envs()),
    sourceAt: (path) => ask(path, (part, own) => part.sourceAt(own)),
    plainAt: (path) => ask(path, (part, own) => part.plainAt(own)),
  };
}

function readFolder(folder: string, env: Env): TargetFile {
  const readings = worldFiles(folder).map((file) =>
    readYaml(readSource(file), targetSchema, { env, hide: isSecret }),
  );
  const faults = readings.flatMap((reading) => (reading.ok ? [] : reading.faults));
  if (faults.length > 0) throw faultsError(faults);
  const parts = readings.filter((reading) => reading.ok);
  const clashing = clashes(parts);
  if (clashing.length > 0) throw faultsError(clashing);
  const reading = checkTargetDocument(joined(folder, parts));
  if (!reading.ok) throw faultsError(reading.faults);
  return reading.file;
}

/** Reads the world at a path. Throws one `file` error that shows every fault with its place; of a clash with both. */
export function readWorldPath(path: string, env: Env): TargetFile {
  return statIfThere(path, 'read')?.isDirectory() === true
    ? readFolder(path, env)
    : readTargetFile(path, env);
}
