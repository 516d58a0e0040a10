/** How the harness fuzzes: every phase and property, bounded by requests alone. */
import { PROPERTY_NAMES } from '../../src/fuzz/trials/properties.ts';
import type { FuzzOptions } from '../../src/fuzz/fuzz.ts';
import { PHASE_NAMES } from '../../src/fuzz/campaign/phases.ts';

export const FUZZ_SETTINGS = {
  mask: (text) => text,
  phases: PHASE_NAMES,
  properties: PROPERTY_NAMES,
  concurrency: 16,
  timeMs: undefined,
  rate: undefined,
} as const satisfies Partial<FuzzOptions>;
