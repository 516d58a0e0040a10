/** Runs a small command in the bundle, and keeps what V8 has compiled for it: nearly all that any command needs to start. A part of `npm run build`. */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { bundleScript, CODE_FILE, loaded, V8_FLAGS } from '../src/cli/bundle.ts';

setFlagsFromString(V8_FLAGS);
process.argv.splice(2, Infinity, 'run', '--only', 'envelope/success@group.server');
const script = bundleScript();
await loaded(script).main();
writeFileSync(CODE_FILE, script.createCachedData());
