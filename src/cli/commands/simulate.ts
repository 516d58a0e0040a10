/** `tagproof simulate`: the simulator on a port, until it is interrupted. */
import { reordered } from '../../../simulator/reordered.ts';
import { Simulator } from '../../../simulator/server.ts';
import { TEXTURES, type Texture, type TextureName } from '../../../simulator/texture.ts';
import { welcome } from '../../../simulator/welcome.ts';
import { settled, type Answer } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import { readTargetFile } from '../../target/read-target-file.ts';
import type { TargetFile } from '../../target/target-file.ts';
import { simulatorOptionsOf } from '../embedded.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { DEFAULT_WORLD } from '../package-root.ts';
import { setAnswer } from '../set-answers.ts';

export interface SimulateCommand {
  readonly world?: string;
  /** A target file whose `dialect:` the simulator speaks. */
  readonly dialect?: string;
  /** `question=option`, over what the files say. */
  readonly set?: readonly string[];
  /** How replies are written, where that means nothing. */
  readonly texture?: readonly string[];
  /** Another order of the checks; the same number gives the same order. */
  readonly order?: number;
  readonly host: string;
  readonly port: number;
  /** `--no-faults`: the headers that provoke a refusal do nothing. */
  readonly faults: boolean;
}

/** All the textures that are named, as one. */
function textureOf(names: readonly string[]): Texture {
  const unknown = names.find((name) => !Object.hasOwn(TEXTURES, name));
  if (unknown === undefined) return Object.assign({}, ...names.map((name) => TEXTURES[name as TextureName]));
  throw new TagproofError(
    'usage',
    `--texture ${unknown}: there is none of this name\none of: ${Object.keys(TEXTURES).join(', ')}`,
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** What the simulator answers where the document is silent: what is set, else the dialect file, else the world file. */
function answersOf({ dialect, set = [] }: SimulateCommand, file: TargetFile, { env }: Io): readonly Answer[] {
  const ofDialect = dialect === undefined ? [] : readTargetFile(dialect, env).dialectAnswers;
  return [...file.dialectAnswers, ...ofDialect, ...set.map(setAnswer)];
}

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateCommand, io: Io): Promise<Exit> {
  const file = readTargetFile(options.world ?? DEFAULT_WORLD, io.env);
  const answers = answersOf(options, file, io);
  const served = { ...file, dialectAnswers: answers, provoke: options.faults ? file.provoke : new Map() };
  const simulator = new Simulator({
    ...simulatorOptionsOf(served),
    texture: textureOf(options.texture ?? []),
    alter: (stages) =>
      options.order === undefined ? stages : { ...stages, rules: reordered(stages.rules, options.order) },
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
      dialect: settled(answers),
    }),
  );
  await interrupted;
  await simulator.close();
  return EXIT.ok;
}
