/**
 * What `npm run build` does behind the compiler, which writes the declarations alone: bundles the command line, the library and the
 * threads into files that share what they have in common, keeps the declarations that the library's reach, and puts beside them the
 * shipped suite and worlds as they were read, and the scripts and styles of the pages.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compileWorld } from '../src/world/compiled/compile-world.ts';
import { SHIPPED_WORLDS } from '../src/world/compiled/compiled-world.ts';
import { toTaggedJson } from '../src/world/compiled/tagged-json.ts';
import { COMPILED_DATA, PACKAGE_ROOT } from '../src/base/package-root.ts';
import { compileSuite } from '../src/cases/format/load-suite.ts';
import { buildPage, PAGE_NAMES, pageData } from '../src/base/page/bundle.ts';
import { SUITE_DATA } from '../src/cases/format/compiled-suite.ts';
import { LIBRARY, OUTSIDE } from './build-facts.ts';

const DIST = join(PACKAGE_ROOT, 'dist');
const ENTRIES = ['src/cli/bin.ts', ...LIBRARY, 'src/library/embedded/simulator-thread.ts'];

/** What is used of undici (`src/http/connection.ts`, `src/http/raw`): the whole of it takes as long to load as everything else. */
const UNDICI = `
  Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
  module.exports.Client = require('./lib/dispatcher/client');
  module.exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
  module.exports.buildConnector = require('./lib/core/connect');`;

/** Parts of packages that are not used, or that would be loaded for one function of many. */
const SMALLER: readonly (readonly [file: RegExp, contents: string])[] = [
  [/[\\/]undici[\\/]index\.js$/, UNDICI],
  // Only a client with allowH2 asks for HTTP/2, and this part loads all of it.
  [/[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/, ''],
];

const smallerPackages: Plugin = {
  name: 'smaller packages',
  setup: ({ onLoad }) => {
    for (const [filter, contents] of SMALLER)
      onLoad({ filter }, ({ path }) => ({ contents, resolveDir: dirname(path) }));
  },
};

/**
 * Modules of Node.js that take long to load, and of which most commands use nothing: each is loaded by its first use. By `require`, as an
 * import reads all that a module exports, and some of node:http is a whole client.
 */
const LATE = [
  'child_process',
  'crypto',
  'http',
  'https',
  'readline/promises',
  'tls',
  'worker_threads',
  'zlib',
];
const LATE_NAMES = new RegExp(`^node:(?:${LATE.join('|')})$`);

/** Code that stands for a module until something of it is used. */
async function lateModule(name: string): Promise<string> {
  const members = Object.keys((await import(name)) as object).filter((member) => member !== 'default');
  const getters = members.map((member) => `get ${member}() { return load().${member}; }`);
  return `let loaded; const load = () => (loaded ??= require('${name}')); module.exports = { ${getters.join(', ')} };`;
}

const lateModules: Plugin = {
  name: 'late modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: LATE_NAMES }, ({ path, namespace }) =>
      namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
    );
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => ({ contents: await lateModule(path) }));
  },
};

/** Bundles the code; the files that it is made of. */
async function bundle(): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: PACKAGE_ROOT,
    entryPoints: ENTRIES,
    outbase: '.',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [smallerPackages, lateModules],
    external: OUTSIDE,
    // A package in CommonJS finds what Node.js has by `require`.
    banner: {
      js: "import { createRequire as requireMaker } from 'node:module'; const require = requireMaker(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** The licences of the packages in the bundle, which ask for it. */
function licences(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)]
    .toSorted()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${name} has no licence: it can't be in the bundle`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join('\n---\n\n');
}

interface Package {
  readonly name: string;
  readonly version: string;
}

/** Adds a declaration and those that it reaches. */
function reach(file: string, reached: Set<string>): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from |import\()['"](\.[^'"]+)\.ts['"]/g,
  ))
    reach(resolve(dirname(file), `${path}.d.ts`), reached);
  return reached;
}

/** Removes the declarations that the library's don't reach. */
function keepReached(): void {
  const reached = new Set<string>();
  for (const entry of LIBRARY) reach(join(DIST, entry.replace(/\.ts$/, '.d.ts')), reached);
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const file = join(DIST, path);
    if (path.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}

keepReached();
writeFileSync(join(DIST, 'licences.txt'), licences(await bundle()));
mkdirSync(COMPILED_DATA, { recursive: true });
writeFileSync(join(COMPILED_DATA, SUITE_DATA), JSON.stringify(compileSuite(join(PACKAGE_ROOT, 'suites'))));
for (const name of PAGE_NAMES)
  writeFileSync(join(COMPILED_DATA, pageData(name)), JSON.stringify(buildPage(name)));
for (const [path, data] of SHIPPED_WORLDS)
  writeFileSync(join(COMPILED_DATA, data), toTaggedJson(compileWorld(path)));
