/** Reading suite files: cases with their places, or every fault at once. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { statIfThere, withFile } from '../../file-trouble.ts';
import { faultsError, inOrder, type Fault } from '../../config/yaml/fault.ts';
import { readSource } from '../../config/yaml/read-source.ts';
import { readYaml } from '../../config/yaml/read-yaml.ts';
import type { Source } from '../../config/yaml/source.ts';
import { caseFaults } from './case-faults.ts';
import { suiteSchema } from './case-schema.ts';
import type { PlacedCase } from './instance.ts';
import { withPairs } from './pairs.ts';
import { isShipped, SUITE_FILE } from './shipped.ts';

/** The suite files at a path: itself, or those in the folder, by their names. */
function filesAt(path: string): readonly string[] {
  const stat = statIfThere(path, 'read');
  if (stat === undefined)
    throw new TagproofError(
      'file',
      `${path}: there is no such file or folder\nname a suite file, or a folder of them`,
    );
  if (!stat.isDirectory()) return [path];
  const files = withFile(path, 'read', () => readdirSync(path))
    .filter((name) => SUITE_FILE.test(name))
    .sort()
    .map((name) => join(path, name));
  if (files.length === 0)
    throw new TagproofError('file', `${path}: no suite file (*.yaml) is in this folder`);
  return files;
}

function readCases(
  source: Source,
  shipped: boolean,
): {
  readonly cases: readonly PlacedCase[];
  readonly faults: readonly Fault[];
} {
  const read = readYaml(source, suiteSchema);
  if (!read.ok) return { cases: [], faults: read.faults };
  const { chapter } = read.value;
  const cases = read.value.cases.flatMap((whole, index) => {
    const { line, column } = read.at(['cases', index, 'id']);
    const place = { chapter, file: source.file, line, column, shipped };
    return withPairs(whole).map((written): PlacedCase => ({ written, ...place }));
  });
  const faults = read.value.cases.flatMap((written, index) => caseFaults(written, ['cases', index], read));
  return { cases, faults: inOrder(faults) };
}

function repeatedIds(cases: readonly PlacedCase[]): readonly string[] {
  const first = new Map<string, PlacedCase>();
  return cases.flatMap((placed) => {
    const other = first.get(placed.written.id);
    if (other === undefined) first.set(placed.written.id, placed);
    return other === undefined
      ? []
      : [
          `${placed.file}:${placed.line}:${placed.column}: the id "${placed.written.id}" stands already at ${other.file}:${other.line}\ngive one of them another name`,
        ];
  });
}

/** Reads sources, the user's own unless `shipped` says otherwise; throws one error of all faults. */
export function readSuite(
  sources: readonly Source[],
  shipped: (file: string) => boolean = () => false,
): readonly PlacedCase[] {
  const read = sources.map((source) => readCases(source, shipped(source.file)));
  const faults = read.flatMap((each) => each.faults);
  if (faults.length > 0) throw faultsError(faults);
  const cases = read.flatMap((each) => each.cases);
  const repeated = repeatedIds(cases);
  if (repeated.length > 0) throw new TagproofError('file', repeated.join('\n\n'));
  return cases;
}

/** Reads the suite files at these paths, in order; those of the package's own suite are marked as shipped. */
export function loadSuite(paths: readonly string[]): readonly PlacedCase[] {
  return readSuite(
    paths.flatMap(filesAt).map((file) => readSource(file)),
    isShipped,
  );
}
