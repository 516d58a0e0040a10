/** Runs before each test file. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

// The same draws in every run, so that a red build is about its change: `SEED=$RANDOM npm test` draws anew.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

afterAll(endFile);
