/** The gates of a run from their files; what reads a file is loaded only where a gate names one. */
import { requirementsFile, RunGate, type GateOptions, type GateScene, type ReadGates } from './run-gate.ts';

async function readGates(
  options: GateOptions,
  { ids, at }: Pick<GateScene, 'ids' | 'at'>,
): Promise<ReadGates> {
  const { requirements, baseline, dialectLock } = options;
  return {
    required:
      requirements === undefined
        ? undefined
        : (await import('../../gate/requirements/requirement-set.ts')).readRequirements(
            requirementsFile(requirements),
            ids,
          ),
    baseline:
      baseline === undefined
        ? undefined
        : (await import('../../gate/baseline/baseline.ts')).readBaseline(baseline),
    dialect:
      dialectLock === undefined ? undefined : (await import('./dialect-gate.ts')).dialectGateOf(options, at),
  };
}

/** Rejects where a file of a gate is wrong. */
export async function runGateOf(options: GateOptions, scope: GateScene): Promise<RunGate> {
  return new RunGate(options, scope, await readGates(options, scope));
}
