#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { IS_COMPILED } from '../package-root.ts';
import { bundleScript, loaded, V8_FLAGS } from './bundle.ts';

setFlagsFromString(V8_FLAGS);
const { main } = IS_COMPILED ? loaded(bundleScript()) : await import('./main.ts');
await main();
