/** The library: running the suite against a target, and fuzzing it, from code. */
export { run, type RunOptions, type RunOutcome } from './run/run.ts';
export type {
  CaseFinished,
  Declare,
  MustCells,
  RunEvent,
  RunFinished,
  RunStarted,
} from './run/events/events.ts';
export type { Fact } from './run/orientation/learned.ts';
export type { Totals, Verdict } from './run/verdict/verdict.ts';
export { loadSuite } from './suite/format/load-suite.ts';
export { expand, type Instance } from './suite/format/instance.ts';
export { select, type Selection } from './suite/format/select.ts';
export { readTargetFile } from './config/target-file/read-target-file.ts';
export type { TargetFile } from './config/target-file/target-file.ts';
export { fuzz, type FuzzOptions, type FuzzOutcome } from './fuzz/fuzz.ts';
export { materialOf, type Material } from './fuzz/generate/material.ts';
export { PHASE_NAMES, type Phase } from './fuzz/generate/phases.ts';
export { PROPERTY_NAMES, type Property } from './fuzz/execute/properties.ts';
export type { Failure } from './fuzz/shrink/confirm-and-shrink.ts';
export { REPORTERS, type ReporterName } from './report/reporters/reporters.ts';
export type { Reporter } from './report/reporters/reporter.ts';
export { TagproofError } from './errors.ts';
