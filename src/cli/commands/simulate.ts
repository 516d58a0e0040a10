/** `tagproof simulate`: the simulator on a port, until it is interrupted. */
import { reordered } from '../../../simulator/pipeline/decide/reordered.ts';
import { Simulator } from '../../../simulator/http/server.ts';
import {
  FORMATS,
  type ReplyFormat,
  type FormatName,
} from '../../../simulator/pipeline/write/reply-formatting.ts';
import { banner } from '../../../simulator/banner/banner.ts';
import type { ShownSecret } from '../../../simulator/banner/banner-keys.ts';
import { showCode } from '../../contract/codes.ts';
import { completeDialect, type Answer } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import { readDialect } from '../../config/target-file/read-dialect.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import type { TargetFile } from '../../config/target-file/target-file.ts';
import { simulatorOptionsOf } from '../../embedded.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { DEFAULT_WORLD } from '../../package-paths.ts';
import { setAnswer } from '../set-answers.ts';

export interface SimulateCommand {
  readonly world?: string;
  /** A target file whose `dialect:` the simulator speaks. */
  readonly dialect?: string;
  /** `question=option`, over what the files say. */
  readonly set?: readonly string[];
  /** How replies are written, where that means nothing. */
  readonly format?: readonly string[];
  /** Another order of the checks; the same number gives the same order. */
  readonly order?: number;
  readonly host: string;
  readonly port: number;
  /** `--no-faults`: the headers that provoke a refusal do nothing. */
  readonly faults: boolean;
}

/** All the formats that are named, as one. */
function replyFormatOf(names: readonly string[]): ReplyFormat {
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown === undefined) return Object.assign({}, ...names.map((name) => FORMATS[name as FormatName]));
  throw new TagproofError(
    'usage',
    `--format ${unknown}: unknown name\none of: ${Object.keys(FORMATS).join(', ')}`,
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** What the simulator answers where the document is silent: what is set, else the dialect file, else the world file. */
function answersOf(file: TargetFile, dialect: string | undefined, set: readonly Answer[]): readonly Answer[] {
  const ofDialect = dialect === undefined ? [] : readDialect(dialect);
  return [...file.dialectAnswers, ...ofDialect, ...set];
}

const SECRET_INVALID = showCode('returnCode', 'SecretInvalid');

/** What a world lacks, probably by mistake, and the consequence. */
function gapsOf({ world }: TargetFile): readonly string[] {
  if (world.secretKeys.length === 0)
    return [
      `this world has no secret key, so every request is refused with ${SECRET_INVALID}; declare one under world: secretKeys, as fixtures/world.yaml does`,
    ];
  if (world.subjects.length === 0)
    return [
      'this world has no player, character or group, so no id is ever found; declare some under world: gamePlayers, characterPlayers, groups',
    ];
  return [];
}

/** The secrets, with whether their variables are there for the lines to try. */
const shownSecrets = ({ secrets }: TargetFile, { env }: Io): readonly ShownSecret[] =>
  secrets.map((secret) => ({ ...secret, isSet: secret.public || env[secret.envName] === secret.value }));

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateCommand, io: Io): Promise<Exit> {
  const format = replyFormatOf(options.format ?? []);
  const set = (options.set ?? []).map(setAnswer);
  const file = readTargetFile(options.world ?? DEFAULT_WORLD, io.env);
  const answers = answersOf(file, options.dialect, set);
  const served = { ...file, dialectAnswers: answers, provoke: options.faults ? file.provoke : new Map() };
  const simulator = new Simulator({
    ...simulatorOptionsOf(served),
    format,
    alter: (stages) =>
      options.order === undefined ? stages : { ...stages, rules: reordered(stages.rules, options.order) },
    log: (line) => io.err.write(`${line}\n`),
  });
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(resolve));
  const { url } = await simulator.start({ host: options.host, port: options.port });
  for (const warning of [...file.warnings, ...gapsOf(file)]) io.err.write(`warning: ${warning}\n`);
  if (!LOOPBACK.test(options.host))
    io.err.write(
      `warning: ${options.host} is no loopback address: everyone who can reach it can ask for everything in this world\n`,
    );
  io.out.write(
    banner({
      url,
      world: file.world,
      secrets: shownSecrets(file, io),
      provoke: served.provoke,
      dialect: completeDialect(answers),
    }),
  );
  await interrupted;
  await simulator.close();
  return EXIT.ok;
}
