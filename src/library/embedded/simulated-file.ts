/** A simulator by a world file. */
import type { SimulatorOptions } from '../../../simulator/server/simulator-options.ts';
import { storeOf } from '../../../simulator/world/store.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';

/** What a simulator takes from a world file: its world, its choices, its members, its faults. */
export type SimulatedFile = Pick<
  TargetFile,
  'world' | 'secrets' | 'dialectAnswers' | 'extensions' | 'provoke'
>;

/** What a simulator is made of, by a world file. */
export function simulatorOptionsOf({
  world,
  secrets,
  dialectAnswers,
  extensions,
  provoke,
}: SimulatedFile): SimulatorOptions {
  return { store: storeOf(world, secrets), dialect: completeDialect(dialectAnswers), extensions, provoke };
}
