/**
 * What `npm run build` does behind the compiler: puts the command line into few files, which start quicker than hundreds, and keeps
 * the shipped suite and world as they were read, and the scripts and styles of the pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { FILE } from '../src/cli/bundle.ts';
import { compileWorld } from '../src/config/compiled/compile-world.ts';
import { SHIPPED_WORLD, WORLD_DATA } from '../src/config/compiled/compiled-world.ts';
import { toTaggedJson } from '../src/config/compiled/tagged-json.ts';
import { COMPILED_DATA, PACKAGE_ROOT } from '../src/package-root.ts';
import { compileSuite } from '../src/suite/format/load-suite.ts';
import { buildPage, PAGE_NAMES, pageData } from '../src/page/bundle.ts';
import { SUITE_DATA } from '../src/suite/format/compiled-suite.ts';
import { EXTERNAL } from './build-facts.ts';

/** The parts of undici that are used (`src/transport/pool/connection-pool.ts`): the whole of it takes as long to load as everything else. */
const UNDICI_PARTS = {
  Client: './lib/dispatcher/client',
  ProxyAgent: './lib/dispatcher/proxy-agent',
  buildConnector: './lib/core/connect',
};

const fewerOfUndici: Plugin = {
  name: 'few parts of undici',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => ({
      contents: Object.entries(UNDICI_PARTS)
        .map(([name, part]) => `module.exports.${name} = require('${part}');`)
        .join('\n'),
      resolveDir: dirname(path),
    }));
    // Only a client with allowH2 asks for HTTP/2, and this part loads all of it.
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({ contents: '' }));
  },
};

/** Commander starts programs of other packages, which no command of ours does. */
const noProgramsOfCommander: Plugin = {
  name: 'no programs of commander',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'none' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: '' }));
  },
};

const COMMON: BuildOptions = {
  absWorkingDir: PACKAGE_ROOT,
  outdir: 'dist/src',
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  minifyWhitespace: true,
  plugins: [fewerOfUndici, noProgramsOfCommander],
  external: EXTERNAL,
  logLevel: 'warning',
};

/** The command line, in CommonJS: of a module V8 keeps no code. A path is asked for from the file that the bundle stands for. */
const BUNDLE: BuildOptions = {
  ...COMMON,
  entryPoints: { 'cli/tagproof': 'src/cli/main.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // A script from V8's code can't import; whatever package it has not in itself can be required.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'OWN_URL' },
  banner: { js: `const OWN_URL = require('node:url').pathToFileURL(__dirname + '/main.js').href;` },
};

/** The threads: that of the embedded simulator, and those that help the fuzzer. A package in CommonJS finds what node has by `require`. */
const THREADS: BuildOptions = {
  ...COMMON,
  entryPoints: {
    'embedded/simulator-thread': 'src/embedded/simulator-thread.ts',
    'connect/fuzz-thread': 'src/connect/fuzz-thread.ts',
  },
  allowOverwrite: true,
  format: 'esm',
  banner: {
    js: "import { createRequire as requireMaker } from 'node:module'; const require = requireMaker(import.meta.url);",
  },
};

await Promise.all([build(BUNDLE), build(THREADS)]);
// It is read as Latin-1, and esbuild leaves regular expressions as they are.
const [odd] = /\P{ASCII}.{0,40}/u.exec(readFileSync(FILE, 'utf8')) ?? [];
if (odd !== undefined) throw new Error(`the bundle holds ${odd}: write it as \\u and its number`);
mkdirSync(COMPILED_DATA, { recursive: true });
writeFileSync(join(COMPILED_DATA, SUITE_DATA), JSON.stringify(compileSuite(join(PACKAGE_ROOT, 'suites'))));
for (const name of PAGE_NAMES)
  writeFileSync(join(COMPILED_DATA, pageData(name)), JSON.stringify(buildPage(name)));
writeFileSync(join(COMPILED_DATA, WORLD_DATA), toTaggedJson(compileWorld(SHIPPED_WORLD)));
execFileSync(process.execPath, [...process.execArgv, join(PACKAGE_ROOT, 'scripts/keep-code.ts')]);
