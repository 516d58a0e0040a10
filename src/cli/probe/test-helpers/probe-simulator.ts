/** Probes a simulator without a socket. */
import { runInProcess } from '../../../../test/test-helpers/in-process-run.ts';
import { completeDialect, type Answer } from '../../../spec/dialect/dialect.ts';
import { expand, type Instance } from '../../../cases/format/instance.ts';
import { loadSuite } from '../../../cases/format/load-suite.ts';
import { readTargetFile } from '../../../world/target-file/read-target-file.ts';
import type { TargetFile } from '../../../world/target-file/target-file.ts';
import { slotsOf, type Slot } from '../slots.ts';

export const DEFAULT_FILE = readTargetFile('fixtures/world.yaml', {});
export const INSTANCES = expand(loadSuite(['suites']));
/** The instances that decide a question, without those that need real time. */
export const DECIDING = INSTANCES.filter(
  ({ from: { written } }) => written.decides !== undefined && written.alone !== true,
);

/** Probes a simulator with these answers, with none of them declared. */
export async function probeSimulator(
  answers: readonly Answer[],
  instances: readonly Instance[] = DECIDING,
  declared: TargetFile = DEFAULT_FILE,
): Promise<readonly Slot[]> {
  const { cases } = await runInProcess({
    instances,
    served: DEFAULT_FILE,
    declared,
    simulator: { dialect: completeDialect(answers) },
  });
  return slotsOf(instances, cases);
}
