/**
 * The command line in one file, as `npm run build` makes it, with the code that V8 has compiled of it: a command then starts in two thirds
 * of the time. Another version of node compiles the file itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { PACKAGE_ROOT } from '../package-root.ts';

export const FILE = join(PACKAGE_ROOT, 'dist/src/cli/tagproof.cjs');
/** Where the build keeps V8's code. */
export const CODE_FILE = `${FILE}.code`;

/**
 * The first: by how many percent of what is in use the heap may grow before garbage is collected. V8 takes up to 300 where memory is plenty;
 * each large reply leaves much garbage behind, and this costs hardly any time. The second: how much WebAssembly runs before V8 optimises
 * it; undici's HTTP parser is some, and its optimisation takes a quarter of the time of a short run, which V8 waits for at its end.
 */
const V8_FLAGS = '--heap-growing-percent=50 --wasm-tiering-budget=100000000';
/** How much V8 copies into a function that it optimises. A run is over before much code is used often: its optimiser takes a quarter of all CPU. */
const FLAGS_OF_RUN = '--max-inlined-bytecode-size=60 --max-inlined-bytecode-size-cumulative=100';

/** V8's flags for a command. They are set once the bundle is loaded: V8 takes only code that it compiled under the same flags. */
export const v8FlagsFor = (command: string | undefined): string =>
  command === 'run' ? `${V8_FLAGS} ${FLAGS_OF_RUN}` : V8_FLAGS;

/** What `main.ts` exports. */
interface Main {
  readonly argv: readonly string[];
  readonly main: () => Promise<void>;
}

/** The bundle, compiled or taken from V8's code, and not yet run. It has ASCII alone, which the build checks. */
export function bundleScript(): Script {
  const parameters = 'exports, require, module, __filename, __dirname';
  return new Script(`(function (${parameters}) {${readFileSync(FILE, 'latin1')}\n})`, {
    filename: FILE,
    cachedData: codeOf(),
  });
}

function codeOf(): Buffer | undefined {
  try {
    return readFileSync(CODE_FILE);
  } catch {
    return undefined;
  }
}

/** Runs the bundle as node runs a module in CommonJS; what it exports. */
export function loaded(script: Script): Main {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(FILE), module, FILE, dirname(FILE));
  return module.exports as Main;
}
