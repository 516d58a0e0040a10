/** Runs a small command in the bundle, and keeps what V8 has compiled for it: nearly all that any command needs to start. A part of `npm run build`. */
import { writeFileSync } from 'node:fs';
import { bundleScript, CODE_FILE, loaded } from '../src/cli/bundle.ts';

process.argv.splice(2, Infinity, 'run', '--only', 'envelope/success@group.server');
const script = bundleScript();
await loaded(script).main();
writeFileSync(CODE_FILE, script.createCachedData());
