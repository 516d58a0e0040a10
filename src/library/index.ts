/**
 * The library: a simulator for tests, the suite and the fuzzer against any backend, and what they are made of.
 * docs/library.md shows its use.
 */
export { startSimulator, type StartOptions } from './start-simulator.ts';
export type { ControlAccess, FaultGiven, RunningSimulator, SimulatedFaults } from './running-simulator.ts';
export type { Additions, InGame, SimulatedWorld, TagsGiven } from './simulated-world.ts';
export type { EntryDetails as RecordedRequest } from '../../simulator/journal/entry-view.ts';
export { runSuite, type SuiteOptions, type SuiteResult, type SuiteVerdict } from './run-suite.ts';
export { assertConformant, ConformanceError, describeCase, type Assertion } from './assert-conformant.ts';
export { fuzzTarget, type FuzzResult, type FuzzTargetOptions, type FuzzVerdict } from './fuzz-target.ts';
export type { TargetInput } from './target-input.ts';
export type { DialectDeclaration, Environment, TargetDeclaration, WorldDeclaration } from './declaration.ts';
export type {
  CaseFinished,
  RunEvent,
  RunFinished,
  RunStarted,
  RedactedExchange,
  RedactedFinding,
} from '../report/record/events.ts';
export type { LearnedFact as Fact } from '../run/suite/setup/facts.ts';
export type { Totals, Verdict } from '../report/record/verdict.ts';
export type { EndpointId, Resource } from '../spec/endpoints.ts';
export type { TagItem } from '../spec/envelope.ts';
export type { ErrorCode, ReturnCode } from '../spec/codes.ts';
export { readTargetFile } from '../world/target-file/read-target-file.ts';
export type { TargetFile } from '../world/target-file/target-file.ts';
export { PROPERTY_NAMES, type Property } from '../fuzz/trials/properties.ts';
export { REPORTERS } from '../report/reporters.ts';
export type { ReporterName } from '../world/target-file/report-word.ts';
export { foldAll, type Reporter } from '../report/record/reporter.ts';
export { TagproofError } from '../base/errors.ts';
