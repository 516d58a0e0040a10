/** The embedded simulator: the target of a run that names none. */
import { Simulator } from '../simulator/http/server.ts';
import type { SimulatorOptions } from '../simulator/simulator-options.ts';
import { storeOf } from '../simulator/store.ts';
import { completeDialect } from './dialect/dialect.ts';
import type { TargetFile } from './config/target-file/target-file.ts';

/** What a simulator is made of, by a world file: its world, its choices, its members, its faults. */
export function simulatorOptionsOf({
  world,
  secrets,
  dialectAnswers,
  extensions,
  provoke,
}: TargetFile): SimulatorOptions {
  return { store: storeOf(world, secrets), dialect: completeDialect(dialectAnswers), extensions, provoke };
}

/** Starts a simulator on a free port of the loopback. */
export async function startEmbedded(
  file: TargetFile,
): Promise<{ readonly url: URL; readonly close: () => Promise<void> }> {
  const simulator = new Simulator(simulatorOptionsOf(file));
  const { url } = await simulator.start();
  return { url: new URL(url), close: () => simulator.close() };
}
