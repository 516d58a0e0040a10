/** The library: running the suite against a target, and fuzzing it, from code. */
export { run, type RunOptions, type RunOutcome } from './run/run.ts';
export type { CaseFinished, Declare, MustCells, RunEvent, RunFinished, RunStarted } from './run/events.ts';
export type { Fact } from './run/orientation/learned.ts';
export type { Totals, Verdict } from './run/verdict.ts';
export { loadSuite } from './suite/load-suite.ts';
export { expand, type Instance } from './suite/instance.ts';
export { select, type Selection } from './suite/select.ts';
export { readTargetFile } from './target/read-target-file.ts';
export type { TargetFile } from './target/target-file.ts';
export { fuzz, type FuzzOptions, type FuzzOutcome } from './fuzz/fuzz.ts';
export { materialOf, type Material } from './fuzz/material.ts';
export { PHASE_NAMES, type Phase } from './fuzz/phases.ts';
export { PROPERTY_NAMES, type Property } from './fuzz/properties.ts';
export type { Failure } from './fuzz/settle.ts';
export { REPORTERS, type ReporterName } from './report/reporters.ts';
export type { Reporter } from './report/reporter.ts';
export { TagproofError } from './errors.ts';
