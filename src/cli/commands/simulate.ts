/** `tagproof simulate`: the simulator on a port, until it is interrupted. */
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { announce } from '../simulate/announce.ts';
import { startServing } from '../simulate/serving.ts';

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateOptions, io: Io): Promise<Exit> {
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(() => resolve()));
  const serving = await startServing(options, io);
  announce(serving, options, io);
  await interrupted;
  await serving.close();
  return EXIT.ok;
}
