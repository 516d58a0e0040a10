/** Reading target and world files, or the dialect of one alone. */
import { z } from 'zod';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import { faultsError } from '../yaml/fault.ts';
import { readSource, SOURCE_AT_MOST, type Source } from '../yaml/source.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { checkTargetSource } from './check-target.ts';
import { dialectAnswers } from './dialect.ts';
import type { TargetFile } from './target-file.ts';
import { targetSchema } from './target-schema.ts';

/** Reads a target or world file from its text. Throws one `file` error that shows every fault. */
export function readTargetSource(source: Source, env: Env): TargetFile {
  const reading = checkTargetSource(source, env);
  if (!reading.ok) throw faultsError(reading.faults);
  return reading.file;
}

/** JSON.parse reads a text of this length; a longer one is no string of Node.js. */
const JSON_AT_MOST = 512 * 1024 * 1024;

/** Reads a target or world file. Throws one `file` error that shows every fault with its place and remedy. */
export function readTargetFile(file: string, env: Env): TargetFile {
  return readTargetSource(readSource(file, /\.json$/i.test(file) ? JSON_AT_MOST : SOURCE_AT_MOST), env);
}

/** Whatever else a target file may have, as it is; a misspelt word at the top is still a fault. */
const OTHERS = Object.fromEntries(
  Object.keys(targetSchema.shape).map((key) => [key, z.unknown().optional()]),
);
const dialectOnly = z.strictObject({ ...OTHERS, dialect: targetSchema.shape.dialect });

/** Reads the answers of a target file. Throws a `file` error where it has none, or with every fault of them. */
export function readDialect(file: string): readonly Answer[] {
  const document = readYaml(readSource(file), dialectOnly, { hasSecrets: true, kind: 'target' });
  if (!document.ok) throw faultsError(document.faults);
  const { dialect } = document.value;
  if (dialect !== undefined) return dialectAnswers(dialect);
  throw new TagproofError(
    'file',
    `${file}: it has no dialect:\nadd one by hand or with tagproof probe --write --target ${file}, or leave --dialect out`,
  );
}
