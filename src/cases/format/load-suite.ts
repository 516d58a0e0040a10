/** Reading suite files: cases with their places, or every fault at once. */
import { TagproofError } from '../../base/errors.ts';
import { rememberedPer } from '../../base/remembered.ts';
import { type FileFault, faultsError, inOrder } from '../../world/yaml/fault.ts';
import { readSource, type Source } from '../../world/yaml/source.ts';
import { readYaml } from '../../world/yaml/read-yaml.ts';
import { Located } from '../../world/yaml/located.ts';
import type { YamlPath } from '../../world/yaml/path.ts';
import { caseFaults } from './case-faults.ts';
import { restOfSuiteSchema, suiteSchema } from './schema/case-schema.ts';
import type { PlacedCase } from './instance.ts';
import { casesOfEntry, ownCases } from './written-cases.ts';
import { isShipped, suiteFilesAt } from './suite-files.ts';
import { compiledDigest } from '../../base/package-root.ts';
import { type CompiledCase, compiledCases, type CompiledSuite } from './compiled-suite.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface ReadCases {
  readonly cases: readonly PlacedCase[];
  readonly faults: readonly FileFault[];
  /** A fault of the id of one of these cases; left out where the file was compiled. */
  readonly idFault?: (placed: PlacedCase, message: string, hint: string) => FileFault;
}

/** A number that is written with a zero in front is an id without its quotes: as a number it would be sent without the zero. */
function bareIds(value: unknown, path: YamlPath, read: Located): readonly FileFault[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) =>
      bareIds(each, [...path, Array.isArray(value) ? Number(key) : key], read),
    );
  const source = typeof value === 'number' ? (read.textAt(path) ?? '') : '';
  if (!/^0\d/.test(source)) return [];
  return [read.faultAt(path, `unquoted, ${source} is the number ${String(value)}`, `quote it: "${source}"`)];
}

const atLine = ({ file, line, column }: PlacedCase, message: string, hint: string): FileFault => ({
  file: `${file}:${line}:${column}`,
  message,
  hint,
});

const parsedSuite = (source: Source) =>
  readYaml(source, suiteSchema, { kind: 'suite', restSchema: restOfSuiteSchema });

/** The document of a source once more, for a fault: one that is kept takes a hundred times its text. */
const readAgain = rememberedPer((source: Source): Located => {
  const again = parsedSuite(source);
  return (again.ok ? again : again.rest) ?? new Located(null, source);
});

// Not within `readCases`: closures of one function keep whatever any of them uses.
const faultsOfIds =
  (source: Source, paths: ReadonlyMap<PlacedCase, YamlPath>): NonNullable<ReadCases['idFault']> =>
  (placed, ...said) =>
    readAgain(source).faultAt(paths.get(placed) ?? [], ...said);

function readCases(source: Source, shipped: boolean): ReadCases {
  const whole = parsedSuite(source);
  const wrong = whole.ok ? [] : whole.faults;
  const read = whole.ok ? whole : whole.rest;
  if (read === undefined) return { cases: [], faults: wrong };
  const { chapter } = read.value;
  const entries = read.value.cases.map((entry, index) => ({
    entry,
    index,
    faults: [...caseFaults(entry, ['cases', index], read), ...bareIds(entry, ['cases', index], read)],
  }));
  const paths = new Map<PlacedCase, YamlPath>();
  for (const { entry, index, faults } of entries)
    // Pairs of an entry that is wrong may make cases that it does not mean.
    for (const { written, place } of faults.length > 0 ? ownCases(entry) : casesOfEntry(entry)) {
      const path = ['cases', index, ...place, 'id'];
      const { line, column } = read.at(path);
      paths.set({ written, chapter, file: source.file, line, column, shipped }, path);
    }
  return {
    cases: [...paths.keys()],
    faults: inOrder([...wrong, ...entries.flatMap(({ faults }) => faults)]),
    idFault: faultsOfIds(source, paths),
  };
}

/** At most 64 files are kept, and none that is larger than 256 kB. */
const MAX_FILES = 64;
const MAX_KEPT_LENGTH = 256 * 1024;
const keptFiles = new Map<string, { readonly source: Source; readonly read: ReadCases }>();

/** As `readCases`; what is read twice in a process is parsed again only where its text has changed. */
function keptCases(source: Source, shipped: boolean): ReadCases {
  if (source.text.length > MAX_KEPT_LENGTH) return readCases(source, shipped);
  const key = JSON.stringify([source.file, shipped]);
  const known = keptFiles.get(key);
  if (known?.source.text === source.text) return known.read;
  const read = readCases(source, shipped);
  if (keptFiles.size >= MAX_FILES) keptFiles.clear();
  keptFiles.set(key, { source, read });
  return read;
}

/** All cases, or one error of all faults. */
function joinedCases(files: readonly ReadCases[]): readonly PlacedCase[] {
  const first = new Map<string, PlacedCase>();
  const faults = files.flatMap(({ cases, faults: own, idFault = atLine }) => {
    const repeated = cases.flatMap((placed) => {
      const { id } = placed.written;
      const other = first.get(id);
      if (other === undefined) first.set(id, placed);
      if (other === undefined || id === '') return [];
      const place = `${other.file}:${other.line}:${other.column}`;
      return [idFault(placed, `the id "${id}" is already used at ${place}`, 'give one of them another name')];
    });
    return inOrder([...own, ...repeated]);
  });
  if (faults.length > 0) throw faultsError(faults);
  return files.flatMap(({ cases }) => cases);
}

/** Reads sources, the user's own unless `shipped` says otherwise; throws one error of all faults. */
export function readSuite(
  sources: readonly Source[],
  shipped: (file: string) => boolean = () => false,
): readonly PlacedCase[] {
  return joinedCases(sources.map((source) => keptCases(source, shipped(source.file))));
}

/** A file is parsed as a whole, with the place of everything in it: that takes some hundred times its size. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** The shipped suite has about 600. So many take about three times the memory of a thousand. */
const MAX_SUITE_CASES = 100_000;

/** Reads the suite files at these paths, in order; those of the package's own suite are marked as shipped. Throws where they are too many. */
export function loadSuite(paths: readonly string[]): readonly PlacedCase[] {
  let count = 0;
  return joinedCases(
    paths.flatMap(suiteFilesAt).map((file) => {
      const compiled = compiledCases(file);
      const read =
        compiled === undefined
          ? keptCases(readSource(file, MAX_FILE_BYTES), isShipped(file))
          : { cases: compiled, faults: [] };
      count += read.cases.length;
      if (count <= MAX_SUITE_CASES) return read;
      throw new TagproofError(
        'file',
        `${file}: with its cases the suite has more than ${MAX_SUITE_CASES}, the most that are read at once\nname fewer files with --suite, and run the others by themselves`,
      );
    }),
  );
}

const compiledCase = ({ written, chapter, line, column }: CompiledCase): CompiledCase => ({
  written,
  chapter,
  line,
  column,
});

/** Compiles the suite files of a folder, once, when the package is built. Throws TagproofError('file') with all faults. */
export function compileSuite(folder: string): CompiledSuite {
  return Object.fromEntries(
    suiteFilesAt(folder).map((file) => [
      basename(file),
      {
        digest: compiledDigest(readFileSync(file)),
        cases: readSuite([readSource(file)]).map(compiledCase),
      },
    ]),
  );
}
