/** The embedded simulator: the target of a run that names none. */
import { IS_COMPILED } from '../package-root.ts';
import type { SimulatedFile } from './simulated-file.ts';

export interface Embedded {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** A larger world is kept once, in the thread that reads it. */
const MOST_SUBJECTS_OF_THREAD = 20_000;

/** In this thread: with sources that run as they are, and with large worlds. */
async function startHere(file: SimulatedFile): Promise<Embedded> {
  const [{ Simulator }, { simulatorOptionsOf }] = await Promise.all([
    import('../../simulator/http/server.ts'),
    import('./simulated-file.ts'),
  ]);
  const simulator = new Simulator(simulatorOptionsOf(file));
  const { url } = await simulator.start();
  return { url: new URL(url), close: () => simulator.close() };
}

/** Starts a simulator on a free port of the loopback, in a thread of its own where that is requested and possible. */
export async function startEmbedded(file: SimulatedFile, ownThread = false): Promise<Embedded> {
  const inThread = ownThread && IS_COMPILED && file.world.subjects.length <= MOST_SUBJECTS_OF_THREAD;
  return inThread ? (await import('./in-thread.ts')).startInThread(file) : startHere(file);
}
