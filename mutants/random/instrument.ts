/** Instruments the simulator's sources: one bundle that holds all mutants, each behind a switch. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { TagproofError } from '../../src/errors.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { mutableAmong } from './mutable-files.ts';
import type { RandomMutant } from './random-mutant.ts';
import type { Tools } from './tools.ts';

/** CommonJS texts that export what a bench needs of a simulator, with all mutants behind switches. */
export interface Bundles {
  /** Counts which mutants are passed. */
  readonly counting: string;
  /** The same without the counts: they cost more than the simulator. */
  readonly quick: string;
}

export interface Instrumented {
  readonly bundles: Bundles;
  readonly mutants: readonly RandomMutant[];
}

const ENTRY = `
export { inProcess } from './simulator/in-process.ts';
export { storeOf } from './simulator/store.ts';
export { Simulator } from './simulator/http/server.ts';
`;

/** What the instrumenter calls the function that counts. */
const COUNTER = 'stryCov_9fa48';

/** Behind which the instrumenter puts the name of a mutant's switch. */
const SWITCH = /stryMutAct_9fa48\d*\("(\d+)"\)/g;

const named = (path: string): string => relative(PACKAGE_ROOT, path).split(sep).join('/');
const oneBlank = (code: string): string => code.replaceAll(/\s+/g, ' ').trim();

async function bundled(
  tools: Tools,
  contents: ReadonlyMap<string, string>,
  uncounted = false,
): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const {
    outputFiles: [file],
    metafile,
  } = await tools.build({
    stdin: { contents: ENTRY, resolveDir: PACKAGE_ROOT, loader: 'ts' },
    absWorkingDir: PACKAGE_ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    // Calls without an effect whose result is not used are left out.
    ...(uncounted && { pure: [COUNTER], minifySyntax: true }),
    plugins: [
      {
        name: 'instrumented',
        setup: (build) =>
          build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const text = contents.get(named(path));
            return text === undefined ? undefined : { contents: text, loader: 'ts' };
          }),
      },
    ],
  });
  return { text: file?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

const silent = (): void => {};
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text from one position to another; lines and columns count from 0. */
function codeBetween(lines: readonly string[], start: Position, end: Position): string {
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.column, end.column);
  return [
    (lines[start.line] ?? '').slice(start.column),
    ...lines.slice(start.line + 1, end.line),
    (lines[end.line] ?? '').slice(0, end.column),
  ].join('\n');
}

function checkSources(): void {
  if (existsSync(join(PACKAGE_ROOT, 'simulator', 'pipeline', 'pipeline.ts'))) return;
  throw new TagproofError(
    'usage',
    'mutants --random: the sources of the simulator are not part of an installed tagproof\nrun it in a checkout of the repository',
  );
}

/** Makes all mutants of the simulator's sources. Nothing is written. */
export async function instrumentSimulator(tools: Tools): Promise<Instrumented> {
  checkSources();
  const { inputs } = await bundled(tools, new Map());
  const sources = new Map(
    mutableAmong(inputs).map((name) => [name, readFileSync(join(PACKAGE_ROOT, name), 'utf8')] as const),
  );
  const { files, mutants } = await new tools.Instrumenter(LOGGER).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const contents = new Map(files.map(({ name, content }) => [name, content] as const));
  const counting = (await bundled(tools, contents)).text;
  const quick = (await bundled(tools, contents, true)).text;
  // What only the judge needs of a shared file is left out of the bundle: it is not part of the simulator.
  const inBundle = new Set(Array.from(quick.matchAll(SWITCH), ([, id = '']) => id));
  const ofSimulator = mutants.filter(({ id }) => inBundle.has(id));
  return {
    bundles: { counting, quick },
    mutants: ofSimulator.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = (sources.get(fileName) ?? '').split('\n');
      return {
        id,
        file: fileName,
        line: start.line + 1,
        operator: mutatorName,
        original: oneBlank(codeBetween(lines, start, end)),
        replacement: oneBlank(replacement),
        context: oneBlank(lines[start.line] ?? ''),
      };
    }),
  };
}
