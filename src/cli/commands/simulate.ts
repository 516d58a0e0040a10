/** `tagproof simulate`: the simulator on a port, until it is interrupted. */
import { Simulator } from '../../../simulator/server.ts';
import { welcome } from '../../../simulator/welcome.ts';
import { settled } from '../../dialect/dialect.ts';
import { readTargetFile } from '../../target/read-target-file.ts';
import { simulatorOptionsOf } from '../embedded.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { DEFAULT_WORLD } from '../package-root.ts';

export interface SimulateCommand {
  readonly world?: string;
  readonly host: string;
  readonly port: number;
  /** `--no-faults`: the headers that provoke a refusal do nothing. */
  readonly faults: boolean;
}

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateCommand, io: Io): Promise<Exit> {
  const file = readTargetFile(options.world ?? DEFAULT_WORLD, io.env);
  const served = options.faults ? file : { ...file, provoke: new Map() };
  const simulator = new Simulator({
    ...simulatorOptionsOf(served),
    log: (line) => io.err.write(`${line}\n`),
  });
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(resolve));
  const { url } = await simulator.start({ host: options.host, port: options.port });
  for (const warning of file.warnings) io.err.write(`warning: ${warning}\n`);
  if (!LOOPBACK.test(options.host))
    io.err.write(
      `warning: ${options.host} is no loopback address: whoever reaches it can ask for everything in this world\n`,
    );
  io.out.write(
    welcome({
      url,
      world: file.world,
      secrets: file.secrets,
      provoke: served.provoke,
      dialect: settled(file.dialectAnswers),
    }),
  );
  await interrupted;
  await simulator.close();
  return EXIT.ok;
}
