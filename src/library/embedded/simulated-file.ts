/** A simulator by a world file, also for a thread: lookups can't be sent there, so it makes them again. */
import type { SimulatorOptions } from '../../../simulator/server/simulator-options.ts';
import { storeOf } from '../../../simulator/world/store.ts';
import { fromTaggedJson, toTaggedJson } from '../../world/compiled/tagged-json.ts';
import { declaredWorld, worldFactsOf, type WorldFacts } from '../../world/declared-world.ts';
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

export function toThread({ world, secrets, dialectAnswers, extensions, provoke }: SimulatedFile): string {
  return toTaggedJson({ secrets, dialectAnswers, extensions, provoke, world: worldFactsOf(world) });
}

export function fromThread(text: string): SimulatedFile {
  const file = fromTaggedJson(text) as Omit<SimulatedFile, 'world'> & { readonly world: WorldFacts };
  return { ...file, world: declaredWorld(file.world) };
}
