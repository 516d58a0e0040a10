/** The gates of a run from their files; what reads a file is loaded only where a gate names one. */
import { DRIFT_WORDS } from '../../gate/fail-on.ts';
import { requirementsFile, RunGate, type GateOptions, type GateScene, type ReadGates } from './run-gate.ts';

/** Drift that is to fail without a lock is refused by the gate itself. */
const judgesDrift = ({ dialectLock, failOn = [] }: GateOptions): boolean =>
  dialectLock !== undefined || DRIFT_WORDS.some((word) => failOn.includes(word));

async function readGates(
  options: GateOptions,
  { ids, at }: Pick<GateScene, 'ids' | 'at'>,
): Promise<ReadGates> {
  const { requirements, baseline } = options;
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
    dialect: judgesDrift(options)
      ? (await import('./dialect-gate.ts')).dialectGateOf(options, at)
      : undefined,
  };
}

/** Rejects where a file of a gate is wrong. */
export async function runGateOf(options: GateOptions, scope: GateScene): Promise<RunGate> {
  return new RunGate(options, scope, await readGates(options, scope));
}
