/** `tagproof simulate`: the simulator on a port, until it is interrupted. */
import { reordered } from '../../../simulator/pipeline/decide/reordered.ts';
import {
  ControlledSimulator,
  type ControlledOptions,
} from '../../../simulator/control/controlled-simulator.ts';
import {
  FORMATS,
  type ReplyFormat,
  type FormatName,
} from '../../../simulator/pipeline/write/reply-formatting.ts';
import { consolePages } from '../../../simulator/console/console-pages.ts';
import { banner } from '../../../simulator/banner/banner.ts';
import type { ShownSecret } from '../../../simulator/banner/banner-keys.ts';
import { showCode } from '../../contract/codes.ts';
import { completeDialect, type Answer } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import { readDialect } from '../../config/target-file/read-dialect.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import type { TargetFile } from '../../config/target-file/target-file.ts';
import { RULEBOOK } from '../../rules/rulebook.ts';
import { CONTROL_PREFIX } from '../../../simulator/control/router.ts';
import { controlTokenOf } from '../options/control-token.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { DEFAULT_WORLD } from '../../package-paths.ts';
import { setAnswer } from '../options/set-answers.ts';

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
  /** `--no-control`: nothing is served below `/_tagproof`. */
  readonly control: boolean;
  /** Left out: `TAGPROOF_CONTROL_TOKEN`, else one is generated and printed. */
  readonly controlToken?: string;
  /** Host names by which the control API may be called, beside localhost and addresses. */
  readonly controlHost?: readonly string[];
  /** Origins beside this machine's whose pages may read replies. */
  readonly corsOrigin?: readonly string[];
  /** Whether requests may ask for faults by a header. */
  readonly faultHeader?: boolean;
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

/** Where a token may stand that is not to be seen in a list of processes. */
const TOKEN_VARIABLE = 'TAGPROOF_CONTROL_TOKEN';
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

/** The token that the user gave. */
const givenToken = ({ controlToken }: SimulateCommand, { env }: Io): string | undefined =>
  controlToken ?? (env[TOKEN_VARIABLE] === undefined ? undefined : controlTokenOf(env[TOKEN_VARIABLE]));

function controlledOptions(
  options: SimulateCommand,
  file: TargetFile,
  answers: readonly Answer[],
  format: ReplyFormat,
  io: Io,
): ControlledOptions {
  return {
    world: file.world,
    secrets: file.secrets,
    answers,
    extensions: file.extensions,
    provoke: options.faults ? file.provoke : new Map(),
    format,
    ...(options.order !== undefined && { rules: reordered(RULEBOOK, options.order) }),
    control: options.control && {
      token: givenToken(options, io),
      hosts: options.controlHost ?? [],
      pages: consolePages,
      atRoot: true,
    },
    corsOrigins: options.corsOrigin ?? [],
    faultHeader: options.faultHeader === true,
    log: (line) => io.err.write(`${line}\n`),
  };
}

/** Where the console is; its token stands there once, and only where it was generated. */
function consoleUrl(
  { token }: ControlledSimulator,
  url: string,
  given: string | undefined,
): string | undefined {
  if (token === undefined) return undefined;
  return `${url}${CONTROL_PREFIX}/${given === undefined ? `#token=${token}` : ''}`;
}

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateCommand, io: Io): Promise<Exit> {
  const format = replyFormatOf(options.format ?? []);
  const set = (options.set ?? []).map(setAnswer);
  const file = readTargetFile(options.world ?? DEFAULT_WORLD, io.env);
  const answers = answersOf(file, options.dialect, set);
  const controlled = controlledOptions(options, file, answers, format, io);
  const simulator = new ControlledSimulator(controlled);
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
      provoke: controlled.provoke ?? new Map(),
      dialect: completeDialect(answers),
      consoleUrl: consoleUrl(simulator, url, givenToken(options, io)),
    }),
  );
  await interrupted;
  await simulator.close();
  return EXIT.ok;
}
