#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { IS_COMPILED } from '../package-root.ts';
import { bundleScript, loaded, v8FlagsFor } from './bundle.ts';

const { argv, main } = IS_COMPILED ? loaded(bundleScript()) : await import('./main.ts');
setFlagsFromString(v8FlagsFor(argv[0]));
await main();
