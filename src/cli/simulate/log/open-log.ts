/** Opens the log of a simulator in the requested form. */
import type { ControlledSimulator } from '../../../../simulator/control/controlled-simulator.ts';
import type { Io } from '../../io.ts';
import { logDestination } from './log-destination.ts';
import { logWriter, type LogForm } from './log-forms.ts';
import { RequestLog } from './request-log.ts';

export interface OpenLog {
  /** Logs what went wrong inside of the simulator. */
  readonly failure: (text: string) => void;
  readonly close: () => void;
}

/** Undefined: nothing is logged. */
export async function openLog(
  form: LogForm,
  simulator: ControlledSimulator,
  io: Io,
): Promise<OpenLog | undefined> {
  if (form === 'none') return undefined;
  const destination = logDestination(io);
  const writer = await logWriter(form, destination);
  const log = new RequestLog(simulator, writer, destination);
  return { failure: writer.failure, close: () => log.close() };
}
