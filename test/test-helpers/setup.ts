/** Runs before each test file. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

afterAll(endFile);
