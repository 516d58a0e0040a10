#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * The first: by how many percent of what is in use the heap may grow before garbage is collected. V8 takes up to 300 where memory is plenty;
 * each large reply leaves much garbage behind, and this costs hardly any time. The second: how much WebAssembly runs before V8 optimises
 * it; undici's HTTP parser is some, and its optimisation takes a quarter of the time of a short run, which V8 waits for at its end.
 */
const V8_FLAGS = '--heap-growing-percent=50 --wasm-tiering-budget=100000000';
/**
 * A run is over before much code is used often, and V8's optimiser takes a quarter of its CPU: less is copied into a function. The
 * simulator's journal keeps each request for a while, and a small young generation copies them all: it grows at once.
 */
const FLAGS_OF: ReadonlyMap<string, string> = new Map([
  ['run', '--max-inlined-bytecode-size=60 --max-inlined-bytecode-size-cumulative=100'],
  ['simulate', '--semi-space-growth-factor=16'],
]);

// Before any code is compiled: V8 takes only code that it compiled under the same flags.
setFlagsFromString(`${V8_FLAGS} ${FLAGS_OF.get(process.argv[2] ?? '') ?? ''}`);
/**
 * Node.js 22 and later keep the code that V8 compiles. It is kept in the user's own cache folder: others can write to a shared one, and what they
 * write would run. Where the folder can't be written, nothing is kept.
 */
const { XDG_CACHE_HOME, LOCALAPPDATA, HOME = '' } = process.env;
const home = XDG_CACHE_HOME ?? LOCALAPPDATA ?? HOME;
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => void };
if (isAbsolute(home) && existsSync(home))
  enableCompileCache?.(join(home, home === HOME ? '.cache' : '', 'tagproof'));
const { main } = await import('./main.ts');
await main();
